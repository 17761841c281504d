#include "viz/code/register_pressure.h"

#include <algorithm>
#include <set>

#include "kernels/sass/instruction.h"

namespace warplens::code {

namespace {

// PTX lines whose own instruction may access local memory: of it, of a generic address, of a call's
// parameters.
std::set<std::uint32_t> local_lines(const ptx::Module& module) {
  std::set<std::uint32_t> lines;
  for (const ptx::Function& function : module.functions) {
    for (const ptx::Instruction& instruction : function.instructions) {
      const bool is_access = instruction.opcode == "ld" || instruction.opcode == "st";
      const bool is_elsewhere =
          instruction.has("global") || instruction.has("shared") || instruction.has("const");
      if ((is_access && !is_elsewhere) || instruction.opcode == "call") {
        lines.insert(instruction.ptx_line);
      }
    }
  }
  return lines;
}

// nvdisasm writes (*"SpillRefill"*) behind those that ptxas marked.
bool is_marked_spill(const sass::ListedInstruction& instruction) {
  return instruction.text.find("SpillRefill") != std::string::npos;
}

void take_most(const sass::LiveRegisters& live, std::size_t at, RegisterPressure& into) {
  if (live.general > into.peak.general) {
    into.peak.general = live.general;
    into.peak_at = at;
  }
  into.peak.uniform = std::max(into.peak.uniform, live.uniform);
  into.peak.predicates = std::max(into.peak.predicates, live.predicates);
  into.peak.uniform_predicates = std::max(into.peak.uniform_predicates, live.uniform_predicates);
}

}  // namespace

bool accesses_local(const sass::ListedInstruction& instruction) {
  const auto operation = sass::operation_of(instruction);
  return operation == "STL" || operation == "LDL";
}

std::uint64_t RegisterPressure::spilled_bytes(bool by_stores) const {
  std::uint64_t bytes = 0;
  for (const Spill& spill : spills) bytes += spill.is_store == by_stores ? spill.bytes : 0;
  return bytes;
}

RegisterPressure register_pressure(const sass::ListedFunction& function,
                                   const ptx::Module& module) {
  RegisterPressure pressure;
  const std::set<std::uint32_t> asked_for = local_lines(module);
  for (std::size_t i = 0; i < function.instructions.size(); ++i) {
    const sass::ListedInstruction& instruction = function.instructions[i];
    if (instruction.live.has_value()) {
      pressure.is_known = true;
      take_most(*instruction.live, i, pressure);
    }
    if (!accesses_local(instruction)) continue;
    if (!is_marked_spill(instruction) && asked_for.contains(instruction.ptx_line)) {
      ++pressure.local_accesses;
      continue;
    }
    const auto access = sass::access_of(sass::instruction_of(instruction.text));
    pressure.spills.push_back({i, sass::operation_of(instruction) == "STL",
                               access.has_value() ? access->width : std::uint8_t{4},
                               instruction.ptx_line, instruction.is_in_loop});
  }
  return pressure;
}

}  // namespace warplens::code
