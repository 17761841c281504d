// The meanings of names in PTX: offsets in shared, local and parameter space, variables that get
// guest memory at launch, and functions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kernels/machine/program/program_image.h"

namespace warplens::machine {

struct SymbolAddress {
  ptx::StateSpace space = ptx::StateSpace::generic;  // generic: a function
  std::uint64_t value = 0;
  std::uint32_t symbol = kNoIndex;  // what value is relative to: global, const, local
  std::uint64_t bytes = 0;
};

// A module's functions by name. One may be declared before it is defined; the definition counts.
class Definitions {
 public:
  explicit Definitions(const ptx::Module& module);
  [[nodiscard]] const ptx::Function* find(std::string_view name) const;

 private:
  std::unordered_map<std::string_view, const ptx::Function*> functions_;
};

class Symbols {
 public:
  // Lays out the variables that the image's functions use, and fills the image's symbols, shared
  // arrays, parameter and local sizes.
  explicit Symbols(ProgramImage& image);

  [[nodiscard]] std::optional<SymbolAddress> find(std::size_t function,
                                                  std::string_view name) const;
  // The place of the function in the image.
  [[nodiscard]] std::optional<std::uint32_t> function_of(std::string_view name) const;

 private:
  using Scope = std::map<std::string, SymbolAddress, std::less<>>;
  void place_variable(const ptx::Variable& variable, const ptx::Function* owner, Scope& scope);
  void place_module_variables();
  void place_function_variables(std::size_t function);
  void place_parameters(std::size_t function);
  void place_shared(PlacedVariable variable, Scope& scope);
  void place_reserved_shared();
  void place_dynamic_shared();

  ProgramImage* image_;
  Definitions definitions_;
  std::unordered_map<std::string_view, std::uint32_t> functions_;  // of the image
  Scope module_scope_;
  std::vector<Scope> scopes_;
  struct Unsized {
    const ptx::Variable* variable;
    const ptx::Function* owner;
    Scope* scope;
  };
  std::vector<Unsized> dynamic_;
};

// The functions that `entry` can come to run, itself first: through calls, and, where there is an
// indirect call, every function whose address is taken in the module.
[[nodiscard]] std::vector<const ptx::Function*> reachable_functions(const ptx::Module& module,
                                                                    const ptx::Function& entry);

// A function's address as guest code sees it.
[[nodiscard]] std::uint64_t function_address(const ptx::Module& module,
                                             const ptx::Function& function);

// Calls visit(name) for every symbol that an instruction names, in nested operands too.
template <class Visit>
void each_symbol(const ptx::Operand& operand, Visit&& visit) {
  if (operand.kind == ptx::Operand::Kind::symbol) visit(operand.text);
  for (const ptx::Operand& element : operand.elements) each_symbol(element, visit);
}

// The source name of a variable: `_ZZ4bodyILi32EEvPfE4tile` is "tile".
[[nodiscard]] std::string source_name(const std::string& symbol);

}  // namespace warplens::machine
