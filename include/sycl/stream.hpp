// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stream: text from kernels, printed when the command has ended, work-item after work-item.
//
// A kernel appends records of values and manipulators to a buffer (sycc/stream.h), which a host task behind
// the kernel formats; the event of the command is that of the host task.
#ifndef SYCL_STREAM_HPP
#define SYCL_STREAM_HPP

#include <sycc/stream.h>
#include <sycl/atomic_ref.hpp>
#include <sycl/buffer.hpp>
#include <sycl/handler.hpp>
#include <sycl/host_accessor.hpp>
#include <sycl/vec.hpp>

namespace sycl {

template <int Dimensions> class h_item;

enum class stream_manipulator {
  flush = SYCC_STREAM_flush,
  dec = SYCC_STREAM_dec,
  hex = SYCC_STREAM_hex,
  oct = SYCC_STREAM_oct,
  noshowbase = SYCC_STREAM_noshowbase,
  showbase = SYCC_STREAM_showbase,
  noshowpos = SYCC_STREAM_noshowpos,
  showpos = SYCC_STREAM_showpos,
  endl = SYCC_STREAM_endl,
  fixed = SYCC_STREAM_fixed,
  scientific = SYCC_STREAM_scientific,
  hexfloat = SYCC_STREAM_hexfloat,
  defaultfloat = SYCC_STREAM_defaultfloat,
};
inline constexpr stream_manipulator flush = stream_manipulator::flush, dec = stream_manipulator::dec,
                                    hex = stream_manipulator::hex, oct = stream_manipulator::oct,
                                    noshowbase = stream_manipulator::noshowbase,
                                    showbase = stream_manipulator::showbase,
                                    noshowpos = stream_manipulator::noshowpos,
                                    showpos = stream_manipulator::showpos, endl = stream_manipulator::endl,
                                    fixed = stream_manipulator::fixed,
                                    scientific = stream_manipulator::scientific,
                                    hexfloat = stream_manipulator::hexfloat,
                                    defaultfloat = stream_manipulator::defaultfloat;

namespace detail {

struct stream_argument {
  std::uint32_t manipulator, value;
};

// Prints the contents of a stream's buffer when the command has ended.
struct stream_printer final : finisher {
  explicit stream_printer(const buffer<std::uint32_t> &b) : words(b) {}
  void run(handler &h) override {
    accessor in(words, h, read_only_host_task);
    h.host_task([in] { sycc_stream_print(in.get_multi_ptr<access::decorated::no>().get(), in.size()); });
  }
  buffer<std::uint32_t> words;
};

// What tells work-items apart: the global linear id, or in plain C++ the thread.
inline std::uint64_t stream_item() {
#ifdef SYCC_DEVICE
  return (__spirv_BuiltInGlobalInvocationId(2) * __spirv_BuiltInGlobalSize(1) +
          __spirv_BuiltInGlobalInvocationId(1)) *
             __spirv_BuiltInGlobalSize(0) +
         __spirv_BuiltInGlobalInvocationId(0);
#else
  static thread_local char thread;
  return reinterpret_cast<std::uint64_t>(&thread);
#endif
}

} // namespace detail

inline detail::stream_argument setprecision(int n) {
  return {SYCC_STREAM_precision, static_cast<std::uint32_t>(n)};
}
inline detail::stream_argument setw(int n) {
  return {SYCC_STREAM_width, static_cast<std::uint32_t>(n)};
}

class stream;
template <> inline constexpr detail::property_owner detail::owner_of<stream> = {"stream", 0};

class stream {
public:
  // The buffer has room for this many characters at least. Simple: the buffer of a work-item has no size of
  // its own.
  stream(std::size_t buffer_size, std::size_t work_item_buffer_size, handler &h,
         const property_list &props = {})
      : stream(buffer_size, work_item_buffer_size, h, make_buffer(buffer_size)) {
    props.sycc_for<stream>();
  }

  std::size_t size() const noexcept { return size_; }
  [[deprecated("use size()")]] std::size_t get_size() const noexcept { return size_; }
  std::size_t get_work_item_buffer_size() const noexcept { return work_item_size_; }
  [[deprecated("use get_work_item_buffer_size()")]] std::size_t get_max_statement_size() const noexcept {
    return work_item_size_;
  }

  friend bool operator==(const stream &a, const stream &b) { return a.words_ == b.words_; }
  friend bool operator!=(const stream &a, const stream &b) { return !(a == b); }

  template <class T> friend const stream &operator<<(const stream &s, const T &x) {
    s.put(x);
    return s;
  }

private:
  friend struct std::hash<stream>;
  using words = accessor<std::uint32_t, 1, access_mode::read_write>;

  // A character by itself makes a record of four words, a digit one of five.
  static buffer<std::uint32_t> make_buffer(std::size_t characters) {
    const std::size_t bytes = detail::byte_count("stream", characters, 5 * sizeof(std::uint32_t));
    buffer<std::uint32_t> b(range<1>(bytes / sizeof(std::uint32_t) + 1));
    const host_accessor zeros(b, write_only, no_init);
    __builtin_memset(&zeros[0], 0, b.byte_size());
    return b;
  }
  stream(std::size_t size, std::size_t work_item_size, handler &h, buffer<std::uint32_t> b)
      : words_(b, h, read_write), size_(size), work_item_size_(work_item_size) {
    h.finish_with(new detail::stream_printer(b));
  }

