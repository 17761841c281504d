// What is chosen in the view of a shared tile, and as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "viz/scene/hardware_tile/tile_layout.h"

namespace warplens::hardware_tile {

using scene::TileShow;

// A read that stays whatever the cursor does.
struct ChosenRead {
  std::uint32_t ptx_line = 0;  // of the instruction
  char operand = 0;            // 'A', 'B'; 0: it has none
  std::uint32_t block = 0;
  std::uint32_t read = 0;  // of those of the instruction and operand
  friend bool operator==(const ChosenRead&, const ChosenRead&) = default;
};

struct TileChoice {
  TileShow show = TileShow::both;
  std::optional<std::uint64_t> unit{};  // its address
  std::optional<ChosenRead> at{};       // none: what the cursor means
  friend bool operator==(const TileChoice&, const TileChoice&) = default;
};

[[nodiscard]] std::string_view name_of(TileShow show);
[[nodiscard]] std::optional<TileShow> tile_show_named(std::string_view name);
// "0x990"; nothing: no address of shared memory.
[[nodiscard]] std::optional<std::uint64_t> parse_unit(std::string_view text);
// "412.A.0.3"
[[nodiscard]] std::string text_of(const ChosenRead& at);
[[nodiscard]] std::optional<ChosenRead> parse_read(std::string_view text);

}  // namespace warplens::hardware_tile
