#include "app/ui/control_widgets.h"

#include "app/session/edits.h"
#include "viz/scene/access/metrics_view.h"

#include "app/session/kernel_result.h"
#include "app/state/kept_offers.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/state/own_kernel.h"
#include "app/texts/place_phrases.h"
#include "app/ui/idea_buttons.h"
#include "app/ui/index_field.h"
#include "app/ui/kernel_combos.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using session::Side;

constexpr std::int64_t kLogarithmicFrom = 128;  // ranges wider than this are set on a log scale

// "1 of 2"; each with its kernel's name.
void launch_combo(const AppState& app, Ui& ui) {
  const std::size_t count = app.session.launch_count();
  const std::size_t now = app.session.cursor().launch;
  const std::string shown = ui.say(Str::launch_of, now + 1, count);
  const bool open = ImGui::BeginCombo("###launch", beside_arrow(shown).c_str());
  mark(ui, "control.launch");
  ui.widget_log.shown("control.launch", shown);
  if (!open) return;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string words =
        fmt::format("{} · {}", i + 1, app.session.result()->launches[i].trace->entry);
    if (ImGui::Selectable(words.c_str(), i == now)) {
      ui.ask([i](AppState& a) { set_launch(a.session, i); });
    }
    mark(ui, fmt::format("launch.{}", i + 1));
  }
  ImGui::EndCombo();
}

struct Entry {
  std::string name, words;
};

Entry entry_of(const Ui& ui, const session::CapturedName& each) {
  return {each.name, ui.say(tr("{}: grid {}, block {}", each.name, shape_phrase(each.grid),
                               shape_phrase(each.block)))};
}

// The kernels of an own file, as their authors declare them; the launches of a captured program.
std::vector<Entry> entries_of(const AppState& app, const Ui& ui) {
  std::vector<Entry> entries;
  if (const session::OwnFilePtr file = own_file(app)) {
    for (const session::OwnEntry& entry : file->kernels)
      entries.push_back({entry.name, entry.signature});
  }
  if (const session::CapturedProgramPtr program = captured_program(app)) {
    for (const session::CapturedName& each : program->launches)
      entries.push_back(entry_of(ui, each));
  }
  return entries;
}

Entry chosen_entry(const AppState& app, const Ui& ui) {
  const session::Selection& selection = app.session.selection();
  if (const session::CapturedProgramPtr program = captured_program(app))
    return entry_of(ui, program->launches[program->find(selection.own.kernel)]);
  if (const auto launch = own_launch(app)) return {launch->kernel.name, launch->kernel.signature};
  return {{}, short_name(selection)};
}

void entry_combo(const AppState& app, Ui& ui) {
  const auto [chosen, shown] = chosen_entry(app, ui);
  const bool open = ImGui::BeginCombo(
      "###entry",
      fitted(shown, ImGui::CalcItemWidth() - 2 * ImGui::GetFrameHeight(), nullptr).c_str());
  mark(ui, "control.entry");
  ui.widget_log.shown("control.entry", shown);
  if (!open) return tooltip(ui, shown);
  std::size_t count = 0;
  for (const auto& [name, words] : entries_of(app, ui)) {
    if (ImGui::Selectable(fmt::format("{}###entry{}", words, count++).c_str(), name == chosen))
      ui.ask([name = name](AppState& a) { choose_own_kernel(a, name); });
    mark(ui, "entry." + name);
  }
  ImGui::EndCombo();
}

std::int64_t value_of(const AppState& app, const Ui& ui, const catalog::Parameter& parameter) {
  return app.session.selection(ui.side).parameters.at(parameter.name);
}

void ask_value(Ui& ui, const std::string& name, std::int64_t value, bool continues) {
  ui.ask(
      [=, side = ui.side](AppState& a) { set_parameter(a.session, name, value, continues, side); });
}

std::string choice_phrase(const Ui& ui, const catalog::Parameter& parameter, std::size_t i) {
  return parameter.choice_labels.empty() ? std::to_string(parameter.choices[i])
                                         : ui.say(parameter.choice_labels[i]);
}

std::string value_phrase(const Ui& ui, const catalog::Parameter& parameter, std::int64_t value) {
  const auto at = std::ranges::find(parameter.choices, value);
  if (at == parameter.choices.end()) return std::to_string(value);
  return choice_phrase(ui, parameter, static_cast<std::size_t>(at - parameter.choices.begin()));
}

