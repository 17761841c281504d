#include "kernels/machine/block/non_finite_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include "kernels/base/small_float.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {
namespace {

using ptx::ScalarType;

constexpr std::size_t kSourceBytes = kWarpSize * sizeof(std::uint64_t);

bool is_packed(ScalarType type) { return type == ScalarType::f16x2 || type == ScalarType::bf16x2; }

std::uint32_t numbers_in(ScalarType type) { return is_packed(type) ? 2 : 1; }

// The number in `bits`, or of two packed ones the one in half `half`.
double value_of(ScalarType type, std::uint64_t bits, std::uint32_t half) {
  using enum ScalarType;
  switch (type) {
    case f16x2:
      return from_half(static_cast<std::uint16_t>(bits >> (16 * half)));
    case bf16x2:
      return from_bfloat(static_cast<std::uint16_t>(bits >> (16 * half)));
    case f16:
      return from_half(static_cast<std::uint16_t>(bits));
    case bf16:
      return from_bfloat(static_cast<std::uint16_t>(bits));
    case tf32:
    case f32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case f64:
      return std::bit_cast<double>(bits);
    default:
      return 0;  // integers are finite
  }
}

// The shortest decimal that is the same number in its type.
std::string text_of(ScalarType type, std::uint64_t bits, std::uint32_t half) {
  using enum ScalarType;
  switch (type) {
    case u8:
    case u16:
    case u32:
    case u64:
      return fmt::format("{}", bits & (~std::uint64_t{0} >> (64 - 8 * ptx::size_of(type))));
    case s8:
    case s16:
    case s32:
    case s64: {
      const std::uint32_t unused = 64 - 8 * ptx::size_of(type);
      return fmt::format("{}", static_cast<std::int64_t>(bits << unused) >> unused);
    }
    case f64:
      return fmt::format("{}", value_of(type, bits, half));
    default:
      return fmt::format("{}", static_cast<float>(value_of(type, bits, half)));
  }
}

std::optional<std::string_view> sign_of(std::string_view opcode) {
  if (opcode == "add") return "+";
  if (opcode == "sub") return "-";
  if (opcode == "mul") return "*";
  if (opcode == "div") return "/";
  return std::nullopt;
}

// "0 / 0", "lg2(0)", "65536 as f16"; of a matrix product its name alone.
std::string formula(const ptx::Instruction& instruction, const NumberUse& use,
                    const std::vector<std::string>& values) {
  const std::string_view opcode = instruction.opcode;
  if (use.mixes_lanes || values.empty()) return std::string(opcode);
  if (opcode == "cvt") {
    return fmt::format("{} as {}", fmt::join(values, ", "), ptx::name_of(use.results[0].type));
  }
  const auto sign = sign_of(opcode);
  if (sign && values.size() == 2) return fmt::format("{} {} {}", values[0], *sign, values[1]);
  if (values.size() == 3) return fmt::format("{} * {} + {}", values[0], values[1], values[2]);
  return fmt::format("{}({})", opcode, fmt::join(values, ", "));
}

// The least finite of what was looked at.
enum class Worst : std::uint8_t { finite, infinite, nan };

Worst worse(Worst worst, double value) {
  if (std::isnan(value)) return Worst::nan;
  return std::isinf(value) ? std::max(worst, Worst::infinite) : worst;
}

// Whether a number that is not finite comes of a source that was so already.
bool is_passed_on(double number, Worst of) {
  return of == Worst::nan || (of == Worst::infinite && std::isinf(number));
}

// The sources of one execution, as they were before it.
class Sources {
 public:
  Sources(const NumberUse& use, const std::vector<std::byte>& kept, const Factors& factors)
      : use_(&use), kept_(&kept), factors_(&factors) {}

  // Of all that a result in half `half` of the lane's comes from.
  [[nodiscard]] Worst worst(std::uint32_t lane, std::uint32_t half) {
    if (!use_->mixes_lanes) return worst_of(lane, half);
    if (!all_) all_ = worst_of_all();
    return *all_;
  }
  [[nodiscard]] std::vector<std::string> texts(std::uint32_t lane, std::uint32_t half) const {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < use_->sources.size(); ++i) {
      texts.push_back(text_of(use_->sources[i].type, bits(i, lane), half));
    }
    return texts;
  }

