#include "kernels/machine/program/symbols.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>
#include <unordered_set>

#include "kernels/base/names.h"

namespace warplens::machine {
namespace {

using ptx::StateSpace;

bool is_indirect_call(const ptx::Instruction& instruction) {
  if (instruction.opcode != "call") return false;
  return std::ranges::any_of(instruction.operands, [](const ptx::Operand& operand) {
    return operand.kind == ptx::Operand::Kind::reg;
  });
}

std::set<std::string, std::less<>> used_names(const ProgramImage& image) {
  std::set<std::string, std::less<>> names;
  for (const FunctionImage& function : image.functions) {
    for (const ptx::Instruction& instruction : function.function->instructions) {
      for (const ptx::Operand& operand : instruction.operands) {
        each_symbol(operand, [&](const std::string& name) { names.insert(name); });
      }
    }
  }
  std::unordered_map<std::string_view, const ptx::Variable*> variables;
  for (const ptx::Variable& variable : image.module->variables) {
    variables.try_emplace(variable.name, &variable);
  }
  // Symbols that an initialiser points to are used as well; the set grows while it is walked.
  std::vector<std::string> open(names.begin(), names.end());
  while (!open.empty()) {
    const auto variable = variables.find(open.back());
    open.pop_back();
    if (variable == variables.end()) continue;
    for (const ptx::Relocation& relocation : variable->second->relocations) {
      if (names.insert(relocation.symbol).second) open.push_back(relocation.symbol);
    }
  }
  return names;
}

// A sum of declared sizes; one that has no room stays the largest, which every check refuses.
std::uint32_t in_32_bits(std::uint64_t bytes) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, 0xffffffffu));
}

bool names_special(const ProgramImage& image, std::string_view name) {
  return std::ranges::any_of(image.functions, [&](const FunctionImage& function) {
    return std::ranges::any_of(
        function.function->instructions, [&](const ptx::Instruction& instruction) {
          return std::ranges::any_of(instruction.operands, [&](const ptx::Operand& operand) {
            return operand.kind == ptx::Operand::Kind::special && operand.text == name;
          });
        });
  });
}

}  // namespace

Definitions::Definitions(const ptx::Module& module) {
  for (const ptx::Function& function : module.functions) {
    const auto [known, is_new] = functions_.try_emplace(function.name, &function);
    if (!is_new && known->second->is_declaration && !function.is_declaration) {
      known->second = &function;
    }
  }
}

const ptx::Function* Definitions::find(std::string_view name) const {
  const auto found = functions_.find(name);
  return found == functions_.end() ? nullptr : found->second;
}

Symbols::Symbols(ProgramImage& image)
    : image_(&image), definitions_(*image.module), scopes_(image.functions.size()) {
  for (std::uint32_t i = 0; i < image.functions.size(); ++i) {
    functions_.try_emplace(image.functions[i].function->name, i);
  }
  place_module_variables();
  for (std::size_t i = 0; i < scopes_.size(); ++i) {
    place_parameters(i);
    place_function_variables(i);
  }
  place_reserved_shared();
  place_dynamic_shared();
}

void Symbols::place_shared(PlacedVariable variable, Scope& scope) {
  scope[variable.name] = {StateSpace::shared, variable.offset, kNoIndex, variable.bytes};
  image_->shared_arrays.push_back({source_name(variable.name), variable.offset, variable.bytes});
  image_->placed.push_back(std::move(variable));
}

void Symbols::place_variable(const ptx::Variable& variable, const ptx::Function* owner,
                             Scope& scope) {
  if (variable.space == StateSpace::shared) {
    if (variable.is_extern && variable.size == 0) {
      dynamic_.push_back({&variable, owner, &scope});
      return;
    }
    const std::uint64_t offset = align_up(image_->static_shared_bytes, variable.alignment);
    image_->static_shared_bytes = in_32_bits(offset + variable.size);
    place_shared(
        {owner, variable.name, StateSpace::shared, in_32_bits(offset), in_32_bits(variable.size)},
        scope);
  } else if (variable.space == StateSpace::global || variable.space == StateSpace::constant) {
    const auto symbol = static_cast<std::uint32_t>(image_->variables.size());
    image_->variables.push_back(&variable);
    scope[variable.name] = {variable.space, 0, symbol, variable.size};
  }
}

void Symbols::place_module_variables() {
  const auto names = used_names(*image_);
  for (const ptx::Variable& variable : image_->module->variables) {
    if (names.contains(variable.name)) place_variable(variable, nullptr, module_scope_);
  }
}

void Symbols::place_function_variables(std::size_t index) {
  FunctionImage& function = image_->functions[index];
  std::uint64_t parameters = function.parameter_bytes;
  std::uint64_t local = 0;
  for (const ptx::Variable& variable : function.function->variables) {
    if (variable.space == StateSpace::param) {
      // Call sequences declare the same names again and again, each in its own braces, and never
      // need two at once: one place, as large as the largest.
      const auto known = scopes_[index].find(variable.name);
      if (known != scopes_[index].end() && known->second.bytes >= variable.size) continue;
      const std::uint64_t offset = align_up(parameters, std::max(8u, variable.alignment));
      scopes_[index][variable.name] = {StateSpace::param, kFrameParameters + offset, kNoIndex,
                                       variable.size};
      parameters = offset + variable.size;
    } else if (variable.space == StateSpace::local) {
      const std::uint64_t offset = align_up(local, variable.alignment);
      scopes_[index][variable.name] = {StateSpace::local, offset, kLocalSymbol, variable.size};
      image_->placed.push_back({function.function, variable.name, StateSpace::local,
                                in_32_bits(offset), in_32_bits(variable.size)});
      local = offset + variable.size;
      function.local_alignment = std::max(function.local_alignment, variable.alignment);
    } else {
      place_variable(variable, function.function, scopes_[index]);
    }
  }
  // 16 is the strictest alignment that local and parameter variables ask for.
  function.parameter_bytes = in_32_bits(align_up(parameters, 16));
  function.local_bytes = in_32_bits(align_up(local, 16));
}

