#include <array>

#include "app/features/workshop/workshop_controls.h"
#include "app/features/workshop/workshop_state.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/widget_flow.h"
#include "app/ui/widgets.h"
#include "viz/scene/swizzle/workshop_phrases.h"
#include "viz/swizzle/accesses.h"
#include "viz/swizzle/spec.h"

namespace warplens::ui {
namespace {

using swizzle::Direction;
using swizzle::Pattern;
using swizzle::SwizzleSpec;

constexpr std::array<std::uint32_t, 5> kElementBytes{1, 2, 4, 8, 16};
constexpr std::array<const char*, 8> kShapes{"8x32",  "16x16", "32x32", "32x64",
                                             "64x32", "64x64", "128x8", "128x64"};
constexpr std::array<const char*, 9> kPatterns{"rows",       "rows.4B",     "rows.8B",
                                               "rows.16B",   "columns",     "columns.4B",
                                               "columns.8B", "columns.16B", "groups"};
constexpr std::array<const char*, 6> kMatrices{
    "matrix.x4", "matrix.x4.trans", "matrix.x2", "matrix.x2.trans", "matrix.x1", "matrix.x1.trans"};

float arrow_width() { return ImGui::GetFrameHeight(); }
float combo_width(std::string_view words) {
  return text_width(words) + arrow_width() + 2 * ImGui::GetStyle().FramePadding.x;
}

// Where the specification is as wanted it stays.
void ask_if_new(const AppState& app, Ui& ui, const SwizzleSpec& wanted) {
  if (wanted != app.session.chosen<swizzle::SwizzleSpec>()) ask_swizzle(ui, wanted);
}

void element_combo(const AppState& app, Ui& ui, WidgetFlow& flow) {
  const SwizzleSpec& spec = app.session.chosen<swizzle::SwizzleSpec>();
  const std::string now = ui.say(Str::workshop_bytes, spec.tile.element_bytes);
  const std::string_view words = ui.say(Str::workshop_element);
  const float width = combo_width(ui.say(Str::workshop_bytes, 16));
  flow.next(width_before_widget(ui, words) + width);
  phrase_before_widget(ui, words);
  ImGui::SetNextItemWidth(width);
  const bool is_open = ImGui::BeginCombo("###workshop.element", now.c_str());
  mark(ui, "workshop.element");
  if (!is_open) return;
  for (const std::uint32_t bytes : kElementBytes) {
    const std::string each = ui.say(Str::workshop_bytes, bytes);
    if (ImGui::Selectable(each.c_str(), bytes == spec.tile.element_bytes)) {
      SwizzleSpec wanted = spec;
      wanted.tile.element_bytes = bytes;
      ask_if_new(app, ui, wanted);
    }
    mark(ui, fmt::format("workshop.element.{}", bytes));
  }
  ImGui::EndCombo();
}

Result<SwizzleSpec> with_shape(const SwizzleSpec& spec, const std::string& text) {
  SwizzleSpec wanted = spec;
  TRY(swizzle::set_field(wanted, "tile", text));
  TRY(swizzle::check(wanted.tile));
  return wanted;
}

void shapes_popup(const AppState& app, Ui& ui) {
  if (ImGui::Button("…###workshop.shapes", {arrow_width(), 0})) ImGui::OpenPopup("shapes");
  mark(ui, "workshop.shapes");
  if (!ImGui::BeginPopup("shapes")) return;
  for (const char* shape : kShapes) {
    const auto wanted = with_shape(app.session.chosen<swizzle::SwizzleSpec>(), shape);
    if (ImGui::Selectable(shape) && wanted.has_value()) ask_if_new(app, ui, *wanted);
    mark(ui, fmt::format("workshop.shape.{}", shape));
  }
  ImGui::EndPopup();
}

void shape_field(const AppState& app, Ui& ui, WidgetFlow& flow) {
  const swizzle::Tile& tile = app.session.chosen<swizzle::SwizzleSpec>().tile;
  const std::string_view words = ui.say(Str::workshop_tile);
  const float width =
      text_width("4096x4096", ui.fonts.mono_small) * 0.85f + 2 * ImGui::GetStyle().FramePadding.x;
  flow.next(width_before_widget(ui, words) + width + arrow_width() + 2 * ui.scale);
  phrase_before_widget(ui, words);
  workshop_field(
      app, ui, {"workshop.tile", fmt::format("{}x{}", tile.rows, tile.columns), width, with_shape});
  tooltip(ui, ui.say(Str::workshop_tile_hint));
  ImGui::SameLine(0, 2 * ui.scale);
  shapes_popup(app, ui);
}

void order_buttons(const AppState& app, Ui& ui, WidgetFlow& flow) {
  const SwizzleSpec& spec = app.session.chosen<swizzle::SwizzleSpec>();
  struct Choice {
    const char* name;
    Str words;
    swizzle::Order order;
  };
  static constexpr std::array kChoices{
      Choice{"workshop.order.row", Str::workshop_order_row, swizzle::Order::row},
      Choice{"workshop.order.column", Str::workshop_order_column, swizzle::Order::column}};
  const std::string_view words = ui.say(Str::workshop_order);
  float width = width_before_widget(ui, words);
  for (const Choice& each : kChoices) {
    width += text_width(ui.say(each.words)) + 2 * ImGui::GetStyle().FramePadding.x + 2 * ui.scale;
  }
  flow.next(width);
  phrase_before_widget(ui, words);
  for (const Choice& each : kChoices) {
    if (&each != kChoices.data()) ImGui::SameLine(0, 2 * ui.scale);
    const bool is_on = spec.tile.order == each.order;
    if (button(ui, each.name, ui.say(each.words), is_on ? ButtonLook::primary : ButtonLook::soft)) {
      SwizzleSpec wanted = spec;
      wanted.tile.order = each.order;
      ask_if_new(app, ui, wanted);
    }
    tooltip(ui, ui.say(Str::workshop_order_hint));
  }
}

std::string pattern_name(const Ui& ui, const std::string& text) {
  return scene::pattern_name(ui.language, text);
}

Str pattern_hint(const Pattern& pattern) {
  switch (pattern.kind) {
    case Pattern::Kind::rows:
      return Str::workshop_by_rows;
    case Pattern::Kind::columns:
      return Str::workshop_by_columns;
    case Pattern::Kind::groups:
      return Str::workshop_by_groups;
    case Pattern::Kind::matrix:
      return Str::workshop_by_matrices;
    default:
      return Str::workshop_lanes_hint;
  }
}

Pattern& pattern_in(SwizzleSpec& spec, Direction direction) {
  return direction == Direction::write ? spec.write : spec.read;
}

// One that the tile does not fit stands there, too, and cannot be chosen: why is told on hover.
void pattern_item(const AppState& app, Ui& ui, Direction direction, const std::string& text) {
  SwizzleSpec wanted = app.session.chosen<swizzle::SwizzleSpec>();
  const auto pattern = swizzle::parse_pattern(text, direction);
  if (!pattern.has_value()) return;
  const auto fits = swizzle::accesses_of(*pattern, wanted.tile, direction);
  const bool is_on = pattern_in(wanted, direction) == *pattern;
  const bool is_own = pattern->kind == Pattern::Kind::lanes;
  const std::string shown =
      is_own ? std::string(ui.say(Str::workshop_own_lanes)) : pattern_name(ui, text);
  ImGui::BeginDisabled(!fits.has_value());
  if (ImGui::Selectable(shown.c_str(), is_on)) {
    pattern_in(wanted, direction) = *pattern;
    ask_if_new(app, ui, wanted);
  }
  ImGui::EndDisabled();
  mark(ui, fmt::format("workshop.{}.{}", direction == Direction::write ? "write" : "read",
                       is_own ? "lanes" : text));
  tooltip(ui,
          fits.has_value() ? std::string(ui.say(pattern_hint(*pattern))) : ui.say(fits.error()));
}

Result<SwizzleSpec> with_pattern(const SwizzleSpec& spec, const std::string& text,
                                 Direction direction) {
  SwizzleSpec wanted = spec;
  TRY(auto pattern, swizzle::parse_pattern(text, direction));
  pattern_in(wanted, direction) = std::move(pattern);
  return wanted;
}

void own_lanes(const AppState& app, Ui& ui, WidgetFlow& flow, Direction direction) {
  const SwizzleSpec& spec = app.session.chosen<swizzle::SwizzleSpec>();
  const Pattern& now = direction == Direction::write ? spec.write : spec.read;
  if (now.kind != Pattern::Kind::lanes) return;
  const float least = ui.fonts.small->FontSize * 14;
  const float width = std::min(flow.left(least), ui.fonts.small->FontSize * 30);
  flow.next(width);
  const bool writes = direction == Direction::write;
  workshop_field(
      app, ui,
      {writes ? "workshop.write.text" : "workshop.read.text", swizzle::text_of(now, direction),
       width,
       writes ? [](const SwizzleSpec& of,
                   const std::string& text) { return with_pattern(of, text, Direction::write); }
              : [](const SwizzleSpec& of, const std::string& text) {
                  return with_pattern(of, text, Direction::read);
                }});
  tooltip(ui, ui.say(Str::workshop_lanes_hint));
}

void pattern_combo(const AppState& app, Ui& ui, WidgetFlow& flow, Direction direction) {
  const SwizzleSpec& spec = app.session.chosen<swizzle::SwizzleSpec>();
  const bool writes = direction == Direction::write;
  const Pattern& now = writes ? spec.write : spec.read;
  const std::string_view words = ui.say(writes ? Str::workshop_write : Str::workshop_read);
  const std::string_view instruction = writes ? "st" : "ld";
  const bool is_own = now.kind == Pattern::Kind::lanes;
  const std::string shown = is_own ? std::string(ui.say(Str::workshop_own_lanes))
                                   : pattern_name(ui, swizzle::text_of(now, direction));
  const float width = std::max(combo_width(pattern_name(ui, "columns.16B")), combo_width(shown));
  flow.next(width_before_widget(ui, words) + width);
  phrase_before_widget(ui, words);
  const std::string name = writes ? "workshop.write" : "workshop.read";
  ImGui::SetNextItemWidth(width);
  const bool is_open =
      ImGui::BeginCombo(("###" + name).c_str(), shown.c_str(), ImGuiComboFlags_HeightLargest);
  mark(ui, name);
  if (!is_open) {
    tooltip(ui, ui.say(writes ? Str::workshop_write_hint : Str::workshop_read_hint));
  } else {
    for (const char* pattern : kPatterns) pattern_item(app, ui, direction, pattern);
    for (const char* matrix : kMatrices) {
      pattern_item(app, ui, direction, fmt::format("{}{}", instruction, matrix));
    }
    pattern_item(app, ui, direction, is_own ? swizzle::text_of(now, direction) : "lanes(lane)");
    ImGui::EndCombo();
  }
  own_lanes(app, ui, flow, direction);
}

template <class Choices>
auto next_of(const Choices& choices, std::ptrdiff_t now, std::ptrdiff_t by) {
  const auto count = static_cast<std::ptrdiff_t>(choices.size());
  return choices[static_cast<std::size_t>(((now + by) % count + count) % count)];
}

}  // namespace

void step_element(AppState& app, int by) {
  SwizzleSpec spec = app.session.chosen<SwizzleSpec>();
  const auto now =
      std::ranges::find(kElementBytes, spec.tile.element_bytes) - kElementBytes.begin();
  spec.tile.element_bytes = next_of(kElementBytes, now, by);
  app.session.choose(spec);
}

void step_pattern(AppState& app, Direction direction, int by) {
  const SwizzleSpec spec = app.session.chosen<SwizzleSpec>();
  const Pattern& shown = direction == Direction::write ? spec.write : spec.read;
  const std::string text = swizzle::text_of(shown, direction);
  const auto now = std::ranges::find(kPatterns, text) - kPatterns.begin();
  for (std::ptrdiff_t step = 1; step <= std::ssize(kPatterns); ++step) {
    const auto wanted = with_pattern(spec, next_of(kPatterns, now, by * step), direction);
    if (!wanted.has_value()) continue;
    const Pattern& pattern = direction == Direction::write ? wanted->write : wanted->read;
    if (!swizzle::accesses_of(pattern, spec.tile, direction).has_value()) continue;
    return app.session.choose(*wanted);
  }
}

void workshop_tile_row(const AppState& app, Ui& ui) {
  push_font(ui.fonts.small);
  WidgetFlow flow(ui, ImGui::GetFrameHeight());
  element_combo(app, ui, flow);
  shape_field(app, ui, flow);
  order_buttons(app, ui, flow);
  pattern_combo(app, ui, flow, Direction::write);
  pattern_combo(app, ui, flow, Direction::read);
  flow.end();
  ImGui::PopFont();
}

}  // namespace warplens::ui
