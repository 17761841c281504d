#include <array>
#include <bit>
#include <cstdlib>

#include "app/features/workshop/workshop_controls.h"
#include "app/features/workshop/workshop_state.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/widget_flow.h"
#include "app/ui/widgets.h"
#include "viz/swizzle/layout_map.h"
#include "viz/swizzle/spec.h"
#include "viz/swizzle/usual_map.h"

namespace warplens::ui {
namespace {

using swizzle::Map;
using swizzle::SwizzleSpec;
using Kind = Map::Kind;

struct KindButton {
  Kind kind;
  const char* name;
  std::optional<Str> words;  // nothing: Swizzle<B,M,S>
  Str hint;
};
constexpr const char* kCutePhrase = "Swizzle<B,M,S>";
constexpr std::array kKindButtons{
    KindButton{Kind::none, "workshop.map.none", Str::workshop_none, Str::workshop_none_hint},
    KindButton{Kind::padding, "workshop.map.padding", Str::workshop_padding,
               Str::workshop_padding_hint},
    KindButton{Kind::exclusive_or, "workshop.map.xor", Str::workshop_xor, Str::workshop_xor_hint},
    KindButton{Kind::shift, "workshop.map.shift", Str::workshop_shift, Str::workshop_shift_hint},
    KindButton{Kind::cute, "workshop.map.cute", std::nullopt, Str::workshop_cute_hint},
    KindButton{Kind::layout, "workshop.map.layout", Str::workshop_layout,
               Str::workshop_layout_hint},
    KindButton{Kind::expression, "workshop.map.expression", Str::workshop_expression,
               Str::workshop_expression_hint}};

void ask_map(const AppState& app, Ui& ui, const Map& map, bool continues = false) {
  SwizzleSpec wanted = app.session.chosen<swizzle::SwizzleSpec>();
  wanted.map = map;
  ask_swizzle(ui, wanted, continues);
}

void kind_buttons(const AppState& app, Ui& ui, WidgetFlow& flow) {
  const SwizzleSpec& spec = app.session.chosen<swizzle::SwizzleSpec>();
  const float gap = 2 * ui.scale;
  const auto phrase_of = [&](const KindButton& each) {
    return each.words ? std::string(ui.say(*each.words)) : std::string(kCutePhrase);
  };
  float width = -gap;
  for (const KindButton& each : kKindButtons) {
    width += text_width(phrase_of(each)) + 2 * ImGui::GetStyle().FramePadding.x + gap;
  }
  const bool is_one_row = width <= ImGui::GetContentRegionAvail().x;
  if (is_one_row) flow.next(width);
  for (const KindButton& each : kKindButtons) {
    const std::string words = phrase_of(each);
    if (is_one_row && &each != kKindButtons.data()) ImGui::SameLine(0, gap);
    if (!is_one_row) flow.next(text_width(words) + 2 * ImGui::GetStyle().FramePadding.x);
    const bool is_on = spec.map.kind == each.kind;
    if (button(ui, each.name, words, is_on ? ButtonLook::primary : ButtonLook::soft) && !is_on) {
      ask_map(app, ui, swizzle::usual_map(spec, each.kind));
    }
    tooltip(ui, ui.say(each.hint));
  }
}

// A number with a button on each side; a step that makes no map that can be placed is not offered.
struct Stepper {
  std::string name;
  std::string words;
  std::string value;
  std::optional<Map> less, more;
};

std::optional<Map> placed(const SwizzleSpec& spec, const Map& map) {
  const bool is_one = swizzle::parse_map(swizzle::text_of(map)).has_value() &&
                      swizzle::offset_expression(map, spec.tile).has_value();
  return is_one ? std::optional(map) : std::nullopt;
}

void stepper(const AppState& app, Ui& ui, WidgetFlow& flow, const Stepper& each,
             std::string_view hint) {
  const float side = ImGui::GetFrameHeight(), gap = 2 * ui.scale;
  const float words = width_before_widget(ui, each.words);
  const float room = text_width("0000", ui.fonts.mono_small);
  flow.next(words + 2 * (side + gap) + room);
  phrase_before_widget(ui, each.words);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::BeginDisabled(!each.less);
  if (button(ui, (each.name + ".less").c_str(), "-", ButtonLook::soft, {side, 0})) {
    ask_map(app, ui, *each.less);
  }
  ImGui::EndDisabled();
  const float down = (side - ui.fonts.mono_small->FontSize) / 2;
  const float middle = (room - text_width(each.value, ui.fonts.mono_small)) / 2;
  ImGui::SetCursorScreenPos(at + ImVec2{side + gap + middle, down});
  label(ui, each.value, {ui.theme->text, ui.fonts.mono_small});
  tooltip(ui, hint);
  ui.widget_log.shown(each.name, each.value);
  ImGui::SetCursorScreenPos(at + ImVec2{side + 2 * gap + room, 0});
  ImGui::BeginDisabled(!each.more);
  if (button(ui, (each.name + ".more").c_str(), "+", ButtonLook::soft, {side, 0})) {
    ask_map(app, ui, *each.more);
  }
  ImGui::EndDisabled();
}

void padding_slider(const AppState& app, Ui& ui, WidgetFlow& flow) {
  const SwizzleSpec& spec = app.session.chosen<swizzle::SwizzleSpec>();
  const float width = ui.fonts.small->FontSize * 8;
  flow.next(width);
  auto elements = static_cast<int>(spec.map.padding);
  const int most = std::max(static_cast<int>(128 / spec.tile.element_bytes), elements);
  ImGui::SetNextItemWidth(width);
  std::string& dragging = ui.state<WorkshopState>().dragging;
  const std::string name = "workshop.padding.slider";
  if (ImGui::SliderInt(("###" + name).c_str(), &elements, 1, most, "",
                       ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput)) {
    ask_map(app, ui, swizzle::padding_of(static_cast<std::uint32_t>(elements)), dragging == name);
    dragging = name;
  } else if (dragging == name && !ImGui::IsItemActive()) {
    dragging.clear();
  }
  mark(ui, name);
}

void padding_controls(const AppState& app, Ui& ui, WidgetFlow& flow) {
  const SwizzleSpec& spec = app.session.chosen<swizzle::SwizzleSpec>();
  const std::uint32_t now = spec.map.padding;
  padding_slider(app, ui, flow);
  stepper(app, ui, flow,
          {"workshop.padding", std::string(ui.say(Str::workshop_elements)), fmt::format("{}", now),
           now > 1 ? placed(spec, swizzle::padding_of(now - 1)) : std::nullopt,
           placed(spec, swizzle::padding_of(now + 1))},
          ui.say(Str::workshop_padding_hint));
}

void group_controls(const AppState& app, Ui& ui, WidgetFlow& flow) {
  const SwizzleSpec& spec = app.session.chosen<swizzle::SwizzleSpec>();
  const auto with = [&](std::uint32_t group, std::uint32_t shift) {
    Map map = spec.map;
    map.group = group;
    map.row_shift = shift;
    return placed(spec, map);
  };
  const std::uint32_t group = spec.map.group, shift = spec.map.row_shift;
  stepper(app, ui, flow,
          {"workshop.group", std::string(ui.say(Str::workshop_group)), fmt::format("{}", group),
           group > 1 ? with(group / 2, shift) : std::nullopt, with(group * 2, shift)},
          ui.say(Str::workshop_group_hint));
  stepper(app, ui, flow,
          {"workshop.row_shift", spec.tile.order == swizzle::Order::row ? "row >>" : "col >>",
           fmt::format("{}", shift), shift > 0 ? with(group, shift - 1) : std::nullopt,
           shift < 20 ? with(group, shift + 1) : std::nullopt},
          ui.say(Str::workshop_row_shift_hint));
}

void cute_controls(const AppState& app, Ui& ui, WidgetFlow& flow) {
  const SwizzleSpec& spec = app.session.chosen<swizzle::SwizzleSpec>();
  struct Number {
    const char* name;
    const char* words;
    int swizzle::CuteSwizzle::*of;
  };
  constexpr std::array kNumbers{Number{"workshop.cute.b", "B", &swizzle::CuteSwizzle::bits},
                                Number{"workshop.cute.m", "M", &swizzle::CuteSwizzle::base},
                                Number{"workshop.cute.s", "S", &swizzle::CuteSwizzle::shift}};
  for (const Number& each : kNumbers) {
    const auto by = [&](int step) {
      Map map = spec.map;
      map.cute.*each.of += step;
      return placed(spec, map);
    };
    stepper(app, ui, flow,
            {each.name, each.words, fmt::format("{}", spec.map.cute.*each.of), by(-1), by(1)},
            ui.say(Str::workshop_cute_hint));
  }
}

Result<SwizzleSpec> with_map(const SwizzleSpec& spec, const std::string& text) {
  SwizzleSpec wanted = spec;
  TRY(swizzle::set_field(wanted, "map", text));
  // Whether it can be placed is told before the map that is shown gives way to it.
  TRY(swizzle::place(wanted.tile, wanted.map));
  return wanted;
}

void map_field(const AppState& app, Ui& ui, WidgetFlow& flow) {
  const float width = flow.left(ui.fonts.small->FontSize * 12);
  flow.next(width);
  workshop_field(
      app, ui,
      {"workshop.expression", swizzle::text_of(app.session.chosen<swizzle::SwizzleSpec>().map),
       width, with_map, ui.hides_tools});
  const Kind kind = app.session.chosen<swizzle::SwizzleSpec>().map.kind;
  tooltip(ui,
          ui.say(kind == Kind::layout ? Str::workshop_layout_hint : Str::workshop_expression_hint));
}

// The first of what is wrong, of what was typed before what was asked.
Text trouble(const WorkshopState& state) {
  for (const auto& [name, draft] : state.drafts) {
    if (!draft.error.empty()) return draft.error;
  }
  return state.answers->error() ? state.answers->error()->message : Text{};
}

// The function, behind what the layout comes to where it was typed otherwise.
std::string layout_formula_phrase(const Ui& ui, const swizzle::SwizzleAnswer& answer) {
  const Map& map = answer.spec.map;
  const auto both = swizzle::swizzled_index(map, answer.spec.tile);
  if (!both.has_value()) return ui.say(both.error());
  const std::string place =
      both->swizzle.bits == 0
          ? both->index
          : fmt::format("{}({})", text_of(swizzle::map_of(both->swizzle)), both->index);
  const std::string layout = swizzle::layout_phrase(map);
  return layout == map.expression ? ui.say(Str::workshop_formula, place)
                                  : ui.say(Str::workshop_formula_layout, layout, place);
}

std::string formula_phrase(const Ui& ui, const swizzle::SwizzleAnswer& answer) {
  const Map& map = answer.spec.map;
  if (map.kind == Kind::layout) return layout_formula_phrase(ui, answer);
  if (map.kind != Kind::cute) return ui.say(Str::workshop_formula, answer.formula);
  return ui.say(Str::workshop_formula_bytes, answer.formula, map.cute.bits,
                map.cute.base + std::countr_zero(answer.spec.tile.element_bytes), map.cute.shift);
}

}  // namespace

void workshop_map_row(const AppState& app, Ui& ui) {
  WidgetFlow flow(ui, ImGui::GetFrameHeight());
  kind_buttons(app, ui, flow);
  push_font(ui.fonts.small);
  const Kind kind = app.session.chosen<swizzle::SwizzleSpec>().map.kind;
  if (kind == Kind::padding) padding_controls(app, ui, flow);
  if (kind == Kind::exclusive_or || kind == Kind::shift) group_controls(app, ui, flow);
  if (kind == Kind::cute) cute_controls(app, ui, flow);
  map_field(app, ui, flow);
  ImGui::PopFont();
  flow.end();
}

void workshop_formula(const AppState& /*app*/, Ui& ui) {
  const WorkshopState& state = ui.state<WorkshopState>();
  const Text wrong = trouble(state);
  const bool is_wrong = !wrong.empty();
  const SwizzleAnswerPtr& answer = state.answers->shown();
  const std::string words = is_wrong            ? ui.say(wrong)
                            : answer == nullptr ? std::string(ui.say(Str::workshop_making))
                                                : formula_phrase(ui, *answer);
  const float room = ImGui::GetContentRegionAvail().x;
  const bool is_long = text_width(words, ui.fonts.body) > room;
  ImFont* font = is_wrong || is_long ? ui.fonts.small : ui.fonts.body;
  const std::string fitting = fitted(words, room, font);
  label(ui, fitting, {is_wrong ? ui.theme->bad : ui.theme->text, font});
  if (fitting != words) tooltip(ui, words);
  ui.widget_log.shown(is_wrong ? "workshop.error" : "workshop.formula", words);
}

}  // namespace warplens::ui
