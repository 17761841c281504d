#include "app/features/hardware_tile/tile_controls.h"

#include <algorithm>

#include "app/features/hardware_tile/tile_report.h"
#include "app/session/kernel_result.h"
#include "app/state/app_state.h"
#include "app/ui/stepper.h"
#include "app/ui/widget_flow.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using hardware_tile::ChosenRead;
using hardware_tile::TileChoice;
using scene::TileShow;

float tile_button_width(std::string_view words) {
  return text_width(words) + 2 * ImGui::GetStyle().FramePadding.x;
}

void reader_combo(const AppState& app, Ui& ui, const ShownTile& shown, WidgetFlow& flow) {
  const auto& readers = shown.tiled->reads.readers;
  const auto all = hardware_tile::summaries(shown.tiled->reads, shown.tiled->survey);
  float widest = 0;
  for (const auto& each : readers) {
    widest = std::max(widest, text_width(tile_reader_words(ui, each)));
  }
  const float arrow = ImGui::GetFrameHeight() + 2 * ImGui::GetStyle().FramePadding.x;
  const float width = std::min(widest + arrow, ImGui::GetContentRegionAvail().x);
  flow.next(width);
  ImGui::SetNextItemWidth(width);
  const std::string now = tile_reader_words(ui, shown.reader());
  const bool is_open =
      ImGui::BeginCombo("###reader", fitted(now, width - arrow, ui.fonts.small).c_str());
  mark(ui, "hardware_tile.reader");
  ui.widget_log.shown("hardware_tile.reader", now);
  if (!is_open) return tooltip(ui, ui.say(Str::hardware_tile_instruction_hint));
  for (std::size_t i = 0; i < readers.size(); ++i) {
    const std::string words = fmt::format("{}###{}", tile_reader_words(ui, readers[i]), i);
    const bool is_shown = i == shown.tiled->reads.reads[shown.read].reader;
    if (ImGui::Selectable(words.c_str(), is_shown)) {
      ask_read(app, ui, shown.chosen(all[i].first));
    }
    mark(ui, fmt::format("hardware_tile.reader.{}", i + 1));
  }
  ImGui::EndCombo();
}

struct TileStepper {
  const char* name;
  std::string words;
  std::size_t now = 0, count = 0;
  std::uint32_t ChosenRead::*field;
  Str hint;
};

void tile_stepper(const AppState& app, Ui& ui, const ShownTile& shown, const TileStepper& what,
                  WidgetFlow& flow) {
  const int by = stepper(ui,
                         {fmt::format("hardware_tile.{}", what.name), what.words, what.now > 0,
                          what.now + 1 < what.count, what.hint},
                         flow);
  if (by == 0) return;
  ChosenRead at = shown.chosen(shown.read);
  at.*what.field = static_cast<std::uint32_t>(what.now) + static_cast<std::uint32_t>(by);
  ask_read(app, ui, at);
}

void tile_steppers(const AppState& app, Ui& ui, const ShownTile& shown, WidgetFlow& flow) {
  const trace::TracedLaunch& launch = app.session.launch(ui.side)->trace->launch;
  const std::uint32_t block = shown.tiled->reads.block;
  tile_stepper(app, ui, shown,
               {"block", ui.say(Str::fragments_block, block), block,
                static_cast<std::size_t>(launch.grid.count()), &ChosenRead::block,
                Str::fragments_block_hint},
               flow);
  tile_stepper(
      app, ui, shown,
      {"read", ui.say(Str::hardware_tile_read, shown.number + 1, shown.of_reader.size()),
       shown.number, shown.of_reader.size(), &ChosenRead::read, Str::hardware_tile_read_hint},
      flow);
}

void tile_follow_button(const AppState& app, Ui& ui, WidgetFlow& flow) {
  TileChoice choice = app.session.chosen<TileChoice>();
  if (!choice.at) return;
  const std::string words(ui.say(Str::fragments_follow));
  flow.next(tile_button_width(words));
  if (button(ui, "hardware_tile.follow", words)) {
    choice.at.reset();
    ask_tile(ui, choice);
  }
  tooltip(ui, ui.say(Str::hardware_tile_follow_hint));
}

struct ShowButton {
  const char* name;
  TileShow show;
  Str words, hint;
};
constexpr ShowButton kShowButtons[] = {
    {"hardware_tile.both", TileShow::both, Str::hardware_tile_both, Str::hardware_tile_both_hint},
    {"hardware_tile.written", TileShow::written, Str::hardware_tile_written,
     Str::hardware_tile_written_hint},
    {"hardware_tile.taken", TileShow::read, Str::hardware_tile_taken,
     Str::hardware_tile_taken_hint},
    {"hardware_tile.overlay", TileShow::overlay, Str::hardware_tile_overlay,
     Str::hardware_tile_overlay_hint}};

void show_buttons(const AppState& app, Ui& ui, WidgetFlow& flow) {
  const TileChoice& now = app.session.chosen<TileChoice>();
  const float gap = 3 * ui.scale;
  float width = 0;
  for (const ShowButton& one : kShowButtons) width += tile_button_width(ui.say(one.words)) + gap;
  flow.next(width);
  for (const ShowButton& one : kShowButtons) {
    if (&one != kShowButtons) ImGui::SameLine(0, gap);
    const auto look = now.show == one.show ? ButtonLook::primary : ButtonLook::soft;
    if (button(ui, one.name, ui.say(one.words), look)) {
      TileChoice choice = now;
      choice.show = one.show;
      ask_tile(ui, choice);
    }
    tooltip(ui, ui.say(one.hint));
  }
}

void next_button(const AppState& app, Ui& ui, const ShownTile& shown, WidgetFlow& flow) {
  const auto next = next_wrong(shown);
  if (!next) return;
  flow.next(tile_button_width(ui.say(Str::hardware_tile_next)));
  if (button(ui, "hardware_tile.next", ui.say(Str::hardware_tile_next))) {
    ask_read(app, ui, shown.chosen(*next));
  }
  tooltip(ui, ui.say(Str::hardware_tile_next_hint));
}

void copy_button(Ui& ui, const ShownTile& shown, WidgetFlow& flow) {
  flow.next(tile_button_width(ui.say(Str::hardware_tile_copy)));
  if (button(ui, "hardware_tile.copy", ui.say(Str::hardware_tile_copy))) {
    const std::string words = cli::read_text({ui.language}, *shown.tiled->run.trace, *shown.moment);
    ImGui::SetClipboardText(words.c_str());
  }
  tooltip(ui, ui.say(Str::hardware_tile_copy_hint));
}

}  // namespace

std::string tile_reader_words(const Ui& ui, const hardware_tile::TileReader& reader) {
  const std::string place = reader.line != 0 ? ui.say(Str::fragments_line, reader.line)
                                             : ui.say(Str::fragments_ptx_line, reader.ptx_line);
  const std::string operand =
      reader.operand == 0 ? std::string() : fmt::format(" {}", reader.operand);
  return fmt::format("{} · {}{}", place, reader.name, operand);
}

void tile_controls(const AppState& app, Ui& ui, const ShownTile& shown) {
  push_font(ui.fonts.small);
  WidgetFlow flow(ui, ImGui::GetFrameHeight());
  reader_combo(app, ui, shown, flow);
  tile_steppers(app, ui, shown, flow);
  tile_follow_button(app, ui, flow);
  show_buttons(app, ui, flow);
  next_button(app, ui, shown, flow);
  copy_button(ui, shown, flow);
  flow.end();
  ImGui::PopFont();
}

}  // namespace warplens::ui