void choice_combo(const AppState& app, Ui& ui, const catalog::Parameter& parameter) {
  const std::int64_t now = value_of(app, ui, parameter);
  const std::string words = value_phrase(ui, parameter, now);
  const std::string shown = beside_arrow(words);
  const bool open = ImGui::BeginCombo(("###" + parameter.name).c_str(), shown.c_str());
  mark(ui, "control." + parameter.name);
  ui.widget_log.shown({"chosen.", parameter.name}, shown);
  if (!open && shown != words) tooltip(ui, words);
  if (!open) return;
  for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
    const std::int64_t value = parameter.choices[i];
    if (ImGui::Selectable(choice_phrase(ui, parameter, i).c_str(), value == now)) {
      ask_value(ui, parameter.name, value, false);
    }
    mark(ui, fmt::format("choice.{}.{}", parameter.name, value));
  }
  ImGui::EndCombo();
}

void step_button(Ui& ui, const catalog::Parameter& parameter, const char* sign, std::int64_t value,
                 bool possible) {
  const float side = ImGui::GetFrameHeight();
  ImGui::SameLine(0, 3 * ui.scale);
  ImGui::BeginDisabled(!possible);
  const std::string name =
      fmt::format("control.{}.{}", parameter.name, sign[0] == '+' ? "more" : "less");
  if (button(ui, name.c_str(), sign, ButtonLook::soft, {side, 0})) {
    ask_value(ui, parameter.name, value, false);
  }
  ImGui::EndDisabled();
}

// The label line tells a slider's value, and none stands over its knob; but ImGui needs a format to
// read what is typed into it, from the Ctrl + click on.
bool is_typed_into(const std::string& slider) {
  if (ImGui::TempInputIsActive(ImGui::GetID(slider.c_str()))) return true;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 end{at.x + ImGui::CalcItemWidth(), at.y + ImGui::GetFrameHeight()};
  return ImGui::GetIO().KeyCtrl && ImGui::IsMouseClicked(0) && ImGui::IsMouseHoveringRect(at, end);
}

// The slider offers what the variant accepts with the other parameters as they are.
void slider(const AppState& app, Ui& ui, const catalog::Parameter& parameter) {
  const std::int64_t now = value_of(app, ui, parameter);
  const Offer& offer = ui.offers->of(app.session, ui.side, parameter);
  auto value = static_cast<int>(now);
  const bool wide = offer.high - offer.low > kLogarithmicFrom;
  const ImGuiSliderFlags flags =
      ImGuiSliderFlags_AlwaysClamp | (wide ? ImGuiSliderFlags_Logarithmic : 0);
  const float side = ImGui::GetFrameHeight();
  ImGui::SetNextItemWidth(ImGui::CalcItemWidth() - 2 * (side + 3 * ui.scale));
  std::string& dragging = ui.state<DraggedControl>().name;
  const std::string dragged = fmt::format("{}.{}", static_cast<int>(ui.side), parameter.name);
  const std::string id = "###" + parameter.name;
  const bool typing = is_typed_into(id);
  if (ImGui::SliderInt(id.c_str(), &value, static_cast<int>(offer.low),
                       static_cast<int>(offer.high), typing ? "%d" : "", flags)) {
    ask_value(ui, parameter.name, value, dragging == dragged);
    dragging = dragged;
  } else if (dragging == dragged && !ImGui::IsItemActive()) {
    dragging.clear();
  }
  mark(ui, "control." + parameter.name);
  if (const Text says = meaning_of(parameter, app.session.selection(ui.side).parameters);
      !says.empty() && !ImGui::IsItemActive()) {
    tooltip(ui, fmt::format("{}: {}", now, ui.say(says)));
  }
  step_button(ui, parameter, "-", now - 1, now > offer.low);
  step_button(ui, parameter, "+", now + 1, now < offer.high);
}

}  // namespace

void control_widget(const AppState& app, Ui& ui, const Control& control) {
  if (control.kind == Control::Kind::variant) return variant_combo(app, ui);
  if (control.kind == Control::Kind::ideas) return idea_buttons(app, ui, control);
  if (control.kind == Control::Kind::compare) return compare_combo(app, ui);
  if (control.kind == Control::Kind::launch) return launch_combo(app, ui);
  if (control.kind == Control::Kind::entry) return entry_combo(app, ui);
  if (control.kind == Control::Kind::index) return index_field(app, ui, control);
  const catalog::Parameter* parameter = parameter_of(app.session, control.side, control.name);
  if (parameter == nullptr) return;
  if (!parameter->choices.empty()) return choice_combo(app, ui, *parameter);
  slider(app, ui, *parameter);
}

std::string control_label(const AppState& app, const Ui& ui, const Control& control) {
  if (control.kind == Control::Kind::compare) return {};
  if (control.kind == Control::Kind::launch) return std::string(ui.say(Str::launch));
  if (control.kind == Control::Kind::entry) return std::string(ui.say(Str::own_entry));
  if (control.kind == Control::Kind::index) return index_label(app, control);
  if (control.kind == Control::Kind::ideas) {
    const catalog::IdeaGroup* group = group_of(app.session, control);
    return group == nullptr ? std::string() : ui.say(group->title);
  }
  if (control.kind == Control::Kind::variant) {
    const catalog::Family* family = app.session.family(control.side);
    return family == nullptr ? std::string(ui.say(Str::kernel)) : ui.say(family->title);
  }
  const catalog::Parameter* parameter = parameter_of(app.session, control.side, control.name);
  return parameter == nullptr ? control.name : ui.say(parameter->label);
}

