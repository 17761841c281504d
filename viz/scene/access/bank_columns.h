// 32 empty columns to choose a bank from, so that a person can be asked where a lane lands.
//
//   bank    0 1 2 3 4 5 6 7 …
//   lane 0  ▓▓▓                 a lane that is told
//   lane 1
//   lane 2 ?                    the one that is asked about
#pragma once

#include <cstdint>
#include <vector>

#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// A lane that is shown all the same, at its first bank and over so many.
struct ToldLane {
  std::uint32_t lane = 0, bank = 0, words = 1;
};

struct BankQuestion {
  std::uint32_t lane = 0;  // asked about
  std::uint32_t mask = 0;  // the lanes that take part
  std::vector<ToldLane> told;
};

// Rows are those of the told lanes and of the eight about the asked one. Ids: bank (a: bank) on
// each whole column; lane (a: lane, b: bank) on a told lane's mark; row (a: lane) on the asked
// one's row.
[[nodiscard]] DrawList bank_columns(const BankQuestion& question, Size size, const Style& style);

}  // namespace warplens::scene
