// What the addresses that a function computes began with: a pointer that the launch passes, a
// variable, or something that the function's text does not tell.
//
//   mov.u32 %r1, tile;  add.s32 %r2, %r1, %r9;  ld.shared.u32 %r3, [%r2+4];     %r2: tile
//
// One answer for each register, from all instructions that write it, in no order: right wherever
// the program stands.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/machine/program/symbols.h"
#include "kernels/ptx/module.h"

namespace warplens::machine {

struct AddressOrigin {
  bool is_unknown = false;                // or anything else
  std::vector<std::uint32_t> parameters;  // pointers, by their offset in the entry's parameters
  std::vector<SymbolAddress> variables;
};

class AddressOrigins {
 public:
  AddressOrigins(const ptx::Function& function, const Symbols& symbols, std::size_t index);

  // The origin of a register or of a variable's name.
  [[nodiscard]] AddressOrigin of(const ptx::Operand& base) const;

 private:
  // Some of the function's origins. An integer has none.
  struct Set {
    static constexpr std::uint8_t kMost = 4;
    std::array<std::uint32_t, kMost> ids{};
    std::uint8_t count = 0;
    bool is_unknown = false;

    [[nodiscard]] bool is_empty() const { return count == 0 && !is_unknown; }
    // Whether anything was new.
    bool add(std::uint32_t id);
    bool add(const Set& other);
  };

  void find();
  bool update(const ptx::Instruction& instruction);
  [[nodiscard]] Set result_of(const ptx::Instruction& instruction) const;
  [[nodiscard]] Set loaded_by(const ptx::Instruction& instruction) const;
  // The origins of all operands from `first` to before `last`, carried on.
  [[nodiscard]] Set sum_of(const ptx::Instruction& instruction, std::size_t first,
                           std::size_t last) const;
  // The same when what is made of them is no address that one could name.
  [[nodiscard]] Set mix_of(const ptx::Instruction& instruction, std::size_t first,
                           std::size_t last) const;
  [[nodiscard]] Set set_of(const ptx::Operand& operand) const;
  bool assign(const ptx::Operand& destination, const Set& set);
  [[nodiscard]] bool is_wide(const ptx::Operand& destination) const;
  void name_variables();

  const ptx::Function* function_;
  const Symbols* symbols_;
  std::size_t index_;
  std::vector<Set> registers_;
  std::vector<SymbolAddress> variables_;
  std::map<std::string, std::uint32_t, std::less<>> ids_;  // of variables_
};

}  // namespace warplens::machine
