#include "app/features/hardware_tile/shown_tile.h"

#include <algorithm>

#include "app/session/kernel_result.h"
#include "app/session/matrix_run.h"
#include "app/state/app_state.h"
#include "app/ui/view_cache.h"

namespace warplens::ui {
namespace {

using hardware_tile::ChosenRead;
using hardware_tile::TileChoice;
using hardware_tile::TileRead;

struct TileRunAgain final : ViewJob<MadeOf, TiledBlock> {};

// What the cursor means, and what is to be said of a read, found once for each.
struct KeptTile {
  std::shared_ptr<const trace::Trace> trace;  // of the run
  std::size_t event = 0;
  std::optional<std::size_t> meant{};
  std::size_t read = 0;
  std::optional<hardware_tile::TileMoment> moment{};
};

KeptTile& kept_tile(Ui& ui, const TiledBlock& tiled) {
  KeptTile& kept = ui.cache().kept.of<KeptTile>();
  if (kept.trace != tiled.run.trace) kept = {.trace = tiled.run.trace, .event = ~std::size_t{0}};
  return kept;
}

std::uint32_t tile_block(const AppState& app, session::Side side) {
  const auto& at = app.session.chosen<TileChoice>().at;
  const trace::Trace& trace = *app.session.launch(side)->trace;
  const auto last = static_cast<std::uint32_t>(trace.launch.grid.count() - 1);
  if (at) return std::min(at->block, last);
  const analysis::ExplainedEvent* event = app.session.event(side);
  return event == nullptr ? 0 : event->view.block;
}

// The cursor's event in the trace of the run, which may be of the block alone.
std::size_t row_of_cursor(const TiledBlock& tiled, const AppState& app, session::Side side) {
  const trace::Trace& own = *app.session.launch(side)->trace;
  const trace::Trace& again = *tiled.run.trace;
  const std::size_t event = app.session.cursor(side).event;
  if (event >= own.events.size() || again.events.empty()) return 0;
  if (&own == &again) return event;
  return trace::row_of_event(again, again.events.block(0), trace::event_of_warp(own, event));
}

std::size_t meant_read(Ui& ui, const AppState& app, const TiledBlock& tiled) {
  KeptTile& kept = kept_tile(ui, tiled);
  const std::size_t event = app.session.cursor(ui.side).event;
  if (kept.event != event) {
    kept.event = event;
    kept.meant = hardware_tile::read_at(tiled.run, tiled.reads, tiled.survey,
                                        row_of_cursor(tiled, app, ui.side));
  }
  return kept.meant.value_or(0);
}

std::optional<std::size_t> chosen_read_of(const TiledBlock& tiled, const ChosenRead& at) {
  std::optional<std::size_t> found;
  std::uint32_t seen = 0;
  for (std::size_t i = 0; i < tiled.reads.reads.size(); ++i) {
    const auto& reader = tiled.reads.readers[tiled.reads.reads[i].reader];
    if (reader.ptx_line != at.ptx_line || reader.operand != at.operand) continue;
    found = i;
    if (seen++ == at.read) return found;
  }
  return found;
}

const hardware_tile::TileMoment* kept_moment(Ui& ui, const TiledBlock& tiled, std::size_t read) {
  KeptTile& kept = kept_tile(ui, tiled);
  if (!kept.moment || kept.read != read) {
    kept.read = read;
    kept.moment = hardware_tile::tile_moment(tiled.run, tiled.reads, tiled.reads.reads[read]);
  }
  return &*kept.moment;
}

Result<TiledBlock> tiled_block(const session::MakeMatrixRun& make, std::uint32_t block,
                               const std::stop_token& stop) {
  TRY(auto run, make(stop));
  TiledBlock tiled{std::move(run), {}, {}};
  tiled.reads = hardware_tile::tile_reads(tiled.run, block);
  tiled.survey = hardware_tile::survey(tiled.run, tiled.reads, stop);
  return tiled;
}

}  // namespace

TileSource tile_source(const AppState& app, Ui& ui) {
  const std::uint32_t block = tile_block(app, ui.side);
  const machine::MatrixRecords::Place place{app.session.cursor(ui.side).launch, block};
  auto& job = ui.cache().works.of<TileRunAgain>().job;
  job.want(
      {app.session.launch(ui.side)->trace, fmt::format("{} {}", place.launch, block)},
      [make = session::matrix_run(app.catalogue, app.session.result(ui.side), app.own_files, place),
       block](const std::stop_token& stop) { return tiled_block(make, block, stop); });
  const auto* made = job.result();
  if (made == nullptr) return {};
  if (!made->has_value()) return {nullptr, &made->error()};
  return {&**made, nullptr};
}

ChosenRead ShownTile::chosen(std::size_t read_index) const {
  const TileRead& one = tiled->reads.reads[read_index];
  const auto& its = tiled->reads.readers[one.reader];
  ChosenRead at{its.ptx_line, its.operand, tiled->reads.block, 0};
  for (std::size_t i = 0; i < read_index; ++i) {
    if (tiled->reads.reads[i].reader == one.reader) ++at.read;
  }
  return at;
}

ShownTile shown_tile(const AppState& app, Ui& ui, const TiledBlock& tiled) {
  ShownTile shown{&tiled};
  const auto& at = app.session.chosen<TileChoice>().at;
  const auto chosen = at ? chosen_read_of(tiled, *at) : std::nullopt;
  shown.read = chosen ? *chosen : meant_read(ui, app, tiled);
  shown.moment = kept_moment(ui, tiled, shown.read);
  const std::size_t reader = tiled.reads.reads[shown.read].reader;
  for (std::size_t i = 0; i < tiled.reads.reads.size(); ++i) {
    if (i == shown.read) shown.number = shown.of_reader.size();
    if (tiled.reads.reads[i].reader == reader) shown.of_reader.push_back(i);
  }
  return shown;
}

std::optional<std::size_t> next_wrong(const ShownTile& shown) {
  const auto& states = shown.tiled->survey.of_reads;
  for (std::size_t i = 1; i <= states.size(); ++i) {
    const std::size_t at = (shown.read + i) % states.size();
    if (states[at] == hardware_tile::UnitState::disagrees) return at;
  }
  return std::nullopt;
}

void ask_tile(Ui& ui, TileChoice choice, bool continues) {
  ui.ask([choice = std::move(choice), continues](AppState& app) {
    app.session.choose(choice, continues);
  });
}

void ask_read(const AppState& app, Ui& ui, const ChosenRead& at, bool continues) {
  TileChoice choice = app.session.chosen<TileChoice>();
  choice.at = at;
  choice.unit.reset();
  ask_tile(ui, choice, continues);
}

}  // namespace warplens::ui
