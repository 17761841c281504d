#include "app/features/matrix/matrix_blocks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/features/matrix/matrix_states.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/session/launch_views.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/state/control_list.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"
#include "viz/scene/access/block_marks.h"
#include "viz/scene/access/index_phrases.h"

namespace warplens::ui {
namespace {

const session::BufferView& shown_view(const Ui& ui) {
  return ui.cache().views->buffers[ui.cache().buffer];
}

bool has_blocks(const Ui& ui) {
  return ui.cache().shows_blocks && shown_view(ui).threads.has_value();
}

// Where the ribbon offers the block's width and height, and no question is open about them.
bool can_drag(const AppState& app, const Ui& ui) {
  if (!has_blocks(ui) || app.hides_costs()) return false;
  const std::vector<Control> controls = shown_controls(app);
  return std::ranges::all_of(std::array{"block_x", "block_y"}, [&](std::string_view name) {
    return std::ranges::any_of(
        controls, [&](const Control& each) { return each.name == name && each.side == ui.side; });
  });
}

// The nearest whole block to the pointer that the kernel takes; nothing where it takes none.
std::optional<catalog::Parameters> block_at(const AppState& app, const Ui& ui,
                                            const scene::MatrixLayout& layout, ImVec2 mouse) {
  const catalog::Variant* variant = app.session.variant(ui.side);
  if (variant == nullptr) return std::nullopt;
  const auto elements = [&](double pixels) {
    constexpr double kWidest = 256;
    return static_cast<std::int64_t>(std::clamp(std::round(pixels / layout.cell), 1.0, kWidest));
  };
  catalog::Parameters all = app.session.selection(ui.side).parameters;
  const catalog::Parameters wanted = {{"block_x", elements(mouse.x - layout.x_of(0))},
                                      {"block_y", elements(mouse.y - layout.y_of(0))}};
  for (const auto& [name, value] : wanted) all[name] = value;
  if (!variant->plan(all).has_value()) return std::nullopt;
  return wanted;
}

}  // namespace

void blocks_button(Ui& ui, float gap, float height) {
  if (!shown_view(ui).threads) return;
  const std::string_view name = ui.say(Str::matrix_blocks);
  if (ImGui::GetContentRegionAvail().x < text_width(name) + gap) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("matrix_view.blocks", {text_width(name), height})) {
    ui.ask([](AppState& app) { app.shows_blocks = !app.shows_blocks; });
  }
  mark(ui, "matrix_view.blocks");
  tooltip(ui, ui.say(Str::matrix_blocks_hint));
  const Color color = ui.cache().shows_blocks ? ui.theme->accent : ui.theme->muted;
  ImGui::GetWindowDrawList()->AddText(at, packed(color), name.data(), name.data() + name.size());
  ImGui::SameLine(0, gap);
}

void idle_label(const AppState& app, Ui& ui) {
  const auto& idle = ui.cache().views->idle;
  if (!has_blocks(ui) || app.hides_costs() || !idle) return;
  std::string words = ui.say(Str::idle_lanes, idle->idle_lanes, idle->lanes);
  if (idle->idle_blocks > 0) {
    words += " · " + ui.say(Str::idle_blocks, idle->idle_blocks, idle->blocks);
  }
  const analysis::KernelTotals& totals = app.session.launch(ui.side)->totals;
  words +=
      " · " + ui.say(Str::sectors_in_all, totals.global_load.sectors + totals.global_store.sectors +
                                              totals.global_atomic.sectors);
  ui.widget_log.shown("matrix_view.idle", words);
  ImGui::SameLine(0, ui.fonts.small->FontSize);
  const float room = ImGui::GetContentRegionAvail().x - ui.header_end;
  if (text_width(words, ui.fonts.small) > room) return ImGui::NewLine();
  label(ui, words, {ui.theme->accent, ui.fonts.small}, "matrix_view.idle");
}

bool drag_block(const AppState& app, Ui& ui, const scene::MatrixLayout& layout, ImVec2 origin) {
  BlockDrag& drag = ui.state<BlockDrag>();
  if (!ImGui::IsMouseDown(0)) drag.is_on = false;
  if (!can_drag(app, ui)) return false;
  if (const auto handle = scene::block_handle(*shown_view(ui).threads, layout, scene_style(ui))) {
    const ImVec2 low = origin + ImVec2{handle->x, handle->y};
    const ImVec2 high = low + ImVec2{handle->width, handle->height};
    ui.widget_log.shown("matrix_view.handle", [&] {
      return fmt::format("{:.0f} {:.0f}", (low.x + high.x) / 2, (low.y + high.y) / 2);
    });
    const bool is_over = ImGui::IsItemHovered() && ImGui::IsMouseHoveringRect(low, high);
    if (is_over) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNWSE);
    if (is_over && ImGui::IsMouseClicked(0)) drag = {true, ui.side, layout, origin, false};
  }
  if (!drag.is_on || drag.side != ui.side) return false;
  const auto wanted = block_at(app, ui, drag.layout, ImGui::GetMousePos() - drag.origin);
  if (!wanted) return true;
  ui.ask([values = *wanted, side = ui.side, continues = drag.continues](AppState& a) {
    set_parameters(a.session, values, continues, side);
  });
  drag.continues = true;
  return true;
}

void draw_blocks(const AppState& app, Ui& ui, const scene::MatrixLayout& layout, scene::Size size,
                 ImVec2 origin) {
  if (!has_blocks(ui)) return;
  const auto marks = scene::block_marks(*shown_view(ui).threads, ui.cache().color_by, layout, size,
                                        scene_style(ui), can_drag(app, ui));
  draw(ui, "blocks", marks, origin);
}

std::optional<std::string> thread_phrase(const AppState& app, const Ui& ui,
                                         scene::Element element) {
  const session::BufferView& view = shown_view(ui);
  if (!view.threads) return std::nullopt;
  std::string words = ui.say(Str::element_place, element.row, element.column);
  if (app.hides_costs()) return words;
  const auto lines = scene::index_phrase(*view.threads, view.buffer, element.row, element.column,
                                         scene_style(ui).language);
  for (const std::string& line : lines) words += "\n" + line;
  if (lines.empty()) words += fmt::format("\n{}", ui.say(Str::never_touched));
  return words;
}

}  // namespace warplens::ui
