// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a picture of palette indices as PNG, without compression ("stored" deflate blocks).
#ifndef EXAMPLES_PNG_HPP
#define EXAMPLES_PNG_HPP

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace png {

using bytes = std::vector<uint8_t>;
struct colour {
  uint8_t red, green, blue;
};

inline void put32(bytes &to, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8)
    to.push_back(static_cast<uint8_t>(value >> shift));
}

inline uint32_t crc(const uint8_t *data, size_t size) {
  uint32_t value = ~0u;
  for (size_t i = 0; i < size; ++i) {
    value ^= data[i];
    for (int bit = 0; bit < 8; ++bit)
      value = value >> 1 ^ (value & 1 ? 0xedb88320u : 0);
  }
  return ~value;
}

inline uint32_t adler(const bytes &data) {
  uint32_t a = 1, b = 0;
  for (uint8_t byte : data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

// A chunk is its length, its name, its data and a check sum of name and data.
inline void chunk(bytes &file, const std::string &name, const bytes &data) {
  put32(file, static_cast<uint32_t>(data.size()));
  const size_t start = file.size();
  file.insert(file.end(), name.begin(), name.end());
  file.insert(file.end(), data.begin(), data.end());
  put32(file, crc(&file[start], file.size() - start));
}

inline bytes zlib_stored(const bytes &data) {
  bytes out = {0x78, 0x01};
  for (size_t at = 0; at < data.size();) {
    const size_t size = std::min<size_t>(data.size() - at, 65535);
    const bool last = at + size == data.size();
    for (size_t byte : {size_t(last), size & 255, size >> 8, ~size & 255, ~size >> 8 & 255})
      out.push_back(static_cast<uint8_t>(byte));
    out.insert(out.end(), data.begin() + at, data.begin() + at + size);
    at += size;
  }
  put32(out, adler(data));
  return out;
}

// pixels[y * width + x] is an index into the palette. Returns whether the file could be written.
inline bool write(const std::string &path, size_t width, size_t height, const bytes &pixels,
                  const std::vector<colour> &palette) {
  bytes header, colours, lines, file = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  put32(header, static_cast<uint32_t>(width));
  put32(header, static_cast<uint32_t>(height));
  header.insert(header.end(), {8, 3, 0, 0, 0}); // 8 bits, palette, nothing special
  for (colour c : palette)
    colours.insert(colours.end(), {c.red, c.green, c.blue});
  for (size_t y = 0; y < height; ++y) {
    lines.push_back(0); // no filter
    lines.insert(lines.end(), pixels.begin() + y * width, pixels.begin() + (y + 1) * width);
  }
  chunk(file, "IHDR", header);
  chunk(file, "PLTE", colours);
  chunk(file, "IDAT", zlib_stored(lines));
  chunk(file, "IEND", {});
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char *>(file.data()), static_cast<std::streamsize>(file.size()));
  return bool(out.flush());
}

} // namespace png
#endif
