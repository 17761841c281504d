#include "app/features/plane/plane_controls.h"

#include <imgui_stdlib.h>

#include <array>

#include "app/features/plane/plane_state.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/widget_flow.h"
#include "app/ui/widgets.h"
#include "viz/algebra/power.h"

namespace warplens::ui {
namespace {

using algebra::Lens;
using algebra::PlaneSpec;

struct LensButton {
  Lens lens;
  const char* name;
  Str words, hint;
};
constexpr std::array kLensButtons{
    LensButton{Lens::columns, "motion.columns", Str::plane_columns, Str::plane_columns_hint},
    LensButton{Lens::area, "motion.area", Str::plane_area, Str::plane_area_hint},
    LensButton{Lens::product, "motion.product", Str::plane_product, Str::plane_product_hint},
    LensButton{Lens::direction, "motion.direction", Str::plane_direction,
               Str::plane_direction_hint},
    LensButton{Lens::equation, "motion.equation", Str::plane_equation, Str::plane_equation_hint},
    LensButton{Lens::power, "motion.power", Str::plane_power, Str::plane_power_hint}};

float framed_width(std::string_view words) {
  return text_width(words) + 2 * ImGui::GetStyle().FramePadding.x;
}

void lens_buttons(const AppState& app, Ui& ui, WidgetFlow& flow) {
  const PlaneSpec& spec = app.session.chosen<algebra::PlaneSpec>();
  for (const LensButton& each : kLensButtons) {
    const std::string words(ui.say(each.words));
    flow.next(framed_width(words) - ui.fonts.small->FontSize * 0.7f);
    const bool is_on = spec.lens == each.lens;
    if (button(ui, each.name, words, is_on ? ButtonLook::primary : ButtonLook::soft) && !is_on) {
      PlaneSpec wanted = spec;
      wanted.lens = each.lens;
      ask_plane(ui, wanted);
    }
    tooltip(ui, ui.say(each.hint));
  }
}

// Play, and a line to scrub along.
void transport(const AppState& app, Ui& ui, WidgetFlow& flow) {
  PlaneState& state = ui.state<PlaneState>();
  const std::string words(ui.say(state.plays ? Str::plane_stop : Str::plane_play));
  const float slider = ui.fonts.small->FontSize * 9, gap = 4 * ui.scale;
  const float wider =
      std::max(framed_width(ui.say(Str::plane_stop)), framed_width(ui.say(Str::plane_play)));
  flow.next(wider + gap + slider);
  ImGui::BeginDisabled(app.hides_costs());
  if (button(ui, "motion.play", words, ButtonLook::soft, {wider, 0})) play_or_stop(ui, app);
  tooltip(ui, ui.say(Str::plane_play_hint));
  ImGui::SameLine(0, gap);
  auto phase = static_cast<float>(app.session.playback().shown_phase());
  ImGui::SetNextItemWidth(slider);
  if (ImGui::SliderFloat("###motion.phase", &phase, 0, 1, "",
                         ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput)) {
    state.plays = false;
    ui.ask([phase](AppState& a) { a.session.playback().hold(phase); });
  }
  mark(ui, "motion.phase");
  tooltip(ui, ui.say(Str::plane_phase_hint));
  ImGui::EndDisabled();
}

// A field whose text is taken as it is typed, as far as it can be.
struct PlaneField {
  const char* name;
  std::string words, now;
  float columns;  // of digits
  Result<PlaneSpec> (*with)(const PlaneSpec& spec, const std::string& text);
};

void field(const AppState& app, Ui& ui, WidgetFlow& flow, const PlaneField& each) {
  PlaneState& state = ui.state<PlaneState>();
  auto draft = state.drafts.find(each.name);
  std::string text = draft == state.drafts.end() ? each.now : draft->second.text;
  const bool is_wrong = draft != state.drafts.end() && !draft->second.error.empty();
  const float columns = std::max(each.columns, static_cast<float>(text.size()));
  const float width =
      text_width("0", ui.fonts.mono_small) * columns + 2 * ImGui::GetStyle().FramePadding.x;
  flow.next(width_before_widget(ui, each.words) + width);
  phrase_before_widget(ui, each.words);
  push_font(ui.fonts.mono_small);
  if (is_wrong) ImGui::PushStyleColor(ImGuiCol_Text, channels(ui.theme->bad));
  ImGui::SetNextItemWidth(width);
  ImGui::PushAllowKeyboardFocus(false);  // Tab is for the picture's handles
  const bool is_edited = ImGui::InputText((std::string("###") + each.name).c_str(), &text,
                                          ImGuiInputTextFlags_AutoSelectAll);
  ImGui::PopAllowKeyboardFocus();
  if (is_wrong) ImGui::PopStyleColor();
  ImGui::PopFont();
  mark(ui, each.name);
  ui.widget_log.shown(each.name, text);
  if (is_edited) {
    const PlaneSpec& spec = app.session.chosen<algebra::PlaneSpec>();
    auto wanted = each.with(spec, text);
    state.drafts[each.name] = {text, each.now,
                               wanted.has_value() ? Text{} : wanted.error().message};
    if (wanted.has_value() && *wanted != spec) {
      ask_plane(ui, *wanted, std::exchange(state.types, true));
      state.drafts[each.name].instead_of.clear();
    }
    return;
  }
  if (ImGui::IsItemActive() || draft == state.drafts.end()) return;
  if (ImGui::IsItemDeactivated()) state.types = false;
  const bool is_taken = draft->second.error.empty();
  if (is_taken || draft->second.instead_of != each.now) state.drafts.erase(draft);
}

Result<PlaneSpec> with_part(const PlaneSpec& spec, char name, const std::string& text) {
  TRY(const auto read, algebra::parse_plane(fmt::format("{}=[{}]", name, text)));
  PlaneSpec wanted = spec;
  if (name == 'A') wanted.a = read.a;
  if (name == 'B') wanted.b = read.b;
  if (name == 'v') wanted.v = read.v;
  if (name == 'p') wanted.p = read.p;
  if (name == 'q') wanted.q = read.q;
  return wanted;
}
template <char name>
Result<PlaneSpec> with_field(const PlaneSpec& spec, const std::string& text) {
  return with_part(spec, name, text);
}

std::string vector_text(std::initializer_list<algebra::Fraction> numbers) {
  std::string text;
  for (const algebra::Fraction& each : numbers) text += (text.empty() ? "" : " ") + text_of(each);
  return text;
}

void power_stepper(const AppState& app, Ui& ui, WidgetFlow& flow) {
  const PlaneSpec& spec = app.session.chosen<algebra::PlaneSpec>();
  const float width = ui.fonts.small->FontSize * 9;
  const std::string words = fmt::format("n = {}", spec.n);
  flow.next(width_before_widget(ui, "n = 100") + width);
  const float x = ImGui::GetCursorScreenPos().x;
  phrase_before_widget(ui, words);
  ImGui::SetCursorScreenPos(
      {x + width_before_widget(ui, "n = 100"), ImGui::GetCursorScreenPos().y});
  auto n = static_cast<int>(spec.n);
  ImGui::SetNextItemWidth(width);
  bool& types = ui.state<PlaneState>().types;
  if (ImGui::SliderInt("###motion.n", &n, 1, static_cast<int>(algebra::kLargestPower), "",
                       ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput)) {
    PlaneSpec wanted = spec;
    wanted.n = static_cast<std::uint32_t>(n);
    ask_plane(ui, wanted, std::exchange(types, true));
  } else if (ImGui::IsItemDeactivated()) {
    types = false;
  }
  mark(ui, "motion.n");
  ui.widget_log.shown("motion.n", [&] { return std::to_string(spec.n); });
  tooltip(ui, ui.say(Str::plane_n_hint));
}

void plane_fields(const AppState& app, Ui& ui, WidgetFlow& flow) {
  const PlaneSpec& spec = app.session.chosen<algebra::PlaneSpec>();
  field(app, ui, flow, {"motion.A", "A =", text_of(spec.a), 11, with_field<'A'>});
  tooltip(ui, ui.say(Str::plane_matrix_hint));
  if (spec.lens == Lens::product) {
    field(app, ui, flow, {"motion.B", "B =", text_of(spec.b), 11, with_field<'B'>});
    tooltip(ui, ui.say(Str::plane_b_hint));
  }
  const bool has_vector =
      spec.lens == Lens::columns || spec.lens == Lens::direction || spec.lens == Lens::power;
  if (has_vector) {
    field(app, ui, flow,
          {"motion.v", "v =", vector_text({spec.v.x, spec.v.y}), 7, with_field<'v'>});
    tooltip(ui, ui.say(Str::plane_vector_hint));
  }
  if (spec.lens == Lens::power) power_stepper(app, ui, flow);
}

// From the one to the other; a lesson's step has its own.
void other_view(const AppState& app, Ui& ui, WidgetFlow& flow, session::StageView view,
                const char* name, Str words) {
  if (app.mode == Mode::lesson) return;
  flow.next(framed_width(ui.say(words)));
  if (button(ui, name, ui.say(words))) {
    ui.ask([view](AppState& a) { show_instead(a, view); });
  }
}

}  // namespace

void ask_plane(Ui& ui, const PlaneSpec& spec, bool continues) {
  ui.ask([spec, continues](AppState& app) { app.session.choose(spec, continues); });
}

void play_or_stop(Ui& ui, const AppState& app) {
  if (app.hides_costs()) return;
  PlaneState& state = ui.state<PlaneState>();
  state.plays = !state.plays;
  const bool is_over = app.session.playback().shown_phase() >= 1;
  if (state.plays && is_over) ui.ask([](AppState& a) { a.session.playback().hold(0); });
}

void let_go(Ui& ui) {
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) ui.state<PlaneState>().drag.reset();
}

