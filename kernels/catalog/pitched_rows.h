// Matrices whose rows TMA takes: rows that are no whole groups of 16 bytes are copied to a pitch
// before a launch, or from one behind it.
#pragma once

#include <string>

#include "kernels/catalog/family.h"

namespace warplens::catalog {

struct PitchedRows {
  std::string packed;   // a buffer of the plan
  std::string pitched;  // one of its own, with zeros behind each row
  ElementType type = ElementType::f32;
  std::uint32_t rows = 0, columns = 0;

  // Elements from one row to the next.
  [[nodiscard]] std::uint32_t pitch() const;
  [[nodiscard]] bool is_needed() const { return pitch() != columns; }
  // The buffer that TMA is told of.
  [[nodiscard]] const std::string& buffer() const { return is_needed() ? pitched : packed; }
};

// Where they are needed: the buffer, what is right in it, and a launch of
// `entry`(packed, pitched, columns, rows, pitch) before all others.
void add_pitch(Plan& plan, std::string entry, const PitchedRows& rows);
// The same, with a launch of `entry`(pitched, packed, columns, rows, pitch) behind all others.
void add_unpitch(Plan& plan, std::string entry, const PitchedRows& rows);

}  // namespace warplens::catalog
