// The lines above the picture of a shared tile: what reads, block and read; what is shown.
#pragma once

#include "app/features/hardware_tile/shown_tile.h"

namespace warplens::ui {

void tile_controls(const AppState& app, Ui& ui, const ShownTile& shown);
// "line 75 · wgmma.m64n64k16.f32.f16.f16 A"
[[nodiscard]] std::string tile_reader_words(const Ui& ui, const hardware_tile::TileReader& reader);

}  // namespace warplens::ui
