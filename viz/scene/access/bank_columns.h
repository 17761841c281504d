// 32 empty columns to choose a bank from, so that a person can be asked where a lane lands.
#pragma once

#include <cstdint>
#include <optional>

#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// A lane that is shown all the same, at its bank.
struct ToldLane {
  std::uint32_t lane = 0, bank = 0;
};

// Ids: bank (a: bank) on each whole column; lane (a: lane, b: bank) on the told lane's mark.
[[nodiscard]] DrawList bank_columns(const std::optional<ToldLane>& told, Size size,
                                    const Style& style);

}  // namespace warplens::scene
