#include <bit>

#include "app/features/sectors/sectors.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/texts/place_phrases.h"
#include "app/texts/progress_phrases.h"
#include "app/ui/asking.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/widgets.h"
#include "viz/scene/access/elements.h"
#include "viz/scene/access/sector_strip.h"

namespace warplens::ui {
namespace {

using scene::MarkId;

// "bytes 128–131" of the buffer that holds them; empty where there is none.
std::string byte_phrase(const Ui& ui, const trace::Trace& trace, std::uint64_t address,
                        std::uint64_t bytes) {
  const trace::Buffer* buffer = trace::find_buffer(trace.buffers, address);
  if (buffer == nullptr) return {};
  const std::uint64_t offset = address - buffer->address;
  return ui.say(Str::byte_range, offset, offset + bytes - 1);
}

std::string use_phrase(const Ui& ui, const trace::Trace& trace, const scene::SectorGroups& strip,
                       const scene::ByteUse& use) {
  const std::uint64_t address = strip.sectors[use.sector].address + use.first;
  return joined({lane_phrase(ui, use.lanes),
                 scene::element_label(trace.buffers, address, use.bytes),
                 byte_phrase(ui, trace, address, use.bytes)});
}

std::string sector_phrase(const Ui& ui, const trace::Trace& trace,
                          const scene::StripSector& sector) {
  constexpr std::uint32_t kBytes = analysis::kSectorBytes;
  const std::string used = sector.touched
                               ? ui.say(Str::bytes_used, std::popcount(sector.used), kBytes)
                               : std::string(ui.say(Str::not_moved));
  return joined({scene::element_label(trace.buffers, sector.address, kBytes),
                 byte_phrase(ui, trace, sector.address, kBytes), used});
}

void hover(Ui& ui, const ExplainedEvent& current, const scene::SectorGroups& strip, MarkId id) {
  if (id.kind == MarkId::Kind::element || id.kind == MarkId::Kind::mover) {
    const std::uint32_t use = id.kind == MarkId::Kind::mover ? id.b : id.a;
    tooltip(ui, use_phrase(ui, *current.trace, strip, strip.uses[use]));
  } else if (id.kind == MarkId::Kind::sector) {
    tooltip(ui, sector_phrase(ui, *current.trace, strip.sectors[id.a]));
  }
}

// "8 sectors in sight, of which moved so far", and the lanes that wait or travel: for tests.
void record(Ui& ui, const scene::SectorGroups& strip, const scene::DrawList& list, double phase) {
  std::uint32_t moved = 0;
  for (const scene::StripSector& sector : strip.sectors) {
    const bool over = phase >= 1 || scene::pass_progress(strip.service, sector.pass, phase) >= 1;
    moved += sector.touched && over ? 1 : 0;
  }
  const auto movers = std::ranges::count_if(
      list.rectangles, [](const scene::Rectangle& r) { return r.id.kind == MarkId::Kind::mover; });
  ui.widget_log.shown("sector_strip.moved",
                      [&] { return fmt::format("{}/{}", moved, strip.cost.sectors); });
  ui.widget_log.shown("sector_strip.movers", [&] { return std::to_string(movers); });
}

void strip(const AppState& app, Ui& ui, const ExplainedEvent& current) {
  const bool hidden = app.hides_costs();
  const scene::SectorGroups groups =
      scene::sector_groups(current, hidden ? scene::Grain::lines : scene::Grain::sectors);
  const double phase = hidden ? 1 : app.session.playback().shown_phase();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::DrawList list =
      scene::sector_strip(groups, current.trace->buffers, {room.x, room.y}, scene_style(ui), phase,
                          hidden ? scene::StripMarks::plain : scene::StripMarks::sectors);
  ImGui::InvisibleButton("bytes", room);
  mark(ui, "sector_strip.bytes");
  if (!hidden) record(ui, groups, list, phase);
  draw(ui, "sectors", list, origin);
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  if (was_clicked()) {
    const MarkId id = list.pick(mouse.x, mouse.y);
    if (id.kind == MarkId::Kind::element) pick_lanes(ui, app, id.b);
  }
  if (!ImGui::IsItemHovered()) return;
  hover(ui, current, groups, list.pick(mouse.x, mouse.y));
}

// "in 64×96 · global load", at the right of the title.
void buffer_label(Ui& ui, const ExplainedEvent& current) {
  const auto lane = static_cast<std::size_t>(std::countr_zero(current.view.mask));
  const trace::Buffer* buffer =
      lane < kWarpSize ? trace::find_buffer(current.trace->buffers, current.view.address[lane])
                       : nullptr;
  const std::string kind = event_name(ui, *current.site);
  if (buffer == nullptr) return side_label(ui, {kind}, "sector_strip.buffer");
  const std::string shape = shape_phrase(*buffer);
  side_label(ui, {joined({shape, kind}), shape, buffer->name}, "sector_strip.buffer");
}

}  // namespace

void sector_panel(const AppState& app, Ui& ui, const Area& area) {
  const bool hidden = app.hides_costs();
  begin_panel(ui, "sector_strip", area, ui.say(hidden ? Str::bytes_wanted : Str::sector_strip));
  const ExplainedEvent* current = app.session.event(ui.side);
  if (current == nullptr) {
    // Nothing has run yet.
  } else if (!scene::touches_global(*current->site)) {
    muted_note(ui, Str::no_global_here);
  } else if (hides_lanes(app)) {
    muted_note(ui, Str::hidden_until_answer);
  } else {
    buffer_label(ui, *current);
    strip(app, ui, *current);
  }
  end_panel();
}

}  // namespace warplens::ui

namespace warplens::sectors {

ui::FeaturePanels panels() {
  static constexpr ui::Panel kPanel{session::StageView::sector_strip, ui::Str::sector_strip,
                                    ui::sector_panel};
  return {.panels = {&kPanel, 1}};
}

}  // namespace warplens::sectors
