#include <algorithm>
#include <bit>

#include "app/features/banks/bank_panels.h"
#include "app/features/banks/banks.h"
#include "app/features/workshop/workshop_find_layout.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/texts/progress_phrases.h"
#include "app/ui/asking.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"
#include "viz/scene/access/bank_columns.h"
#include "viz/scene/access/bank_view.h"
#include "viz/scene/access/shared_places.h"
#include "viz/scene/access/tile_view.h"

namespace warplens::ui {
namespace {

bool is_word(const scene::Rectangle& rect) { return rect.id.kind == scene::MarkId::Kind::word; }

bool has_marked_phrase(const scene::DrawList& list) {
  return std::ranges::any_of(list.rectangles, is_word);
}

// The words that are marked, as "offset/4@group" in drawing order.
std::string marked_phrase(const scene::DrawList& list) {
  std::string words;
  for (const scene::Rectangle& rect : list.rectangles) {
    if (is_word(rect)) words += fmt::format("{}@{} ", rect.id.a, rect.id.b);
  }
  return words;
}

// "group 0: lanes 0–7, 8 wavefronts  +21 rows": what stands above each group.
std::string group_titles(const scene::DrawList& list) {
  std::string titles;
  for (const scene::Text& text : list.texts) {
    if (text.id.kind == scene::MarkId::Kind::group) titles += text.text + '\n';
  }
  return titles;
}

// "block 0 · warp 3 · shared load · tile[threadIdx.x]…": what the current event is.
std::string event_phrase(const Ui& ui, const ExplainedEvent& current) {
  return fmt::format("{} {} · {} {} · {}", ui.say(Str::block), current.view.block,
                     ui.say(Str::warp), current.view.warp, event_name(ui, *current.site));
}

void hover(Ui& ui, const scene::DrawList& list, const scene::DrawList& movers, ImVec2 origin,
           const ExplainedEvent& current) {
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  scene::MarkId id = movers.pick(mouse.x, mouse.y);
  if (id.kind == scene::MarkId::Kind::none) id = list.pick(mouse.x, mouse.y);
  if (id.kind == scene::MarkId::Kind::bank) {
    tooltip(ui, fmt::format("{} {}", ui.say(Str::bank), id.a));
  } else if (id.kind == scene::MarkId::Kind::word) {
    tooltip(ui,
            fmt::format("{} · {} {}",
                        scene::offset_label(current.trace->shared_arrays, std::uint64_t{id.a} * 4),
                        ui.say(Str::bank), id.a % 32));
  } else if (id.kind == scene::MarkId::Kind::lane || id.kind == scene::MarkId::Kind::mover) {
    const std::uint64_t address = current.view.address[id.a % 32];
    tooltip(ui, fmt::format("{} {} · {} · {} {}", ui.say(Str::lane), id.a,
                            scene::offset_label(current.trace->shared_arrays, address),
                            ui.say(Str::bank), address / 4 % 32));
  }
}

// The wavefront under way, beside the title when there is room.
void counter_label(Ui& ui, const std::string& words) {
  if (words.empty()) return;
  const float gap = ui.fonts.small->FontSize;
  ImGui::SameLine(0, gap);
  const float room = ImGui::GetContentRegionAvail().x - ui.header_end;
  if (text_width(words, ui.fonts.small) > room) return;
  label(ui, words, {ui.theme->accent, ui.fonts.small}, "bank_view.counter");
}

// The event's words, right of the title; while a wavefront is counted only if both fit.
void event_label(Ui& ui, const std::string& words) {
  const std::size_t what = words.rfind(" · ");
  const std::string shorter = what == std::string::npos ? words : words.substr(what + 4);
  side_label(ui, {words, shorter}, "bank_view.event");
}

// Down to the last row wanted, and a few rows at least: a long array would be too small to read.
std::uint32_t bytes_shown(const trace::SharedArray& array, const scene::TileShape& shape,
                          const analysis::SharedBreakdown& access) {
  constexpr std::uint64_t kFewestRows = 8;
  const std::uint64_t row = std::uint64_t{shape.pitch} * analysis::kBankBytes;
  std::uint64_t last = 0;
  for (const analysis::WordUse& use : access.words) {
    last = std::max(last, std::uint64_t{use.word} * analysis::kBankBytes);
  }
  const std::uint64_t rows = last < array.offset ? 0 : (last - array.offset) / row + 1;
  return static_cast<std::uint32_t>(std::max(rows, kFewestRows) * row);
}

const scene::Rectangle* find_bank(const scene::DrawList& list, std::uint32_t bank) {
  const auto found = std::ranges::find(
      list.rectangles, scene::MarkId{scene::MarkId::Kind::bank, bank, 0}, &scene::Rectangle::id);
  return found == list.rectangles.end() ? nullptr : &*found;
}

void outline_bank(const Ui& ui, const scene::DrawList& list, ImVec2 origin, float height,
                  std::int64_t bank, Color color) {
  for (const scene::Rectangle& head : list.rectangles) {
    if (head.id.kind != scene::MarkId::Kind::bank || head.id.a != bank) continue;
    ImGui::GetWindowDrawList()->AddRect(origin + ImVec2{head.x, 0},
                                        origin + ImVec2{head.x + head.width, height}, packed(color),
                                        0, 0, 3 * ui.scale);
  }
}

scene::BankQuestion bank_question(const AppState& app, const ExplainedEvent& current) {
  scene::BankQuestion question{open_question(app)->lane, current.view.mask, {}};
  const std::uint32_t words = std::max(current.site->width / analysis::kBankBytes, 1u);
  for (std::uint32_t left = told_lanes(app) & current.view.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
    const std::uint64_t word = current.view.address[lane] / analysis::kBankBytes;
    question.told.push_back({lane, static_cast<std::uint32_t>(word % analysis::kBanks), words});
  }
  return question;
}

// 32 empty columns to choose a bank from; the marks of a few lanes tell where to begin.
void banks_to_choose(const AppState& app, Ui& ui, const ExplainedEvent& current) {
  const ImVec2 size = ImGui::GetContentRegionAvail();
  if (size.x < 1 || size.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::DrawList list =
      scene::bank_columns(bank_question(app, current), {size.x, size.y}, scene_style(ui));
  ImGui::InvisibleButton("choose", size);
  mark(ui, "bank_view.choose");
  draw(ui, "empty", list, origin);
  const scene::Rectangle* first = find_bank(list, 0);
  const scene::Rectangle* last = find_bank(list, analysis::kBanks - 1);
  if (first == nullptr || last == nullptr) return;
  const float width = (last->x - first->x) / (analysis::kBanks - 1);
  const float left = first->x - (width - first->width) / 2;
  ui.widget_log.shown("bank_view.bank_columns",
                      [&] { return fmt::format("{:.2f} {:.4f}", origin.x + left, width); });
  const float at = (ImGui::GetMousePos().x - origin.x - left) / width;
  if (was_clicked() && at >= 0 && at < analysis::kBanks) {
    pick_cell(ui, static_cast<std::int64_t>(at));
  }
  if (const auto& picked = ui.state<AskState>().picked) {
    outline_bank(ui, list, origin, size.y, *picked, ui.theme->accent);
  }
}

// While a prediction is open: who wants which word of the array, and nothing about banks.
void words_wanted(const AppState& app, Ui& ui, const ExplainedEvent& current) {
  label(ui, ui.say(Str::predict_stage_hint), {ui.theme->muted, ui.fonts.small});
  if (current.trace->shared_arrays.empty()) return;
  const analysis::SharedBreakdown& access = current.shared;
  trace::SharedArray array = *scene::touched_array(current.trace->shared_arrays, access);
  const scene::TileShape shape = tile_shape(app.session.result(ui.side)->selection, array);
  array.bytes = std::min(array.bytes, bytes_shown(array, shape, access));
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const scene::DrawList list = scene::tile_view(array, shape, access, {room.x, room.y},
                                                scene_style(ui), scene::TileCells::plain);
  ui.widget_log.shown("bank_view.words", [&] { return marked_phrase(list); });
  draw_to_pick(app, ui, "bank_view.wanted", list, room);
}

void before_the_answer(const AppState& app, Ui& ui, const ExplainedEvent& current) {
  const lessons::Prediction& asked = *open_question(app);
  if (!hides_lanes(app)) return words_wanted(app, ui, current);
  const bool asks_bank =
      asked.kind == lessons::Prediction::Kind::cell && asked.cell == lessons::CellKind::bank;
  asks_bank ? banks_to_choose(app, ui, current) : muted_note(ui, Str::hidden_until_answer);
}

// The bank that was given as the answer, and the right one.
void answered_banks(const AppState& app, const Ui& ui, const scene::DrawList& list, ImVec2 origin,
                    float height) {
  const session::Activity& activity = app.session.activity();
  if (app.mode != Mode::lesson || !activity.answer || !app.current_step().prediction) return;
  const lessons::Prediction& asked = *app.current_step().prediction;
  const bool is_bank =
      asked.kind == lessons::Prediction::Kind::cell && asked.cell == lessons::CellKind::bank;
  if (!is_bank || ui.side != session::Side::left) return;
  if (activity.answer != activity.expected) {
    outline_bank(ui, list, origin, height, *activity.answer, ui.theme->bad);
  }
  outline_bank(ui, list, origin, height, *activity.expected, ui.theme->good);
}

void banks(const AppState& app, Ui& ui, const ExplainedEvent& current,
           const scene::Motion& motion) {
  const analysis::SharedBreakdown& access = current.shared;
  const ImVec2 size = ImGui::GetContentRegionAvail();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const trace::TracedLaunch& launch = current.trace->launch;
  const scene::BankViewInput input{&access, current.trace->shared_arrays,
                                   launch.static_shared_bytes + launch.dynamic_shared_bytes,
                                   &motion};
  const scene::Style style = scene_style(ui);
  const scene::DrawList list = scene::bank_view(input, {size.x, size.y}, style);
  const scene::DrawList movers = scene::bank_movers(input, {size.x, size.y}, style);
  if (!has_marked_phrase(list) && !access.words.empty()) {
    ui.widget_log.shown("bank_view.no_room", "");
    return muted_note(ui, Str::view_no_room);
  }
  ImGui::InvisibleButton("banks", size);
  mark(ui, "bank_view.banks");
  ui.widget_log.shown("bank_view.words", [&] { return marked_phrase(list); });
  ui.widget_log.shown("bank_view.groups", [&] { return group_titles(list); });
  ui.widget_log.shown("bank_view.movers", [&] { return lanes_served_phrase(motion, access); });
  draw(ui, "banks", list, origin);
  draw(ui, "movers", movers, origin);
  answered_banks(app, ui, list, origin, size.y);
  hover(ui, list, movers, origin, current);
}

}  // namespace

void bank_panel(const AppState& app, Ui& ui, const Area& area) {
  const bool hidden = app.hides_costs();
  begin_panel(ui, "bank_view", area, ui.say(hidden ? Str::predict_stage : Str::bank_view));
  const ExplainedEvent* current = app.session.event(ui.side);
  if (current != nullptr && hidden) {
    event_label(ui, event_phrase(ui, *current));
    before_the_answer(app, ui, *current);
  } else if (current != nullptr) {
    const analysis::SharedBreakdown& access = current->shared;
    const scene::Motion motion{scene::shared_service(access), app.session.playback().shown_phase()};
    const std::string counter = pass_phrase(ui, Str::wavefront_counter, motion);
    if (!counter.empty()) ui.widget_log.shown("bank_view.counter", counter);
    const float button = layout_button_width(app, ui, area);
    ui.header_end += button;
    counter_label(ui, counter);
    event_label(ui, event_phrase(ui, *current));
    ui.header_end -= button;
    if (button > 0) layout_button(app, ui, area);
    banks(app, ui, *current, motion);
  }
  end_panel();
}

}  // namespace warplens::ui

namespace warplens::banks {

ui::FeaturePanels panels() {
  using enum session::StageView;
  static constexpr std::array kPanels{
      ui::Panel{bank_view, ui::Str::bank_view, ui::bank_panel},
      ui::Panel{tile_view, ui::Str::tile_view, ui::tile_panel},
      ui::Panel{punch_card, ui::Str::punch_card, ui::punch_panel},
      ui::Panel{swizzle_map, ui::Str::swizzle_map, ui::swizzle_panel}};
  return {.panels = kPanels};
}

}  // namespace warplens::banks