bool has_plane_controls(const Ui& ui) {
  constexpr float kLowest = 16, kNarrowest = 30;  // of the panel, in text sizes
  const ImVec2 room = ImGui::GetContentRegionAvail();
  return !ui.small_view && room.y >= kLowest * ui.fonts.body->FontSize &&
         room.x >= kNarrowest * ui.fonts.body->FontSize;
}

void plane_controls(const AppState& app, Ui& ui) {
  push_font(ui.fonts.small);
  WidgetFlow flow(ui, ImGui::GetFrameHeight());
  lens_buttons(app, ui, flow);
  transport(app, ui, flow);
  if (!ui.hides_tools) plane_fields(app, ui, flow);
  other_view(app, ui, flow, session::StageView::space, "motion.space", Str::space);
  flow.end();
  ImGui::PopFont();
}

void space_controls(const AppState& app, Ui& ui) {
  if (ui.hides_tools) return;
  const PlaneSpec& spec = app.session.chosen<algebra::PlaneSpec>();
  push_font(ui.fonts.small);
  WidgetFlow flow(ui, ImGui::GetFrameHeight());
  field(app, ui, flow,
        {"motion.p", "p =", vector_text({spec.p.x, spec.p.y, spec.p.z}), 9, with_field<'p'>});
  tooltip(ui, ui.say(Str::plane_space_hint));
  field(app, ui, flow,
        {"motion.q", "q =", vector_text({spec.q.x, spec.q.y, spec.q.z}), 9, with_field<'q'>});
  tooltip(ui, ui.say(Str::plane_space_hint));
  const std::string swap(ui.say(Str::plane_swap));
  flow.next(framed_width(swap));
  if (button(ui, "motion.swap", swap)) {
    PlaneSpec wanted = spec;
    std::swap(wanted.p, wanted.q);
    ask_plane(ui, wanted);
  }
  tooltip(ui, ui.say(Str::plane_swap_hint));
  other_view(app, ui, flow, session::StageView::plane, "motion.plane", Str::plane);
  flow.end();
  ImGui::PopFont();
}

void plane_trouble(Ui& ui) {
  for (const auto& [name, draft] : ui.state<PlaneState>().drafts) {
    if (draft.error.empty()) continue;
    const std::string words = ui.say(draft.error);
    const std::string fitting = fitted(words, ImGui::GetContentRegionAvail().x, ui.fonts.small);
    label(ui, fitting, {ui.theme->bad, ui.fonts.small});
    if (fitting != words) tooltip(ui, words);
    ui.widget_log.shown("motion.error", words);
    return;
  }
}

}  // namespace warplens::ui