  // Calls word(i) for each word of a value of this many bytes.
  template <class Word> void record(sycc_stream_kind kind, std::size_t bytes, Word word) const {
    const std::uint32_t n = static_cast<std::uint32_t>((bytes + 3) / 4), all = n + SYCC_STREAM_HEAD_WORDS;
    const std::uint32_t at = 1 + atomic_ref<std::uint32_t, memory_order::relaxed, memory_scope::device,
                                            access::address_space::global_space>(words_[0])
                                     .fetch_add(all);
    if (at >= words_.size() || words_.size() - at < all)
      return;
    const std::uint64_t item = detail::stream_item();
    words_[at] =
        static_cast<std::uint32_t>(kind) << SYCC_STREAM_KIND_SHIFT | static_cast<std::uint32_t>(bytes);
    words_[at + 1] = static_cast<std::uint32_t>(item);
    words_[at + 2] = static_cast<std::uint32_t>(item >> 32);
    for (std::uint32_t i = 0; i < n; ++i)
      words_[at + SYCC_STREAM_HEAD_WORDS + i] = word(i);
  }
  void bits(sycc_stream_kind kind, std::size_t bytes, std::uint64_t value) const {
    record(kind, bytes, [=](std::uint32_t i) { return static_cast<std::uint32_t>(i ? value >> 32 : value); });
  }
  void text(const char *s, std::size_t n) const {
    record(SYCC_STREAM_TEXT, n, [=](std::uint32_t i) {
      std::uint32_t word = 0;
      for (std::size_t k = 4 * std::size_t(i); k < n && k < 4 * std::size_t(i) + 4; ++k)
        word |= static_cast<std::uint32_t>(static_cast<unsigned char>(s[k])) << 8 * (k % 4);
      return word;
    });
  }
  void text(const char *s) const {
    std::size_t n = 0;
    while (s[n])
      ++n;
    text(s, n);
  }

  void put(stream_manipulator m) const { bits(SYCC_STREAM_MANIPULATOR, 4, static_cast<std::uint32_t>(m)); }
  void put(detail::stream_argument a) const {
    bits(SYCC_STREAM_MANIPULATOR, 8, a.manipulator | static_cast<std::uint64_t>(a.value) << 32);
  }
  void put(const char *s) const { text(s); }
  void put(char *s) const { text(s); }
  void put(half x) const { put(static_cast<float>(x)); }
  template <class T, int D> void put_coord(const T &c) const {
    text("{");
    for (int i = 0; i < D; ++i) {
      if (i)
        text(", ");
      put(c[i]);
    }
    text("}");
  }
  template <int D> void put(const id<D> &x) const { put_coord<id<D>, D>(x); }
  template <int D> void put(const range<D> &x) const { put_coord<range<D>, D>(x); }
  template <class Coord> void part(const char *name, const Coord &x) const {
    text(name);
    put(x);
  }
  template <int D> void put(const nd_range<D> &x) const {
    part("nd_range(global_range: ", x.get_global_range());
    part(", local_range: ", x.get_local_range());
    text(")");
  }
  template <int D, bool WithOffset> void put(const item<D, WithOffset> &x) const {
    part("item(range: ", x.get_range());
    part(", id: ", x.get_id());
    text(")");
  }
  template <int D> void put(const nd_item<D> &x) const {
    part("nd_item(global_id: ", x.get_global_id());
    part(", local_id: ", x.get_local_id());
    text(")");
  }
  template <int D> void put(const h_item<D> &x) const {
    part("h_item(logical_local_id: ", x.get_logical_local_id());
    part(", global_id: ", x.get_global_id());
    text(")");
  }
  template <int D> void put(const group<D> &x) const {
    part("group(id: ", x.get_group_id());
    part(", local_range: ", x.get_local_range());
    text(")");
  }
  template <class T, int N> void put(const vec<T, N> &x) const {
    for (int i = 0; i < N; ++i) {
      if (i)
        text(", ");
      put(x[i]);
    }
  }
  template <class T, access::address_space S, access::decorated D>
  void put(const multi_ptr<T, S, D> &x) const {
    put(x.get_raw());
  }
  template <class T> void put(const T &x) const {
    if constexpr (std::is_array_v<T> && std::is_same_v<std::remove_cv_t<std::remove_extent_t<T>>, char>) {
      text(x);
    } else if constexpr (std::is_pointer_v<T>) {
      bits(SYCC_STREAM_POINTER, 8, reinterpret_cast<std::uint64_t>(x));
    } else if constexpr (std::is_same_v<T, bool>) {
      text(x ? "true" : "false");
    } else if constexpr (std::is_same_v<T, char> || std::is_same_v<T, signed char> ||
                         std::is_same_v<T, unsigned char>) {
      const char c = static_cast<char>(x);
      text(&c, 1);
    } else if constexpr (std::is_same_v<T, double>) {
      bits(SYCC_STREAM_DOUBLE, 8, __builtin_bit_cast(std::uint64_t, x));
    } else if constexpr (std::is_same_v<T, float>) {
      bits(SYCC_STREAM_FLOAT, 4, __builtin_bit_cast(std::uint32_t, x));
    } else {
      static_assert(std::is_integral_v<T>, "stream: it has no form for values of this type");
      bits(std::is_signed_v<T> ? SYCC_STREAM_SIGNED : SYCC_STREAM_UNSIGNED, sizeof(T),
           static_cast<std::uint64_t>(x));
    }
  }

  words words_;
  std::size_t size_, work_item_size_;
};

} // namespace sycl

template <> struct std::hash<sycl::stream> {
  std::size_t operator()(const sycl::stream &s) const { return std::hash<sycl::stream::words>()(s.words_); }
};

#endif
