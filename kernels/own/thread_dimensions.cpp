#include "kernels/own/thread_dimensions.h"

#include <algorithm>
#include <optional>

#include "kernels/own/scalar_operation.h"

namespace warplens::own {
namespace {

using ptx::Instruction;
using ptx::Operand;

constexpr std::int64_t kAnyParameter = 1'000'003;
constexpr std::array<std::int64_t, 3> kThreadsOfRank{7, 5, 3},
    kBlocksOfRank{11, 6, 4};  // in x, y and z

Environment environment_of_shapes(const ptx::Function& function) {
  Environment environment;
  environment.parameters.assign(function.parameters.size(), kAnyParameter);
  for (std::size_t d = 0; d < 3; ++d) {
    environment.specials[index_of(Special::ntid, d)] = kThreadsOfRank[d];
    environment.specials[index_of(Special::nctaid, d)] = kBlocksOfRank[d];
  }
  return environment;
}

// What reaches instructions of threadIdx.x, y and z (or of blockIdx), other than as a rank.
class Directions {
 public:
  Directions(const ValueGraph& graph, Special special)
      : graph_(graph),
        special_(special),
        extents_(special == Special::tid ? kThreadsOfRank : kBlocksOfRank),
        environment_(environment_of_shapes(graph.function())),
        carried_(graph.function().registers.size()),
        is_rank_(graph.function().registers.size()) {}

  std::array<bool, 3> told_apart() {
    for (has_changed_ = true; has_changed_;) {
      has_changed_ = false;
      for (const Instruction& instruction : graph_.function().instructions) pass(instruction);
    }
    return {(used_ & 1) != 0, (used_ & 2) != 0, (used_ & 4) != 0};
  }

 private:
  using Bits = std::uint32_t;  // bit d: of dimension d
  using Threads = std::array<std::int64_t, 3>;
  // Some that are not the first.
  static constexpr std::array<Threads, 6> kOthers{
      {{0, 1, 0}, {4, 2, 0}, {0, 0, 1}, {2, 1, 1}, {3, 3, 2}, {5, 0, 0}}};

  [[nodiscard]] Bits bits_in(const Sources& sources) const {
    return sources.specials >> index_of(special_, 0) & 0b111;
  }

  [[nodiscard]] Bits reaching(const Operand& operand) const {
    if (operand.kind == Operand::Kind::reg) return carried_[operand.index];
    if (operand.kind == Operand::Kind::special) return bits_in(graph_.sources(operand));
    Bits bits = 0;
    for (const Operand& element : operand.elements) bits |= reaching(element);
    return bits;
  }

  void pass(const Instruction& instruction) {
    const auto written = written_registers(instruction);
    const bool is_arithmetic = is_scalar_operation(instruction) && written.size() == 1;
    Bits bits = 0;
    for (std::size_t i = is_arithmetic ? 1 : 0; i < instruction.operands.size(); ++i)
      bits |= reaching(instruction.operands[i]);
    if (bits > 0b001 && tells_first(instruction)) bits = 0b001;
    if (!is_arithmetic) return add(used_, bits);
    const bool is_of_one = bits == 0b001 || bits == 0;
    if (!is_of_one && is_rank(instruction.operands.front())) bits = 0b001;
    add(carried_[written.front()], bits);
  }

  void add(Bits& to, Bits bits) {
    has_changed_ |= (to | bits) != to;
    to |= bits;
  }

  [[nodiscard]] std::optional<std::int64_t> value_at(const Operand& value,
                                                     const Threads& at) const {
    Environment environment = environment_;
    for (std::size_t d = 0; d < 3; ++d) environment.specials[index_of(special_, d)] = at[d];
    return graph_.evaluate(value, environment);
  }

  // Whether it compares what is equal for the first of them all and for no other: grid.sync() asks
  // x + y == -z.
  [[nodiscard]] bool tells_first(const Instruction& instruction) const {
    const auto& operands = instruction.operands;
    const bool is_equality = instruction.opcode == "setp" && operands.size() == 3 &&
                             (instruction.has("eq") || instruction.has("ne"));
    if (!is_equality) return false;
    const auto are_equal = [&](const Threads& at) -> std::optional<bool> {
      const auto one = value_at(operands[1], at), other = value_at(operands[2], at);
      if (!one.has_value() || !other.has_value()) return std::nullopt;
      return static_cast<std::int32_t>(*one) == static_cast<std::int32_t>(*other);
    };
    return are_equal({0, 0, 0}) == true &&
           std::ranges::all_of(kOthers, [&](const Threads& at) { return are_equal(at) == false; });
  }

  // Whether it grows evenly from each to the next in the order in which hardware counts them.
  bool is_rank(const Operand& value) {
    auto& known = is_rank_[value.index];
    if (!known.has_value()) known = counts_through(value);
    return *known;
  }

  [[nodiscard]] bool counts_through(const Operand& value) const {
    const bool has_z = (bits_in(graph_.sources(value)) & 0b100) != 0;
    const auto first = value_at(value, {0, 0, 0}), second = value_at(value, {1, 0, 0});
    if (!first.has_value() || !second.has_value() || *first == *second) return false;
    return std::ranges::all_of(kOthers, [&](const Threads& at) {
      if (at[2] > 0 && !has_z) return true;
      const std::int64_t rank = (at[2] * extents_[1] + at[1]) * extents_[0] + at[0];
      return value_at(value, at) == *first + rank * (*second - *first);
    });
  }

  const ValueGraph& graph_;
  Special special_;
  std::array<std::int64_t, 3> extents_;
  Environment environment_;
  std::vector<Bits> carried_;                 // by register
  std::vector<std::optional<bool>> is_rank_;  // likewise
  Bits used_ = 0;
  bool has_changed_ = false;
};

}  // namespace

ThreadDimensions thread_dimensions(const ValueGraph& graph) {
  return {Directions(graph, Special::tid).told_apart(),
          Directions(graph, Special::ctaid).told_apart()};
}

}  // namespace warplens::own
