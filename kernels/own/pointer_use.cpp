#include "kernels/own/pointer_use.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace warplens::own {
namespace {

using ptx::Instruction;
using ptx::Operand;
using ptx::ScalarType;

enum class Access : std::uint8_t { none, read, write, update };

Access access_of(const Instruction& instruction) {
  const std::string& opcode = instruction.opcode;
  if (opcode == "ld" || opcode == "ldu") return Access::read;
  if (opcode == "multimem" && instruction.has("red")) return Access::update;
  if (opcode == "multimem") return instruction.has("st") ? Access::write : Access::read;
  if (opcode == "wmma") return instruction.has("store") ? Access::write : Access::read;
  if (opcode == "cp") return Access::read;
  if (opcode == "st") return Access::write;
  if (opcode == "atom" || opcode == "red") return Access::update;
  return Access::none;
}

bool is_elsewhere(const Instruction& instruction) {
  return instruction.has("shared") && instruction.opcode != "cp"
             ? true
             : instruction.has("param") || instruction.has("local") || instruction.has("const");
}

const Operand* address_of(const Instruction& instruction) {
  const Operand* memory = nullptr;
  for (const Operand& operand : instruction.operands) {
    if (operand.kind == Operand::Kind::memory) memory = &operand;  // of cp.async: the source
    if (memory != nullptr && instruction.opcode != "cp") break;
  }
  return memory;
}

ScalarType type_of(const Instruction& instruction) {
  for (std::size_t i = instruction.modifiers.size(); i-- > 0;) {
    const auto type = ptx::scalar_type(instruction.modifiers[i]);
    if (type.has_value()) return *type;
  }
  return ScalarType::none;
}

bool is_untyped(ScalarType type) {
  return type == ScalarType::b8 || type == ScalarType::b16 || type == ScalarType::b32 ||
         type == ScalarType::b64 || type == ScalarType::b128;
}

// Whether access `a` says more of an element: the narrower one does, then the typed one.
bool says_more(ScalarType a, ScalarType than) {
  if (than == ScalarType::none) return true;
  if (ptx::size_of(a) != ptx::size_of(than)) return ptx::size_of(a) < ptx::size_of(than);
  return is_untyped(than) && !is_untyped(a);
}

class Uses {
 public:
  Uses(const ptx::Module& module, const ValueGraph& graph)
      : module_(module), graph_(graph), uses_(graph.function().parameters.size()) {}

  std::vector<PointerUse> take() {
    for (const Instruction& instruction : graph_.function().instructions) look_at(instruction);
    for (std::size_t i = 0; i < uses_.size(); ++i)
      uses_[i].is_list_of_offsets = has_neighbours(i) && (uses_[i].is_index || uses_[i].is_limit);
    return std::move(uses_);
  }

 private:
  template <class Act>
  void for_each(std::uint64_t parameters, Act act) {
    for (std::size_t i = 0; i < uses_.size() && i < 64; ++i)
      if ((parameters >> i & 1) != 0) act(uses_[i], i);
  }

  void look_at(const Instruction& instruction) {
    if (instruction.opcode == "setp") return look_at_comparison(instruction);
    const Access access = access_of(instruction);
    if (access == Access::none || instruction.has("param")) return note_escape(instruction);
    const Operand* memory = address_of(instruction);
    if (memory == nullptr) return;
    for_each(graph_.sources(*memory).loaded,
             [](PointerUse& use, std::size_t) { use.is_index = true; });
    if (!is_elsewhere(instruction)) note_access(instruction, access, *memory);
  }

  void look_at_comparison(const Instruction& instruction) {
    if (instruction.has("f32") || instruction.has("f64") || instruction.operands.size() < 3) return;
    for (const Operand& operand : instruction.operands)
      for_each(graph_.sources(operand).loaded,
               [](PointerUse& use, std::size_t) { use.is_limit = true; });
  }

  void note_access(const Instruction& instruction, Access access, const Operand& memory) {
    const ScalarType type = type_of(instruction);
    for_each(graph_.sources(memory).parameters, [&](PointerUse& use, std::size_t parameter) {
      use.is_read |= access == Access::read;
      use.is_written |= access == Access::write;
      use.is_updated |= access == Access::update;
      if (access == Access::read && !memory.elements.empty())
        reads_.insert({parameter, memory.elements[0].index, memory.bits});
      if (type == ScalarType::none || !says_more(type, use.type)) return;
      use.type = type;
      use.instruction = instruction.mnemonic();
      use.line = line_of(instruction);
    });
  }

  // Two loads through one register, an element apart.
  bool has_neighbours(std::size_t parameter) const {
    const std::uint64_t width = ptx::size_of(uses_[parameter].type);
    return std::any_of(reads_.begin(), reads_.end(), [&](const auto& read) {
      const auto& [of, base, offset] = read;
      return of == parameter && reads_.contains({of, base, offset + width});
    });
  }

  void note_escape(const Instruction& instruction) {
    const bool is_store = instruction.opcode == "st" && !instruction.operands.empty();
    if (!is_store || !instruction.has("param")) return;
    for_each(graph_.sources(instruction.operands.back()).parameters,
             [](PointerUse& use, std::size_t) { use.escapes = true; });
  }

  std::uint32_t line_of(const Instruction& instruction) const {
    std::uint32_t location = instruction.location;
    if (location >= module_.locations.size()) return 0;
    while (module_.locations[location].inlined_at < module_.locations.size())
      location = module_.locations[location].inlined_at;
    return module_.locations[location].line;
  }

  const ptx::Module& module_;
  const ValueGraph& graph_;
  std::vector<PointerUse> uses_;
  std::set<std::tuple<std::size_t, std::uint32_t, std::uint64_t>> reads_;
};

}  // namespace

std::vector<PointerUse> pointer_uses(const ptx::Module& module, const ValueGraph& graph) {
  return Uses(module, graph).take();
}

}  // namespace warplens::own
