#include "kernels/run/elements.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <thread>
#include <type_traits>

#include "kernels/base/small_float.h"
#include "kernels/catalog/drawn_picture.h"
#include "kernels/machine/ordered_work.h"

namespace warplens::run {
namespace {

using catalog::BufferSpec;
using catalog::ElementType;

// Types of two bytes that C++20 has no arithmetic for.
struct Half {
  std::uint16_t bits;
};
struct Bfloat {
  std::uint16_t bits;
};

template <class T>
T converted(std::uint64_t index) {
  if constexpr (std::is_same_v<T, Half>) {
    return {to_half(static_cast<double>(index))};
  } else if constexpr (std::is_same_v<T, Bfloat>) {
    return {to_bfloat(static_cast<double>(index))};
  } else {
    return static_cast<T>(index);
  }
}

template <class T>
T rounded(double value) {
  if constexpr (std::is_same_v<T, Half>) {
    return {to_half(value)};
  } else if constexpr (std::is_same_v<T, Bfloat>) {
    return {to_bfloat(value)};
  } else {
    return static_cast<T>(value);
  }
}

std::uint64_t split_mix(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// The top bits as a number in [-1, 1) with that many significant bits.
double unit(std::uint64_t random, int significant_bits) {
  return static_cast<double>(random >> (64 - significant_bits)) *
             std::ldexp(1.0, 1 - significant_bits) -
         1;
}

template <class T>
T random_value(std::uint64_t random) {
  if constexpr (std::is_same_v<T, Half>) {
    return {to_half(unit(random, kHalfDigits))};
  } else if constexpr (std::is_same_v<T, Bfloat>) {
    return {to_bfloat(unit(random, kBfloatDigits))};
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(unit(random, std::numeric_limits<T>::digits));
  } else {
    return static_cast<T>(random);
  }
}

// Rounded to the nearest value of the type.
template <class T>
T nearest(double value) {
  if constexpr (std::is_integral_v<T>) {
    constexpr double kLow = static_cast<double>(std::numeric_limits<T>::min());
    constexpr double kHigh = static_cast<double>(std::numeric_limits<T>::max());
    if (!(value > kLow)) return std::numeric_limits<T>::min();
    if (value >= kHigh) return std::numeric_limits<T>::max();
    return static_cast<T>(std::nearbyint(value));
  } else {
    return rounded<T>(value);
  }
}

template <class T>
T random_between(const catalog::FillRange& range, std::uint64_t random) {
  const double part = static_cast<double>(random >> 11) * 0x1p-53;  // in [0, 1)
  if constexpr (std::is_integral_v<T>) {
    const double choices = std::floor(range.high) - std::ceil(range.low) + 1;
    return nearest<T>(std::ceil(range.low) + std::floor(part * choices));
  } else {
    return nearest<T>(range.low + part * (range.high - range.low));
  }
}

// The value that element `index` is filled with.
template <class T>
T filled_value(const BufferSpec& spec, std::uint64_t index) {
  using Kind = catalog::Fill::Kind;
  const catalog::Fill& fill = spec.fill;
  if (fill.kind == Kind::picture) {
    return converted<T>(
        catalog::drawn_pixel(index / spec.columns, index % spec.columns, spec.rows, spec.columns));
  }
  if (fill.kind == Kind::constant) return nearest<T>(fill.value);
  if (fill.kind == Kind::iota)
    return converted<T>(fill.modulus == 0 ? index : index % fill.modulus);
  const std::uint64_t random = split_mix(fill.seed, index);
  return fill.range.has_value() ? random_between<T>(*fill.range, random) : random_value<T>(random);
}

double as_double(Half value) { return from_half(value.bits); }
double as_double(Bfloat value) { return from_bfloat(value.bits); }
template <class T>
double as_double(T value) {
  return static_cast<double>(value);
}

std::string text_of(Half value) { return fmt::format("{:.5g}", as_double(value)); }
std::string text_of(Bfloat value) { return fmt::format("{:.4g}", as_double(value)); }
template <class T>
std::string text_of(T value) {
  return fmt::format("{}", value);
}

template <class T>
T load(std::span<const std::byte> bytes, std::uint64_t offset) {
  T value;
  std::memcpy(&value, &bytes[offset], sizeof value);
  return value;
}

// Calls f.template operator()<T>() with the host type of `type`.
template <class F>
void with_type(ElementType type, F&& f) {
  switch (type) {
    case ElementType::u8:
      return f.template operator()<std::uint8_t>();
    case ElementType::i8:
      return f.template operator()<std::int8_t>();
    case ElementType::u16:
      return f.template operator()<std::uint16_t>();
    case ElementType::i16:
      return f.template operator()<std::int16_t>();
    case ElementType::u32:
      return f.template operator()<std::uint32_t>();
    case ElementType::i32:
      return f.template operator()<std::int32_t>();
    case ElementType::u64:
      return f.template operator()<std::uint64_t>();
    case ElementType::i64:
      return f.template operator()<std::int64_t>();
    case ElementType::f16:
      return f.template operator()<Half>();
    case ElementType::bf16:
      return f.template operator()<Bfloat>();
    case ElementType::f32:
      return f.template operator()<float>();
    case ElementType::f64:
      return f.template operator()<double>();
  }
}

// The fewest elements for which a thread fills faster than it starts.
constexpr std::uint64_t kElementsAThread = std::uint64_t{1} << 20;

// Calls work(first, last) for parts of [0, count), on all cores when there is enough to do.
template <class Work>
void in_parallel(std::uint64_t count, Work work) {
  const std::uint64_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::uint64_t parts = std::clamp<std::uint64_t>(count / kElementsAThread, 1, cores);
  const auto next = [parts, part = std::uint64_t{0}]() mutable {
    return part == parts ? std::nullopt : std::optional(part++);
  };
  const auto fill_part = [&](std::uint64_t part) {
    work(count * part / parts, count * (part + 1) / parts);
    return part;
  };
  machine::OrderedWork(parts, next, fill_part, [](std::uint64_t) {
  }).run(static_cast<unsigned>(parts));
}

template <class T, class Make>
void fill_elements(const BufferSpec& spec, std::span<std::byte> bytes, Make make) {
  in_parallel(spec.rows * spec.columns, [&](std::uint64_t first, std::uint64_t last) {
    while (first < last) {
      const std::uint64_t column = first % spec.columns;
      const std::uint64_t end = std::min(last, first - column + spec.columns);  // of the row
      std::byte* place = &bytes[first / spec.columns * pitch_of(spec) + column * sizeof(T)];
      for (; first < end; ++first, place += sizeof(T)) {
        const T value = make(first);
        std::memcpy(place, &value, sizeof(T));
      }
    }
  });
}

template <class T>
bool equal(T expected, T actual, const catalog::Tolerance& tolerance) {
  if (std::memcmp(&expected, &actual, sizeof(T)) == 0) return true;
  if (tolerance.is_exact()) return false;
  const double want = as_double(expected);
  const double got = as_double(actual);
  if (std::isnan(want) || std::isnan(got)) return std::isnan(want) && std::isnan(got);
  return want == got ||
         std::fabs(got - want) <= tolerance.relative * std::fabs(want) + tolerance.absolute;
}

template <class T>
void note(const BufferSpec& spec, std::uint64_t element, T expected, T actual,
          std::optional<trace::Mismatch>& mismatch) {
  if (!mismatch.has_value()) {
    mismatch = trace::Mismatch{spec.name, element, text_of(expected), text_of(actual), 0};
  }
  ++mismatch->count;
}

}  // namespace

std::uint64_t pitch_of(const BufferSpec& spec) {
  return spec.pitch != 0 ? spec.pitch : spec.columns * size_of(spec.type);
}

std::optional<catalog::ElementType> element_of(ptx::ScalarType type) {
  using enum ptx::ScalarType;
  switch (type) {
    case u8:
    case b8:
      return catalog::ElementType::u8;
    case s8:
      return catalog::ElementType::i8;
    case u16:
    case b16:
      return catalog::ElementType::u16;
    case s16:
      return catalog::ElementType::i16;
    case u32:
    case b32:
      return catalog::ElementType::u32;
    case s32:
      return catalog::ElementType::i32;
    case u64:
    case b64:
      return catalog::ElementType::u64;
    case s64:
      return catalog::ElementType::i64;
    case f16:
    case f16x2:
      return catalog::ElementType::f16;
    case bf16:
    case bf16x2:
      return catalog::ElementType::bf16;
    case f32:
    case tf32:
      return catalog::ElementType::f32;
    case f64:
      return catalog::ElementType::f64;
    default:
      return std::nullopt;
  }
}

Result<std::uint64_t> bytes_of(const BufferSpec& spec) {
  if (spec.rows == 0 || spec.columns == 0) {
    return fail(tr("buffer {} has no elements: give it at least 1", spec.name));
  }
  const std::uint64_t element = size_of(spec.type);
  std::uint64_t row_bytes = 0;
  std::uint64_t bytes = 0;
  const bool too_big = __builtin_mul_overflow(spec.columns, element, &row_bytes) ||
                       __builtin_mul_overflow(spec.rows, std::max(row_bytes, spec.pitch), &bytes) ||
                       bytes > machine::Memory::kMaximumBytes;
  if (too_big) {
    return fail(tr("buffer {} of {} × {} {} is too large: at most {} GiB fit", spec.name, spec.rows,
                   spec.columns, name_of(spec.type), machine::Memory::kMaximumBytes >> 30));
  }
  if (spec.pitch != 0 && (spec.pitch < row_bytes || spec.pitch % element != 0)) {
    return fail(tr("buffer {}: pitch {} must be a multiple of {} and at least {} bytes", spec.name,
                   spec.pitch, element, row_bytes));
  }
  return bytes;
}

void fill(const BufferSpec& spec, std::span<std::byte> bytes) {
  if (spec.fill.kind == catalog::Fill::Kind::zero) return;
  with_type(spec.type, [&]<class T>() {
    fill_elements<T>(spec, bytes, [&](std::uint64_t i) { return filled_value<T>(spec, i); });
  });
}

void compare(const BufferSpec& spec, std::span<const std::byte> expected,
             std::span<const std::byte> actual, const catalog::Tolerance& tolerance,
             std::optional<trace::Mismatch>& mismatch) {
  with_type(spec.type, [&]<class T>() {
    for (std::uint64_t row = 0; row < spec.rows; ++row) {
      const std::uint64_t begin = row * pitch_of(spec);
      if (std::memcmp(&expected[begin], &actual[begin], spec.columns * sizeof(T)) == 0) continue;
      for (std::uint64_t column = 0; column < spec.columns; ++column) {
        const T want = load<T>(expected, begin + column * sizeof(T));
        const T got = load<T>(actual, begin + column * sizeof(T));
        if (equal(want, got, tolerance)) continue;
        note(spec, row * spec.columns + column, want, got, mismatch);
      }
    }
  });
}

void compare_element(const BufferSpec& spec, std::uint64_t element, double expected,
                     std::span<const std::byte> actual, const catalog::Tolerance& tolerance,
                     std::optional<trace::Mismatch>& mismatch) {
  with_type(spec.type, [&]<class T>() {
    const std::uint64_t offset =
        element / spec.columns * pitch_of(spec) + element % spec.columns * sizeof(T);
    const T want = rounded<T>(expected);
    const T got = load<T>(actual, offset);
    if (!equal(want, got, tolerance)) note(spec, element, want, got, mismatch);
  });
}

}  // namespace warplens::run
