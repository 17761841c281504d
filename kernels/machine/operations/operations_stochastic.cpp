// cvt.rs: f32 rounded by random bits that the kernel gives.
//
//   f16x2   13 bits each, from bit 16 on for the high half, from bit 0 on for the low one
//   bf16x2  16 bits each
//   x4      16 bits for the upper two, 16 for the lower two
//
// PTX says that they are added to the bits that are cut off. Where those are more, they are added
// to the upper ones: what stands below cannot carry. (Of e2m1x4 the text leaves open which bits go
// with which value.)
#include <array>

#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"
#include "kernels/machine/operations/operations_narrow_float.h"
#include "kernels/machine/operations/operations_rounding.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kFormatBits = 7, kClamps = 8, kStaysFinite = 16;  // parts of an option

float clamped(std::uint32_t option, float x) { return (option & kClamps) != 0 && x < 0 ? 0 : x; }

template <class H>
struct RoundPair {
  std::uint32_t operator()(std::uint32_t option, float high, float low,
                           std::uint32_t random) const {
    return one(option, high, random >> 16) << 16 | one(option, low, random);
  }

 private:
  static constexpr bool kIsHalf = std::is_same_v<H, Half>;
  static std::uint32_t one(std::uint32_t option, float x, std::uint32_t random) {
    constexpr double kLargest = kIsHalf ? 65504.0 : 0x1.fep127;
    double value = clamped(option, x);
    if ((option & kStaysFinite) != 0 && std::abs(value) > kLargest) {
      value = std::copysign(kLargest, value);
    }
    return narrow(value, kIsHalf ? kF16 : kBf16, RandomBits{random, kIsHalf ? 13u : 16u});
  }
};

struct RoundFour {
  std::uint32_t operator()(std::uint32_t option, float a, float b, float e, float f,
                           std::uint32_t random) const {
    const auto format = static_cast<NarrowFloat>(option & kFormatBits);
    const auto one = [&](float x, std::uint32_t bits) -> std::uint32_t {
      return round_to_narrow(format, clamped(option, x), RandomBits{bits, 16});
    };
    return one(a, random >> 16) << 24 | one(b, random >> 16) << 16 | one(e, random) << 8 |
           one(f, random);
  }
};

constexpr std::array<std::string_view, 4> kFours = {"e4m3x4", "e5m2x4", "e2m3x4", "e3m2x4"};

}  // namespace

// cvt.rs{.relu}{.satfinite}.{f16x2,bf16x2}.f32 d, a, b, random;
// cvt.rs{.relu}.satfinite.{e4m3x4,…}.f32 d, {a, b, e, f}, random;
std::optional<Operation> find_stochastic_operation(InstructionReader& reader) {
  if (reader.opcode() != "cvt" || !reader.take("rs")) return std::nullopt;
  const bool is_finite = reader.take("satfinite");
  const std::uint32_t option = (reader.take("relu") ? kClamps : 0) | (is_finite ? kStaysFinite : 0);
  for (std::uint32_t i = 0; i < kFours.size(); ++i) {
    if (!reader.take(kFours[i])) continue;
    if (!is_finite || reader.take_type() != ptx::ScalarType::f32) return std::nullopt;
    return map_each<RoundFour, std::uint32_t, float, float, float, float, std::uint32_t>(option |
                                                                                         i);
  }
  const ptx::ScalarType to = reader.take_type();
  if (reader.take_type() != ptx::ScalarType::f32) return std::nullopt;
  if (to == ptx::ScalarType::f16x2) {
    return map_each<RoundPair<Half>, std::uint32_t, float, float, std::uint32_t>(option);
  }
  if (to != ptx::ScalarType::bf16x2) return std::nullopt;
  return map_each<RoundPair<BFloat>, std::uint32_t, float, float, std::uint32_t>(option);
}

}  // namespace warplens::machine