void Symbols::place_parameters(std::size_t index) {
  FunctionImage& function = image_->functions[index];
  const bool is_entry = function.function->is_entry;
  std::uint64_t next = 0;
  const auto place = [&](const ptx::Variable& variable, std::vector<ParameterCopy>& list) {
    const std::uint64_t offset = align_up(next, variable.alignment);
    next = offset + variable.size;
    scopes_[index][variable.name] = {StateSpace::param, (is_entry ? 0 : kFrameParameters) + offset,
                                     kNoIndex, variable.size};
    list.push_back({0, in_32_bits(offset), in_32_bits(variable.size)});
  };
  for (const ptx::Variable& variable : function.function->parameters) {
    place(variable, function.parameters);
  }
  if (is_entry) {
    if (index == 0) image_->entry_parameter_bytes = in_32_bits(next);
    return;
  }
  for (const ptx::Variable& variable : function.function->returns) {
    place(variable, function.returns);
  }
  function.parameter_bytes = in_32_bits(next);
}

// Cooperative groups keep the barriers of tiles of several warps in memory that the system reserves
// in every block (cooperative_groups/details/memory.h); zeroed, as the hardware finds it.
void Symbols::place_reserved_shared() {
  constexpr std::string_view kName = "%reserved_smem_offset_1";
  constexpr std::uint32_t kBytes = 288;
  if (!names_special(*image_, kName)) return;
  const std::uint64_t offset = align_up(image_->static_shared_bytes, 16);
  image_->static_shared_bytes = in_32_bits(offset + kBytes);
  place_shared({nullptr, std::string(kName), StateSpace::shared, in_32_bits(offset), kBytes},
               module_scope_);
  image_->shared_arrays.back().name = "reserved";
  image_->reserved_shared = image_->shared_arrays.back();
}

void Symbols::place_dynamic_shared() {
  std::uint32_t alignment = 1;
  for (const Unsized& array : dynamic_) alignment = std::max(alignment, array.variable->alignment);
  const std::uint64_t offset = align_up(image_->static_shared_bytes, alignment);
  if (!dynamic_.empty()) image_->static_shared_bytes = in_32_bits(offset);
  for (const Unsized& array : dynamic_) {
    place_shared({array.owner, array.variable->name, StateSpace::shared, in_32_bits(offset), 0},
                 *array.scope);
  }
}

std::optional<SymbolAddress> Symbols::find(std::size_t function, std::string_view name) const {
  if (const auto found = scopes_[function].find(name); found != scopes_[function].end()) {
    return found->second;
  }
  if (const auto found = module_scope_.find(name); found != module_scope_.end()) {
    return found->second;
  }
  const ptx::Function* target = definitions_.find(name);
  if (target == nullptr) return std::nullopt;
  return SymbolAddress{StateSpace::generic, function_address(*image_->module, *target), kNoIndex,
                       0};
}

std::optional<std::uint32_t> Symbols::function_of(std::string_view name) const {
  const auto found = functions_.find(name);
  if (found == functions_.end()) return std::nullopt;
  return found->second;
}

std::vector<const ptx::Function*> reachable_functions(const ptx::Module& module,
                                                      const ptx::Function& entry) {
  const Definitions definitions(module);
  std::vector<const ptx::Function*> reached{&entry};
  std::unordered_set<const ptx::Function*> known{&entry};
  const auto reach = [&](const std::string& name) {
    const ptx::Function* function = definitions.find(name);
    if (function == nullptr || function->is_declaration || function->is_entry) return;
    if (known.insert(function).second) reached.push_back(function);
  };
  bool has_indirect_call = false;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const bool had_indirect_call = has_indirect_call;
    for (const ptx::Instruction& instruction : reached[i]->instructions) {
      has_indirect_call = has_indirect_call || is_indirect_call(instruction);
      for (const ptx::Operand& operand : instruction.operands) each_symbol(operand, reach);
    }
    if (had_indirect_call || !has_indirect_call) continue;
    for (const ptx::Variable& variable : module.variables) {
      for (const ptx::Relocation& relocation : variable.relocations) reach(relocation.symbol);
    }
  }
  return reached;
}

std::uint64_t function_address(const ptx::Module& module, const ptx::Function& function) {
  return kFirstFunction + 16 * static_cast<std::uint64_t>(&function - module.functions.data());
}

std::string source_name(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;  // "i" would be demangled to "int"
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> demangled(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  if (status != 0 || demangled == nullptr) return symbol;
  const std::string name(demangled.get());
  return name.substr(last_part(name));
}

}  // namespace warplens::machine
