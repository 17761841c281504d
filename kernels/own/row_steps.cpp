#include "kernels/own/row_steps.h"

#include <array>

#include "kernels/own/thread_bounds.h"

namespace warplens::own {
namespace {

using ptx::Instruction;
using ptx::Operand;

constexpr int kMostAddresses = 200;  // that are looked at in a large kernel
constexpr std::int64_t kLonger = 24;

const Operand* global_address(const Instruction& instruction) {
  const bool is_access = instruction.opcode == "ld" || instruction.opcode == "st" ||
                         instruction.opcode == "atom" || instruction.opcode == "red" ||
                         instruction.opcode == "cp";
  const bool is_elsewhere = instruction.has("param") || instruction.has("local") ||
                            (instruction.has("shared") && instruction.opcode != "cp");
  if (!is_access || is_elsewhere) return nullptr;
  const Operand* memory = nullptr;  // of cp.async the source, which comes last
  for (const Operand& operand : instruction.operands)
    if (operand.kind == Operand::Kind::memory) memory = &operand;
  return memory;
}

std::int64_t width_of(const Instruction& instruction) {
  std::int64_t lanes = 1;
  if (instruction.has("v2")) lanes = 2;
  if (instruction.has("v4")) lanes = 4;
  for (std::size_t i = instruction.modifiers.size(); i-- > 0;) {
    const auto type = ptx::scalar_type(instruction.modifiers[i]);
    if (type.has_value()) return lanes * static_cast<std::int64_t>(ptx::size_of(*type));
  }
  return 1;
}

Environment with_pointers(Environment environment) {
  for (auto& parameter : environment.parameters)
    if (!parameter.has_value()) parameter = 0;
  return environment;
}

class RowSteps {
 public:
  RowSteps(const ValueGraph& graph, const Environment& environment, const std::vector<bool>& sizes,
           const std::vector<std::int64_t>& units)
      : graph_(graph), environment_(with_pointers(environment)), sizes_(sizes), units_(units) {}

  std::vector<RowStep> take() {
    find_rows_within_blocks();
    int asked = 0;
    for (const Instruction& instruction : graph_.function().instructions) {
      const Operand* address = global_address(instruction);
      if (address == nullptr || (graph_.sources(*address).specials >> 3 & 0b111) == 0) continue;
      if (++asked > kMostAddresses) break;
      look_at(*address, unit_of(instruction, *address));
    }
    return std::move(steps_);
  }

 private:
  using Steps = std::array<std::int64_t, 3>;

  [[nodiscard]] Steps steps_of(const Operand& address, const Environment& at) const {
    Steps steps{};
    for (std::size_t d = 0; d < 3; ++d) steps[d] = step_of_blocks(graph_, address, at, d);
    return steps;
  }

  [[nodiscard]] std::int64_t unit_of(const Instruction& instruction, const Operand& address) const {
    const std::uint64_t parameters = graph_.sources(address).parameters;
    for (std::size_t i = 0; i < units_.size() && i < 64; ++i)
      if ((parameters >> i & 1) != 0 && units_[i] > 0) return units_[i];
    return width_of(instruction);
  }

  // Pitches by which a block goes from row to row: in the address of its first thread or of others,
  // or in what a loop adds.
  void find_rows_within_blocks() {
    within_.assign(sizes_.size(), false);
    int asked = 0;
    for (const Instruction& instruction : graph_.function().instructions) {
      const Operand* address = global_address(instruction);
      if (address != nullptr && ++asked <= kMostAddresses) note_rows_within(*address);
      const bool is_sum = instruction.opcode == "add" && instruction.operands.size() == 3;
      if (is_sum && graph_.changes(instruction.operands[0]))
        note_rows_within(instruction.operands[2]);
    }
  }

  void note_rows_within(const Operand& value) {
    Environment at = environment_;
    for (std::size_t d = 0; d < 3; ++d) at.specials[index_of(Special::tid, d)] = 1;
    const auto here = graph_.evaluate(value, at);
    for (std::size_t pitch = 0; pitch < sizes_.size(); ++pitch) {
      if (!sizes_[pitch] || within_[pitch]) continue;
      Environment longer = at;
      *longer.parameters[pitch] += kLonger;
      within_[pitch] = graph_.evaluate(value, longer) != here;
    }
  }

  void look_at(const Operand& address, std::int64_t unit) {
    const Steps steps = steps_of(address, environment_);
    for (std::uint32_t pitch = 0; pitch < sizes_.size(); ++pitch) {
      if (!sizes_[pitch]) continue;
      Environment longer = environment_;
      *longer.parameters[pitch] += kLonger;
      const Steps of_longer = steps_of(address, longer);
      for (std::size_t across = 0; across < 3; ++across) {
        const std::int64_t rows = (of_longer[across] - steps[across]) / kLonger;
        const bool is_rows = rows > 0 && steps[across] == rows * *environment_.parameters[pitch];
        if (!is_rows || rows % unit != 0) continue;
        for (std::size_t along = 0; along < 3; ++along) {
          const bool goes_on =
              steps[along] > 0 && steps[along] == of_longer[along] && steps[along] % unit == 0;
          if (goes_on)
            steps_.push_back(
                step_of({&address, along, across, pitch, unit, rows / unit}, steps[along]));
        }
      }
    }
  }

  // What a block never goes through row by row is a matrix of as many rows as the pitch says, each
  // as long as what it is multiplied by.
  [[nodiscard]] RowStep step_of(RowStep step, std::int64_t bytes) const {
    const std::int64_t row = step.unit * step.rows;
    if (within_[step.pitch] || bytes % row != 0) return step;
    step.unit = row;
    step.rows = 1;
    return step;
  }

  const ValueGraph& graph_;
  Environment environment_;
  std::vector<bool> within_;  // by parameter
  const std::vector<bool>& sizes_;
  const std::vector<std::int64_t>& units_;
  std::vector<RowStep> steps_;
};

}  // namespace

std::vector<RowStep> row_steps(const ValueGraph& graph, const Environment& environment,
                               const std::vector<bool>& sizes,
                               const std::vector<std::int64_t>& units) {
  return RowSteps(graph, environment, sizes, units).take();
}

std::int64_t bytes_a_block(const ValueGraph& graph, const Operand& address, Environment environment,
                           std::size_t dimension) {
  return step_of_blocks(graph, address, with_pointers(std::move(environment)), dimension);
}

}  // namespace warplens::own
