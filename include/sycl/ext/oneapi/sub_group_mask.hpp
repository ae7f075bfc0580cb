// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::ext::oneapi::group_ballot: which work-items of a sub-group say yes, as a set of bits.
#ifndef SYCL_EXT_ONEAPI_SUB_GROUP_MASK_HPP
#define SYCL_EXT_ONEAPI_SUB_GROUP_MASK_HPP

#include <sycl/functional.hpp>
#include <sycl/group_algorithm.hpp>
#include <sycl/marray.hpp>
#include <sycl/sub_group.hpp>

#include <climits>
#include <cstdint>
#include <type_traits>

#define SYCL_EXT_ONEAPI_SUB_GROUP_MASK 2

namespace sycl {
namespace ext {
namespace oneapi {

struct sub_group_mask;
template <class Group> sub_group_mask group_ballot(Group g, bool predicate = true);

struct sub_group_mask {
  static constexpr std::size_t max_bits = 64;

  class reference {
  public:
    reference &operator=(bool x) {
      mask_.set(at_, x);
      return *this;
    }
    reference &operator=(const reference &x) { return *this = bool(x); }
    bool operator~() const { return !bool(*this); }
    operator bool() const { return mask_.test(at_); }
    reference &flip() { return *this = !bool(*this); }

  private:
    friend struct sub_group_mask;
    reference(sub_group_mask &mask, id<1> at) : mask_(mask), at_(at) {}
    sub_group_mask &mask_;
    id<1> at_;
  };

  sub_group_mask() : sub_group_mask(0, max_bits) {}
  template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
  explicit sub_group_mask(T bits) : sub_group_mask(0, max_bits) {
    insert_bits(bits);
  }

  bool operator[](id<1> i) const { return test(i); }
  reference operator[](id<1> i) { return {*this, i}; }
  bool test(id<1> i) const { return bits_ >> i[0] & 1; }
  bool all() const { return bits_ == whole(); }
  bool any() const { return bits_ != 0; }
  bool none() const { return bits_ == 0; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(__builtin_popcountll(bits_)); }
  std::uint32_t size() const { return size_; }
  // size(), when none is set.
  id<1> find_low() const { return id<1>(bits_ ? static_cast<std::size_t>(__builtin_ctzll(bits_)) : size_); }
  id<1> find_high() const {
    return id<1>(bits_ ? static_cast<std::size_t>(63 - __builtin_clzll(bits_)) : size_);
  }

  // Bits from `pos` on, as many as T has and as there are.
  template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
  void insert_bits(T bits, id<1> pos = 0) {
    if (pos[0] >= size_)
      return;
    const std::uint64_t from = static_cast<std::make_unsigned_t<T>>(bits), there = low(sizeof(T) * CHAR_BIT)
                                                                                   << pos[0];
    bits_ = ((bits_ & ~there) | from << pos[0]) & whole();
  }
  template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
  void extract_bits(T &bits, id<1> pos = 0) const {
    bits = pos[0] < size_ ? static_cast<T>(bits_ >> pos[0]) : T(0);
  }
  template <class T, std::size_t N> void insert_bits(const marray<T, N> &bits, id<1> pos = 0) {
    for (std::size_t i = 0; i < N; ++i)
      insert_bits(bits[i], id<1>(pos[0] + i * sizeof(T) * CHAR_BIT));
  }
  template <class T, std::size_t N> void extract_bits(marray<T, N> &bits, id<1> pos = 0) const {
    for (std::size_t i = 0; i < N; ++i)
      extract_bits(bits[i], id<1>(pos[0] + i * sizeof(T) * CHAR_BIT));
  }

  void set() { bits_ = whole(); }
  void set(id<1> i, bool x = true) { bits_ = x ? bits_ | one(i) : bits_ & ~one(i); }
  void reset() { bits_ = 0; }
  void reset(id<1> i) { bits_ &= ~one(i); }
  void reset_low() { bits_ &= bits_ - 1; }
  void reset_high() { bits_ &= bits_ ? ~one(find_high()) : 0; }
  void flip() { bits_ ^= whole(); }
  void flip(id<1> i) { bits_ ^= one(i); }

  bool operator==(const sub_group_mask &x) const { return bits_ == x.bits_ && size_ == x.size_; }
  bool operator!=(const sub_group_mask &x) const { return !(*this == x); }
  sub_group_mask &operator&=(const sub_group_mask &x) { return bits_ &= x.bits_, *this; }
  sub_group_mask &operator|=(const sub_group_mask &x) { return bits_ |= x.bits_, *this; }
  sub_group_mask &operator^=(const sub_group_mask &x) { return bits_ ^= x.bits_, *this; }
  sub_group_mask &operator<<=(std::size_t n) { return bits_ = n < size_ ? bits_ << n & whole() : 0, *this; }
  sub_group_mask &operator>>=(std::size_t n) { return bits_ = n < size_ ? bits_ >> n : 0, *this; }
  sub_group_mask operator~() const { return {~bits_ & whole(), size_}; }
  sub_group_mask operator<<(std::size_t n) const { return sub_group_mask(*this) <<= n; }
  sub_group_mask operator>>(std::size_t n) const { return sub_group_mask(*this) >>= n; }
  friend sub_group_mask operator&(sub_group_mask a, const sub_group_mask &b) { return a &= b; }
  friend sub_group_mask operator|(sub_group_mask a, const sub_group_mask &b) { return a |= b; }
  friend sub_group_mask operator^(sub_group_mask a, const sub_group_mask &b) { return a ^= b; }

private:
  template <class Group> friend sub_group_mask group_ballot(Group, bool);
  sub_group_mask(std::uint64_t bits, std::uint32_t size) : bits_(bits), size_(size) {}

  static std::uint64_t low(std::size_t n) { return n < 64 ? (std::uint64_t(1) << n) - 1 : ~std::uint64_t(0); }
  static std::uint64_t one(id<1> i) { return std::uint64_t(1) << i[0]; }
  std::uint64_t whole() const { return low(size_); }

  std::uint64_t bits_; // none above size_
  std::uint32_t size_;
};

// Bits of different work-items are different ones: their sum is all of them.
template <class Group> sub_group_mask group_ballot(Group g, bool predicate) {
  static_assert(std::is_same_v<Group, sub_group>, "group_ballot is for sub-groups");
  const std::uint64_t own = std::uint64_t(predicate) << g.get_local_linear_id();
  return {reduce_over_group(g, own, plus<std::uint64_t>()),
          static_cast<std::uint32_t>(g.get_max_local_range()[0])};
}

} // namespace oneapi
} // namespace ext
} // namespace sycl

#endif