std::string control_value(const AppState& app, const Control& control) {
  if (control.kind != Control::Kind::parameter) return {};
  const catalog::Parameter* parameter = parameter_of(app.session, control.side, control.name);
  if (parameter == nullptr || !parameter->choices.empty()) return {};
  return scene::with_separators(
      static_cast<std::uint64_t>(app.session.selection(control.side).parameters.at(control.name)));
}

std::string chosen_phrase(const AppState& app, const Ui& ui, const Control& control) {
  const session::Selection& selection = app.session.selection(control.side);
  using Kind = Control::Kind;
  if (control.kind == Kind::launch)
    return ui.say(Str::launch_of, app.session.cursor().launch + 1, app.session.launch_count());
  if (control.kind == Kind::index) return selection.index;
  if (control.kind == Kind::compare) return std::string(ui.say(Str::compare_with));
  if (control.kind != Kind::parameter) return side_name(app, ui, control.side);
  const catalog::Parameter* parameter = parameter_of(app.session, control.side, control.name);
  if (parameter == nullptr) return {};
  return value_phrase(ui, *parameter, selection.parameters.at(control.name));
}

float choice_width(const AppState& app, const Ui& ui, const Control& control) {
  float words = 0;
  if (control.kind == Control::Kind::launch) {
    const std::size_t count = app.session.launch_count();
    words = text_width(ui.say(Str::launch_of, count, count), ui.fonts.body);
  } else if (control.kind == Control::Kind::parameter) {
    const catalog::Parameter* parameter = parameter_of(app.session, control.side, control.name);
    if (parameter == nullptr) return 0;
    for (std::size_t i = 0; i < parameter->choices.size(); ++i)
      words = std::max(words, text_width(choice_phrase(ui, *parameter, i), ui.fonts.body));
  }
  const float arrow = ImGui::GetFrameHeight() + 2 * ImGui::GetStyle().FramePadding.x;
  return words == 0 ? 0 : std::ceil(words + arrow);
}

namespace {

// "scale#2".
std::string captured_name(const AppState& app, const session::Selection& selection) {
  const auto program = app.own_files->programs().known(selection);
  return program ? program->launches[program->find(selection.own.kernel)].name
                 : selection.own.kernel;
}

}  // namespace

std::string side_name(const AppState& app, const Ui& ui, Side side) {
  const session::Selection& selection = app.session.selection(side);
  const session::Selection& beside = app.session.selection(other(side));
  const bool is_one_file = !selection.capture.empty() && selection.capture == beside.capture;
  if (!app.session.is_comparing() || !is_one_file) return short_name(selection);
  if (selection.is_program && selection.own.kernel != beside.own.kernel)
    return captured_name(app, selection);
  // The version on disk came after another, wherever it stands; two forms of one were swapped by
  // hand.
  const bool is_latest = selection.recording == app.watched.stamp;
  const bool is_after = selection.recording == beside.recording ? side == Side::right : is_latest;
  return std::string(ui.say(is_after ? Str::version_after : Str::version_before));
}

std::string control_meaning(const AppState& app, const Ui& ui, const Control& control) {
  if (control.kind != Control::Kind::parameter) return {};
  const catalog::Parameter* parameter = parameter_of(app.session, control.side, control.name);
  if (parameter == nullptr || !parameter->choices.empty()) return {};
  return ui.say(meaning_of(*parameter, app.session.selection(control.side).parameters));
}

float meaning_width(const AppState& app, const Ui& ui, const Control& control) {
  if (control_meaning(app, ui, control).empty()) return 0;
  const catalog::Parameter& parameter = *parameter_of(app.session, control.side, control.name);
  const Offer& offer = ui.offers->of(app.session, control.side, parameter);
  catalog::Parameters values = app.session.selection(control.side).parameters;
  const std::int64_t now = values.at(control.name);
  float width = 0;
  for (const std::int64_t value : {now, offer.low, offer.low + 1, offer.high - 1, offer.high}) {
    values[control.name] = std::clamp(value, offer.low, offer.high);
    width = std::max(width, text_width(ui.say(meaning_of(parameter, values)), ui.fonts.small));
  }
  return width;
}

std::string short_name(const session::Selection& selection) {
  if (!selection.capture.empty()) {
    const std::filesystem::path folder = selection.capture;
    return (folder.has_filename() ? folder : folder.parent_path()).filename().string();
  }
  return selection.kernel.substr(selection.kernel.find('/') + 1);
}

}  // namespace warplens::ui
