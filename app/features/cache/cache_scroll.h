// How far the cache's rows are scrolled: ui.state<CacheScroll>().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace warplens::ui {

// Of each side of the stage.
struct CacheScroll {
  struct Side {
    std::size_t event = 0;  // whose rows it is from
    std::int64_t rows = 0;
  };
  std::array<Side, 2> sides;
};

}  // namespace warplens::ui
