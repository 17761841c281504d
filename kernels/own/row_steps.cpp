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
          if (goes_on) steps_.push_back({&address, along, across, pitch, unit, rows / unit});
        }
      }
    }
  }

  const ValueGraph& graph_;
  Environment environment_;
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
