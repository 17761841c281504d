// Variable and register declarations, and the initialisers of variables.
#pragma once

#include <optional>
#include <vector>

#include "kernels/ptx/module.h"
#include "kernels/ptx/scope.h"
#include "kernels/ptx/token_cursor.h"

namespace warplens::ptx {

// A name that must be declared somewhere in the module, looked up when all of it has been read.
struct SymbolUse {
  std::string name;
  std::uint32_t line = 0;
};

// State that all declarations of one module share.
struct DeclarationContext {
  TokenCursor& cursor;
  std::vector<SymbolUse>& symbol_uses;
  std::uint64_t& initializer_bytes;  // read so far, against kMaximumInitializers
};

inline constexpr std::uint64_t kMaximumVariable = std::uint64_t{1} << 40;
inline constexpr std::uint64_t kMaximumInitializers = std::uint64_t{1} << 27;
inline constexpr std::uint32_t kMaximumRegisters = 1u << 24;
inline constexpr std::uint64_t kMaximumEntryParameters = 32764;  // bytes, as ptxas takes them

// The state space that a dotted word opens a variable declaration of.
[[nodiscard]] std::optional<StateSpace> variable_space(std::string_view word);

// `.global .align 4 .b8 a[16] = {…}, b;` up to and with the semicolon; the cursor stands on the
// state space. Any linkage has been read.
std::vector<Variable> parse_variables(DeclarationContext& context, bool is_extern);

// `(.param .u64 .ptr .global .align 16 a, .reg .b32 b)`, parentheses included.
std::vector<Variable> parse_parameters(DeclarationContext& context);

// `.reg .b32 %r<10>, %x;` up to and with the semicolon.
void parse_registers(TokenCursor& cursor, Scopes& scopes);

// Parses what follows `name[…] =`. Fills the variable's initializer, relocations and, for an
// unsized array, its size. `row_bytes[d]` is the size of one part d dimensions down.
void parse_initializer(DeclarationContext& context, const std::vector<std::uint64_t>& row_bytes,
                       Variable& variable);

// `.attribute(…)`, skipped.
void skip_attribute(TokenCursor& cursor);

}  // namespace warplens::ptx
