// What the view of a shared tile stands at: the block's run with all that reads tiles in it, and
// the read that is chosen or that the cursor means.
#pragma once

#include "app/features/hardware_tile/tile_choice.h"
#include "app/session/session.h"
#include "app/ui/ui.h"
#include "viz/hardware_tile/tile_survey.h"

namespace warplens::ui {

struct TiledBlock {
  fragments::MatrixRun run;
  hardware_tile::TileReads reads;
  hardware_tile::TileSurvey survey;
};

// What takes a while is made beside the frame.
struct TileSource {
  const TiledBlock* tiled = nullptr;  // null: under way, or an error
  const Error* error = nullptr;
};
[[nodiscard]] TileSource tile_source(const AppState& app, Ui& ui);

struct ShownTile {
  const TiledBlock* tiled = nullptr;
  std::size_t read = 0;                               // of its reads
  const hardware_tile::TileMoment* moment = nullptr;  // of that read; until the next is shown
  std::vector<std::size_t> of_reader{};               // reads of the same instruction, operand
  std::size_t number = 0;                             // of these

  [[nodiscard]] const hardware_tile::TileReader& reader() const {
    return tiled->reads.readers[tiled->reads.reads[read].reader];
  }
  // A read as it is chosen.
  [[nodiscard]] hardware_tile::ChosenRead chosen(std::size_t read_index) const;
};
// The block has reads.
[[nodiscard]] ShownTile shown_tile(const AppState& app, Ui& ui, const TiledBlock& tiled);

// The next read behind the shown one, around at the end, that disagrees. Nothing: none does.
[[nodiscard]] std::optional<std::size_t> next_wrong(const ShownTile& shown);

// Asks for another choice.
void ask_tile(Ui& ui, hardware_tile::TileChoice choice, bool continues = false);
void ask_read(const AppState& app, Ui& ui, const hardware_tile::ChosenRead& at,
              bool continues = false);

}  // namespace warplens::ui
