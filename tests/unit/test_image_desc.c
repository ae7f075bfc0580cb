// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of formats/image_desc: a good descriptor, then each way to spoil it.
#include "formats/image_desc.h"

#include "tests/unit/check.h"

static const unsigned char code[16];
static sy_image_entry entries[2], host[1];
static sy_image_property props[2];
static sy_image_property_set sets[1];
static sy_device_image images[2];
static sy_bin_desc desc;

static void reset(void) {
  entries[0] = (sy_image_entry){.name = "k1"};
  entries[1] = (sy_image_entry){.name = "k2"};
  host[0] = (sy_image_entry){.name = "h"};
  props[0] = (sy_image_property){.name = "n", .type = SY_IMAGE_PROPERTY_UINT32, .size = 7};
  props[1] = (sy_image_property){.name = "b", .type = SY_IMAGE_PROPERTY_BYTES, .value = code, .size = 16};
  sets[0] = (sy_image_property_set){"SYCL/misc properties", props, props + 2};
  images[0] = (sy_device_image){.version = 2,
                                .offload_kind = 4,
                                .format = SY_IMAGE_SPIRV,
                                .target = "spir64",
                                .image_begin = code,
                                .image_end = code + sizeof code,
                                .entries_begin = entries,
                                .entries_end = entries + 2,
                                .sets_begin = sets,
                                .sets_end = sets + 1};
  images[1] = (sy_device_image){.version = 2, .offload_kind = 4, .target = "native_cpu"};
  desc = (sy_bin_desc){1, 2, images, host, host + 1};
}

// Checks that the descriptor is refused for this reason, in this image; then makes it good again.
static void refused(const char *reason, unsigned in) {
  unsigned image = 99;
  CHECK_STR(sy_image_check(&desc, NULL, &image), reason);
  CHECK_EQ(image, in);
  reset();
}

static void test_good(void) {
  reset();
  CHECK_STR(sy_image_check(&desc, NULL, NULL), NULL);
  desc = (sy_bin_desc){.version = 1};
  CHECK_STR(sy_image_check(&desc, NULL, NULL), NULL); // no image at all
  reset();
  images[0].image_end = images[0].image_begin;
  CHECK_STR(sy_image_check(&desc, NULL, NULL), NULL);
}

static void test_descriptor(void) {
  reset();
  CHECK_STR(sy_image_check(NULL, NULL, NULL), "the descriptor is null or not aligned");
  CHECK_STR(sy_image_check((const sy_bin_desc *)(const void *)((const char *)&desc + 1), NULL, NULL),
            "the descriptor is null or not aligned");
  desc.version = 2;
  refused("the version of the descriptor is not 1", 2);
  desc.images = NULL;
  refused("the table of device images is null or not aligned", 2);
  desc.host_end = NULL;
  refused("the bounds of the entry table are inconsistent", 2);
  host[0].name = NULL;
  refused("an entry has no name", 2);
}

static void test_image(void) {
  reset();
  images[1].version = 1;
  refused("the version of the device image is not 2", 1);
  images[1].version = 0xffff;
  refused("the version of the device image is not 2", 1);
  images[0].offload_kind = 8;
  refused("the kind of the device image is not SYCL (4)", 0);
  images[0].format = 4;
  refused("the format of the device image is unknown", 0);
  images[0].target = NULL;
  refused("the device image has no target", 0);
  images[0].manifest_begin = "x";
  refused("the bounds of the manifest are inconsistent", 0);
  images[0].image_end = code;
  images[0].image_begin = code + 1;
  refused("the bounds of the device code are inconsistent", 0);
  images[0].entries_begin = entries + 2;
  images[0].entries_end = entries;
  refused("the bounds of the entry table are inconsistent", 0);
  images[0].entries_end = (const sy_image_entry *)(const void *)((const char *)entries + 8);
  refused("the bounds of the entry table are inconsistent", 0); // not a whole number of entries
  images[0].entries_begin = (const sy_image_entry *)(const void *)((const char *)entries + 1);
  images[0].entries_end = (const sy_image_entry *)(const void *)((const char *)entries + 33);
  refused("the bounds of the entry table are inconsistent", 0); // not aligned
  entries[1].name = NULL;
  refused("an entry has no name", 0);
}

static void test_properties(void) {
  reset();
  images[0].sets_begin = NULL;
  refused("the bounds of the property sets are inconsistent", 0);
  sets[0].name = NULL;
  refused("a property set has no name", 0);
  sets[0].end = props;
  sets[0].begin = props + 1;
  refused("the bounds of a property set are inconsistent", 0);
  props[1].name = NULL;
  refused("a property has no name", 0);
  props[0].size = 1ull << 32;
  refused("a property is not a valid uint32", 0);
  props[0].value = code;
  refused("a property is not a valid uint32", 0);
  props[1].value = NULL;
  refused("a byte array property has no data", 0);
  props[0].type = 3;
  refused("a property has an unknown type", 0);
}

int main(void) {
  RUN(test_good);
  RUN(test_descriptor);
  RUN(test_image);
  RUN(test_properties);
  return check_summary();
}
