// Where a function's numbers come from: each register's value as an expression of parameters and
// thread numbers, and what may ever flow into it.
//
// A register that is written at several places (a loop's counter) has the value that it is given
// first; what flows into it comes from all of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/ptx/module.h"

namespace warplens::own {

enum class Special : std::uint8_t { tid, ctaid, ntid, nctaid };
inline constexpr std::size_t kSpecials = 12;  // each in x, y and z
[[nodiscard]] constexpr std::size_t index_of(Special special, std::size_t dimension) {
  return static_cast<std::size_t>(special) * 3 + dimension;
}

// Numbers for what a launch gives: thread, block, shape, parameters.
struct Environment {
  std::array<std::int64_t, kSpecials> specials{};
  std::vector<std::optional<std::int64_t>> parameters;  // scalars; none: a pointer, a structure
};

// The sources that may flow into a value. Bit i: parameter i, or index_of(special, dimension).
struct Sources {
  std::uint64_t parameters = 0;
  std::uint64_t loaded = 0;  // from memory that parameter i points to
  std::uint32_t specials = 0;
  friend bool operator==(const Sources&, const Sources&) = default;
};
[[nodiscard]] Sources operator|(const Sources& a, const Sources& b);

class ValueGraph {
 public:
  explicit ValueGraph(const ptx::Function& function);

  // The value of a register or an immediate; nothing where it is not known.
  [[nodiscard]] std::optional<std::int64_t> evaluate(const ptx::Operand& operand,
                                                     const Environment& environment) const;
  [[nodiscard]] Sources sources(const ptx::Operand& operand) const;
  // Whether its register is written at several places.
  [[nodiscard]] bool changes(const ptx::Operand& operand) const;
  [[nodiscard]] const ptx::Function& function() const { return function_; }

 private:
  using Known = std::vector<std::optional<std::optional<std::int64_t>>>;  // by register

  void note_writes();
  void flow();
  [[nodiscard]] Sources flowing_through(const ptx::Instruction& instruction);
  [[nodiscard]] Sources parameter_sources(const ptx::Operand& memory) const;
  [[nodiscard]] std::optional<std::int64_t> value_of(const ptx::Operand& operand,
                                                     const Environment& environment, Known& known,
                                                     int depth) const;
  [[nodiscard]] std::optional<std::int64_t> value_of(const ptx::Instruction& instruction,
                                                     const Environment& environment, Known& known,
                                                     int depth) const;

  const ptx::Function& function_;
  std::vector<std::vector<std::uint32_t>> writers_;  // instructions, by register
  std::vector<Sources> sources_;                     // by register
  Sources shared_;                                   // of what is stored to shared or local memory
};

// The registers that an instruction writes.
[[nodiscard]] std::vector<std::uint32_t> written_registers(const ptx::Instruction& instruction);

// The parameter that `[name+8]` of ld.param lies in; kNone where it is none.
[[nodiscard]] std::uint32_t parameter_index(const ptx::Function& function,
                                            const ptx::Operand& memory);

}  // namespace warplens::own