 private:
  [[nodiscard]] Worst worst_of(std::uint32_t lane, std::uint32_t half) const {
    Worst worst = Worst::finite;
    for (std::size_t i = 0; i < use_->sources.size(); ++i) {
      const ScalarType type = use_->sources[i].type;
      worst = worse(worst, value_of(type, bits(i, lane), half));
    }
    return worst;
  }
  [[nodiscard]] Worst worst_of_all() const {
    Worst all = std::max(worst_in(factors_->a), worst_in(factors_->b));
    if (use_->factors != ScalarType::none && !factors_->adds) return all;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      all = std::max({all, worst_of(lane, 0), worst_of(lane, 1)});
    }
    return all;
  }
  [[nodiscard]] Worst worst_in(std::span<const std::byte> factors) const {
    Worst worst = Worst::finite;
    for (std::size_t i = 0; i + sizeof(std::uint32_t) <= factors.size();
         i += sizeof(std::uint32_t)) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, factors.data() + i, sizeof bits);
      for (std::uint32_t half = 0; half < numbers_in(use_->factors); ++half) {
        worst = worse(worst, value_of(use_->factors, bits, half));
      }
    }
    return worst;
  }
  [[nodiscard]] std::uint64_t bits(std::size_t source, std::uint32_t lane) const {
    return read_slot(kept_->data() + source * kSourceBytes, use_->sources[source].bytes, lane);
  }

  const NumberUse* use_;
  const std::vector<std::byte>* kept_;
  const Factors* factors_;
  std::optional<Worst> all_;  // of all lanes, once asked for
};

// The first number that was made, and for how many lanes.
struct Made {
  std::uint32_t lanes = 0;
  std::uint32_t half = 0;  // of the first lane's result
  bool is_nan = false;
  bool is_choice = false;
  Worst of = Worst::finite;
};

// Is a result not finite of whose sources none was a NaN, nor infinite where the result is?
std::optional<Made> made_in(const Issue& issue, const NumberUse& use, Sources& sources,
                            std::uint32_t lane) {
  for (const NumberSlot& result : use.results) {
    const std::uint64_t bits = read_slot(issue.frame.slots + result.slot, result.bytes, lane);
    for (std::uint32_t half = 0; half < numbers_in(result.type); ++half) {
      const double value = value_of(result.type, bits, half);
      if (std::isfinite(value)) continue;
      const Worst of = sources.worst(lane, half);
      if (is_passed_on(value, of)) continue;
      return Made{1u << lane, half, std::isnan(value), use.is_choice, of};
    }
  }
  return std::nullopt;
}

FindingText text_of(const Made& made, const std::string& formula) {
  if (made.is_choice) return finding_text::chosen_constant(made.is_nan);
  if (!made.is_nan) return finding_text::infinity_of_finite_numbers(formula);
  return made.of == Worst::infinite ? finding_text::nan_of_infinity(formula)
                                    : finding_text::nan_of_finite_numbers(formula);
}

template <class Formula>
void report(BlockContext& block, const Issue& issue, const Made& made, Formula formula) {
  const FindingPlace place{issue.instruction, issue.warp.index, first_lane(made.lanes)};
  block.report.add_lazily(trace::FindingKind::non_finite, place,
                          [&] { return text_of(made, formula()); });
  block.report.count({trace::FindingKind::non_finite, issue.instruction, kNoIndex},
                     static_cast<std::uint64_t>(std::popcount(made.lanes)) - 1);
}

}  // namespace

NonFiniteWatch::NonFiniteWatch(BlockContext& block)
    : block_(&block), uses_(number_uses(*block.image)) {
  std::size_t most = 0;
  for (const NumberUse& use : uses_) most = std::max(most, use.sources.size());
  sources_.resize(most * kSourceBytes);
}

void NonFiniteWatch::keep_sources(const Issue& issue, const NumberUse& use) {
  std::byte* kept = sources_.data();
  for (const NumberSlot& source : use.sources) {
    std::memcpy(kept, issue.frame.slots + source.slot, std::size_t{source.bytes} * kWarpSize);
    kept += kSourceBytes;
  }
}

void NonFiniteWatch::look_at_results(const Issue& issue, const NumberUse& use,
                                     const Factors& factors) {
  Sources sources(use, sources_, factors);
  Made first;
  each_lane(issue.mask, [&](std::uint32_t lane) {
    const auto made = made_in(issue, use, sources, lane);
    if (!made) return;
    if (first.lanes == 0) first = *made;
    first.lanes |= made->lanes;
  });
  if (first.lanes == 0) return;
  report(*block_, issue, first, [&] {
    const ptx::Instruction& instruction = *block_->image->place(issue.instruction).instruction;
    return formula(instruction, use, sources.texts(first_lane(first.lanes), first.half));
  });
}

void NonFiniteWatch::look_at_sum(const Issue& issue, std::uint32_t lane, ScalarType type,
                                 std::uint64_t old, std::uint64_t b) {
  const std::uint64_t sum = apply(ScalarOperation::add, type, old, b).value_or(old);
  for (std::uint32_t half = 0; half < numbers_in(type); ++half) {
    const double number = value_of(type, sum, half);
    if (std::isfinite(number)) continue;
    const Worst of =
        worse(worse(Worst::finite, value_of(type, old, half)), value_of(type, b, half));
    if (is_passed_on(number, of)) continue;
    return report(*block_, issue, {1u << lane, half, std::isnan(number), false, of}, [&] {
      return fmt::format("{} + {}", text_of(type, old, half), text_of(type, b, half));
    });
  }
}

}  // namespace warplens::machine
