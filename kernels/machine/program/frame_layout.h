// The offsets of a function's registers, immediates and special registers in its frame.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "kernels/machine/program/program_image.h"

namespace warplens::machine {

// Bytes of one lane's value in a slot of that type: 0 for a predicate, at least 2 otherwise.
[[nodiscard]] std::uint32_t slot_bytes(ptx::ScalarType type);

class FrameLayout {
 public:
  // Registers are placed first, those of one number in `shared` at one place (shared_slots.h).
  FrameLayout(FunctionImage& function, const std::vector<std::uint32_t>& shared);

  [[nodiscard]] std::uint32_t register_slot(std::uint32_t index, std::int8_t component) const;
  [[nodiscard]] std::uint32_t register_bytes(std::uint32_t index) const;
  // Equal constants share a slot.
  std::uint32_t constant(std::uint32_t bytes, std::uint64_t bits, std::uint32_t symbol = kNoIndex);
  // kNoSlot when there is no such special register.
  std::uint32_t special(std::string_view name, std::uint32_t bytes);
  std::uint32_t scratch(std::uint32_t bytes);    // written, never read
  std::uint32_t temporary(std::uint32_t bytes);  // of one instruction alone
  std::uint32_t carry();                         // the condition code
  // The size of a slot, with the bytes that align what follows.
  [[nodiscard]] std::uint32_t bytes_at(std::uint32_t slot) const;
  void finish();  // sets frame_bytes

 private:
  std::uint32_t place(std::uint32_t bytes);

  FunctionImage* function_;
  std::uint32_t next_ = 0;
  std::uint32_t carry_ = 0;
  std::vector<std::uint32_t> slots_;  // all, ascending
  std::vector<std::uint32_t> registers_;
  std::map<std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>, std::uint32_t> constants_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> specials_;
  std::map<std::uint32_t, std::uint32_t> scratch_;
};

}  // namespace warplens::machine
