#include "kernels/own/value_graph.h"

#include <algorithm>
#include <string_view>

#include "kernels/own/scalar_operation.h"

namespace warplens::own {
namespace {

using ptx::Instruction;
using ptx::Operand;

constexpr int kDeepestValue = 200;

bool writes_nothing(std::string_view opcode) {
  return opcode == "st" || opcode == "red" || opcode == "bra" || opcode == "call" ||
         opcode == "ret" || opcode == "exit" || opcode == "bar" || opcode == "barrier" ||
         opcode == "membar" || opcode == "fence" || opcode == "cp" || opcode == "prefetch" ||
         opcode == "brx" || opcode == "trap";
}

void add_registers(const Operand& operand, std::vector<std::uint32_t>& registers) {
  if (operand.kind == Operand::Kind::reg) registers.push_back(operand.index);
  if (operand.kind != Operand::Kind::vector && operand.kind != Operand::Kind::pair) return;
  for (const Operand& element : operand.elements) add_registers(element, registers);
}

std::optional<std::size_t> special_index(std::string_view name) {
  constexpr std::array<std::string_view, 4> kNames{"%tid.", "%ctaid.", "%ntid.", "%nctaid."};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (!name.starts_with(kNames[i]) || name.size() != kNames[i].size() + 1) continue;
    const auto dimension = static_cast<std::size_t>(name.back() - 'x');
    if (dimension < 3) return 3 * i + dimension;
  }
  return std::nullopt;
}

bool reads_memory(const Instruction& instruction) {
  return instruction.opcode == "ld" || instruction.opcode == "ldu" || instruction.opcode == "atom";
}

bool is_of_block(const Instruction& instruction) {
  return instruction.has("shared") || instruction.has("local");
}

}  // namespace

Sources operator|(const Sources& a, const Sources& b) {
  return {a.parameters | b.parameters, a.loaded | b.loaded, a.specials | b.specials};
}

std::vector<std::uint32_t> written_registers(const Instruction& instruction) {
  std::vector<std::uint32_t> registers;
  if (!writes_nothing(instruction.opcode) && !instruction.operands.empty())
    add_registers(instruction.operands.front(), registers);
  return registers;
}

std::uint32_t parameter_index(const ptx::Function& function, const Operand& memory) {
  if (memory.elements.empty() || memory.elements[0].kind != Operand::Kind::symbol)
    return ptx::kNone;
  const auto found = std::find_if(
      function.parameters.begin(), function.parameters.end(),
      [&](const ptx::Variable& parameter) { return parameter.name == memory.elements[0].text; });
  return found == function.parameters.end()
             ? ptx::kNone
             : static_cast<std::uint32_t>(found - function.parameters.begin());
}

ValueGraph::ValueGraph(const ptx::Function& function)
    : function_(function),
      writers_(function.registers.size()),
      sources_(function.registers.size()) {
  note_writes();
  flow();
}

void ValueGraph::note_writes() {
  for (std::uint32_t i = 0; i < function_.instructions.size(); ++i) {
    for (const std::uint32_t one : written_registers(function_.instructions[i]))
      writers_[one].push_back(i);
  }
}

// Until nothing changes: loops carry values backwards.
void ValueGraph::flow() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Instruction& instruction : function_.instructions) {
      const Sources through = flowing_through(instruction);
      for (const std::uint32_t one : written_registers(instruction)) {
        const Sources all = sources_[one] | through;
        changed |= !(all == sources_[one]);
        sources_[one] = all;
      }
      const bool is_store = instruction.opcode == "st" && !instruction.operands.empty();
      if (!is_store || !is_of_block(instruction)) continue;
      const Sources all = shared_ | Sources{0, sources(instruction.operands.back()).loaded, 0};
      changed |= !(all == shared_);
      shared_ = all;
    }
  }
}

Sources ValueGraph::parameter_sources(const Operand& memory) const {
  const std::uint32_t index = parameter_index(function_, memory);
  return index < 64 ? Sources{std::uint64_t{1} << index, 0, 0} : Sources{};
}

Sources ValueGraph::flowing_through(const Instruction& instruction) {
  if (instruction.operands.size() < 2) return {};
  if (reads_memory(instruction)) {
    const Operand& memory = instruction.operands[1];
    if (instruction.has("param")) return parameter_sources(memory);
    if (is_of_block(instruction)) return shared_;
    return {0, sources(memory).parameters, 0};
  }
  Sources all;
  for (std::size_t i = 1; i < instruction.operands.size(); ++i)
    all = all | sources(instruction.operands[i]);
  return all;
}

Sources ValueGraph::sources(const Operand& operand) const {
  if (operand.kind == Operand::Kind::reg) return sources_[operand.index];
  if (operand.kind == Operand::Kind::special) {
    const auto index = special_index(operand.text);
    return index.has_value() ? Sources{0, 0, 1u << *index} : Sources{};
  }
  if (operand.kind == Operand::Kind::memory)
    return operand.elements.empty() ? Sources{} : sources(operand.elements.front());
  Sources all;
  for (const Operand& element : operand.elements) all = all | sources(element);
  return all;
}

bool ValueGraph::changes(const Operand& operand) const {
  return operand.kind == Operand::Kind::reg && writers_[operand.index].size() > 1;
}

std::optional<std::int64_t> ValueGraph::evaluate(const Operand& operand,
                                                 const Environment& environment) const {
  Known known(function_.registers.size());
  return value_of(operand, environment, known, 0);
}

std::optional<std::int64_t> ValueGraph::value_of(const Operand& operand,
                                                 const Environment& environment, Known& known,
                                                 int depth) const {
  using Kind = Operand::Kind;
  if (depth > kDeepestValue) return std::nullopt;
  if (operand.kind == Kind::integer) return static_cast<std::int64_t>(operand.bits);
  if (operand.kind == Kind::special) {
    const auto index = special_index(operand.text);
    return index.has_value() ? std::optional(environment.specials[*index]) : std::nullopt;
  }
  if (operand.kind == Kind::memory && !operand.elements.empty()) {
    const auto base = value_of(operand.elements.front(), environment, known, depth + 1);
    if (!base.has_value()) return base;
    return *base + static_cast<std::int64_t>(operand.bits);
  }
  if (operand.kind != Kind::reg || writers_[operand.index].empty()) return std::nullopt;
  auto& value = known[operand.index];
  if (value.has_value()) return *value;
  value = std::optional<std::int64_t>();  // while it is looked at: a loop has no value
  const Instruction& writer = function_.instructions[writers_[operand.index].front()];
  const auto found = value_of(writer, environment, known, depth + 1);
  known[operand.index] = found;
  return found;
}

std::optional<std::int64_t> ValueGraph::value_of(const Instruction& instruction,
                                                 const Environment& environment, Known& known,
                                                 int depth) const {
  if (instruction.opcode == "ld" && instruction.has("param") && instruction.operands.size() > 1) {
    const std::uint32_t index = parameter_index(function_, instruction.operands[1]);
    const bool is_whole =
        index < environment.parameters.size() && instruction.operands[1].bits == 0;
    return is_whole ? environment.parameters[index] : std::nullopt;
  }
  if (!is_scalar_operation(instruction)) return std::nullopt;
  std::vector<std::int64_t> inputs;
  for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
    const auto input = value_of(instruction.operands[i], environment, known, depth + 1);
    if (!input.has_value()) return std::nullopt;
    inputs.push_back(*input);
  }
  return scalar_operation(instruction, inputs);
}

}  // namespace warplens::own
