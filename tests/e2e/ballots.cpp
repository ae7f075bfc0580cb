// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// group_ballot: every work-item of a sub-group sees what all said, in whole and in partial sub-groups of all sizes that the device has; and
// what one can do with the bits.
//
// RUN: %program %s -o %t && %t
// RUN: %program -O0 %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <vector>

using sycl::ext::oneapi::group_ballot;
using sycl::ext::oneapi::sub_group_mask;

struct seen {
  unsigned long bits;
  unsigned lane, lanes, part, count, low, high;
  bool own, any;
};
static bool says_yes(size_t i) { return i * 7 % 5 < 2; }

static void ballots(sycl::queue &q, size_t n) {
  std::vector<seen> results(n);
  {
    sycl::buffer to(results);
    q.submit([&](sycl::handler &h) {
      sycl::accessor p(to, h, sycl::write_only, sycl::no_init);
      h.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> it) {
        const auto s = it.get_sub_group();
        const size_t i = it.get_local_id(0);
        const sub_group_mask m = group_ballot(s, says_yes(i));
        seen r{};
        m.extract_bits(r.bits);
        r.lane = s.get_local_linear_id(), r.lanes = s.get_local_linear_range(), r.part = s.get_group_linear_id();
        r.count = m.count(), r.low = unsigned(m.find_low()[0]), r.high = unsigned(m.find_high()[0]);
        r.own = m[s.get_local_id()], r.any = m.any() && group_ballot(s).count() == r.lanes;
        p[i] = r;
      });
    });
  }
  size_t wrong = 0;
  for (size_t i = 0; i < n; ++i) {
    const seen &r = results[i];
    unsigned count = 0;
    for (size_t k = 0; k < n; ++k) {
      const bool here = results[k].part == r.part, yes = r.bits >> results[k].lane & 1;
      wrong += here && yes != says_yes(k);
      count += here && says_yes(k);
    }
    wrong += r.own != says_yes(i) || r.count != count || r.any != (count > 0) || (r.lanes < 64 && r.bits >> r.lanes);
    wrong += count && (!(r.bits >> r.low & 1) || !(r.bits >> r.high & 1) || r.low > r.high);
  }
  CHECK(wrong == 0);
}

// On the host: bits in and out, in pieces.
static void bits() {
  sub_group_mask m(0x1234u);
  sycl::marray<unsigned char, 4> pieces;
  m.extract_bits(pieces, 4);
  CHECK(pieces[0] == 0x23 && pieces[1] == 0x01 && pieces[2] == 0 && m.size() == 64);
  m.insert_bits(static_cast<unsigned char>(0xff), 8);
  unsigned short low;
  m.extract_bits(low);
  CHECK(low == 0xff34 && m.count() == 11 && m.find_low()[0] == 2 && m.find_high()[0] == 15);
  m.reset_low(), m.reset_high(), m.flip(0), m[1] = true;
  CHECK(m == sub_group_mask(0x7f33u) && (m >> 4) == sub_group_mask(0x7f3u) && (m << 60).count() == 2 && (~m).count() == 64 - m.count());
  CHECK((m & sub_group_mask(3)) == sub_group_mask(3) && (m ^ m).none() && (m | ~m).all() && m[1] && !m.test(2));
}

int main() {
  bits();
  return on_every_device(
      [](sycl::queue &q) {
        for (size_t n : {1, 5, 8, 31, 64, 100})
          ballots(q, n);
      });
}
