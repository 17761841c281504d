// Controls made from the family's descriptor: nothing here knows a kernel by name.
#include <algorithm>
#include <cmath>

#include "app/session/accepted_values.h"
#include "app/ui/panels.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

// Larger matrices are for timing; a trace of one fills memory without showing more.
constexpr std::int64_t kLargestExtent = 1024;
constexpr std::int64_t kLogarithmicFrom = 128;  // ranges wider than this are set on a log scale

struct Grid {
  int columns = 1;
  float cell_width = 0, cell_height = 0;
};

Grid grid_of(const Ui& ui, float width) {
  const float unit = ui.fonts.body->FontSize;
  const float inner = width - unit * 1.1f;
  Grid grid;
  grid.columns = std::max(1, static_cast<int>(inner / (unit * 10.5f)));
  grid.cell_width = inner / static_cast<float>(grid.columns);
  grid.cell_height = ui.fonts.small->FontSize + unit + 2 * 4 * ui.scale + 9 * ui.scale;
  return grid;
}

std::vector<catalog::Parameter> shown_parameters(const AppState& app) {
  const catalog::Variant* variant = app.session.variant();
  if (variant == nullptr) return {};
  return app.session.family()->parameters_of(*variant);
}

std::string_view kernel_label(const AppState& app, const Ui& ui) {
  const catalog::Family* family = app.session.family();
  return family == nullptr ? ui.say(Str::kernel) : std::string_view(ui.say(family->title));
}

void variant_combo(const AppState& app, Ui& ui) {
  const std::string& kernel = app.session.selection().kernel;
  const std::string shown_name = kernel.substr(kernel.find('/') + 1);
  const bool open =
      ImGui::BeginCombo("###variant", shown_name.c_str(), ImGuiComboFlags_HeightLarge);
  mark(ui, "control.variant");
  if (!open) {
    if (app.session.variant() != nullptr) tooltip(ui, ui.say(app.session.variant()->idea));
    return;
  }
  for (const catalog::Family& family : app.session.families()) {
    label(ui, ui.say(family.title), {ui.look->muted, ui.fonts.small});
    for (const catalog::Variant& variant : family.variants) {
      const std::string name = fmt::format("{}/{}", family.name, variant.name);
      const std::string shown =
          variant.broken ? fmt::format("{} ({})", name, ui.say(Str::broken_twin)) : name;
      if (ImGui::Selectable(shown.c_str(), name == kernel)) {
        ui.ask([name](AppState& a) { a.session.select_kernel(name); });
      }
      mark(ui, "variant." + name);
      tooltip(ui, ui.say(variant.idea));
    }
  }
  ImGui::EndCombo();
}

void ask_value(Ui& ui, const std::string& name, std::int64_t value) {
  const bool continues = ui.edited == name;
  ui.edited = name;
  ui.ask([=](AppState& a) { a.session.set_parameter(name, value, continues); });
}

void choice_combo(const AppState& app, Ui& ui, const catalog::Parameter& parameter) {
  const std::int64_t now = app.session.selection().parameters.at(parameter.name);
  const auto words_of = [&](std::size_t i) {
    return parameter.choice_labels.empty() ? std::to_string(parameter.choices[i])
                                           : ui.say(parameter.choice_labels[i]);
  };
  std::string shown = std::to_string(now);
  for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
    if (parameter.choices[i] == now) shown = words_of(i);
  }
  const bool open = ImGui::BeginCombo(("###" + parameter.name).c_str(), shown.c_str());
  mark(ui, "control." + parameter.name);
  if (!open) return;
  for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
    const std::int64_t value = parameter.choices[i];
    if (ImGui::Selectable(words_of(i).c_str(), value == now)) {
      ui.edited.clear();
      ask_value(ui, parameter.name, value);
    }
    mark(ui, fmt::format("choice.{}.{}", parameter.name, value));
  }
  ImGui::EndCombo();
}

// The range that the slider offers: what the variant accepts with the other parameters as they are.
std::pair<int, int> slider_range(const AppState& app, const catalog::Parameter& parameter) {
  const auto values = session::accepted_values(*app.session.variant(), parameter,
                                               app.session.selection().parameters);
  if (!values.empty()) return {static_cast<int>(values.front()), static_cast<int>(values.back())};
  return {static_cast<int>(parameter.minimum),
          static_cast<int>(std::min(parameter.maximum, kLargestExtent))};
}

void step_button(Ui& ui, const catalog::Parameter& parameter, const char* sign, std::int64_t value,
                 bool possible) {
  const float side = ImGui::GetFrameHeight();
  ImGui::SameLine(0, 3 * ui.scale);
  ImGui::BeginDisabled(!possible);
  const std::string name =
      fmt::format("control.{}.{}", parameter.name, sign[0] == '+' ? "more" : "less");
  if (button(ui, name.c_str(), sign, ButtonLook::soft, {side, 0})) {
    ui.edited.clear();
    ask_value(ui, parameter.name, value);
    ui.edited.clear();
  }
  ImGui::EndDisabled();
}

void slider(const AppState& app, Ui& ui, const catalog::Parameter& parameter) {
  auto value = static_cast<int>(app.session.selection().parameters.at(parameter.name));
  const auto [low, high] = slider_range(app, parameter);
  const bool wide = high - low > kLogarithmicFrom;
  const ImGuiSliderFlags flags =
      ImGuiSliderFlags_AlwaysClamp | (wide ? ImGuiSliderFlags_Logarithmic : 0);
  const float side = ImGui::GetFrameHeight();
  ImGui::SetNextItemWidth(ImGui::CalcItemWidth() - 2 * (side + 3 * ui.scale));
  if (ImGui::SliderInt(("###" + parameter.name).c_str(), &value, low, high, "", flags)) {
    ask_value(ui, parameter.name, value);
  } else if (ui.edited == parameter.name && !ImGui::IsItemActive()) {
    ui.edited.clear();
  }
  mark(ui, "control." + parameter.name);
  const auto now = app.session.selection().parameters.at(parameter.name);
  step_button(ui, parameter, "-", now - 1, now > low);
  step_button(ui, parameter, "+", now + 1, now < high);
}

// A slider's value, at the right end of its label's line.
void value_label(const AppState& app, Ui& ui, const catalog::Parameter& parameter, ImVec2 at,
                 float width) {
  const std::string value = std::to_string(app.session.selection().parameters.at(parameter.name));
  const float left = width - text_width(value, ui.fonts.mono);
  ui.recorder.shown("control." + parameter.name, value);
  ImGui::SetCursorScreenPos(at +
                            ImVec2{left, (ui.fonts.small->FontSize - ui.fonts.mono->FontSize) / 2});
  label(ui, value, {ui.look->text, ui.fonts.mono});
}

}  // namespace

float controls_height(const AppState& app, const Ui& ui, float width) {
  const Grid grid = grid_of(ui, width);
  const auto count = static_cast<int>(shown_parameters(app).size()) + 1;
  const int rows = (count + grid.columns - 1) / grid.columns;
  return static_cast<float>(rows) * grid.cell_height + ui.fonts.body->FontSize * 0.8f;
}

void controls_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "controls", area, {});
  const Grid grid = grid_of(ui, area.width);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const std::vector<catalog::Parameter> parameters = shown_parameters(app);
  for (std::size_t i = 0; i <= parameters.size(); ++i) {
    const auto column = static_cast<float>(i % static_cast<std::size_t>(grid.columns));
    const auto row = static_cast<float>(i / static_cast<std::size_t>(grid.columns));
    const ImVec2 at = origin + ImVec2{column * grid.cell_width, row * grid.cell_height};
    const float width = grid.cell_width - ui.fonts.body->FontSize * 0.7f;
    const std::string_view words = i == 0 ? kernel_label(app, ui) : ui.say(parameters[i - 1].label);
    ImGui::SetCursorScreenPos(at);
    ui.recorder.text(fmt::format("controls.label{}", i), text_width(words, ui.fonts.small), width);
    label(ui, words, {ui.look->muted, ui.fonts.small});
    if (i > 0 && parameters[i - 1].choices.empty())
      value_label(app, ui, parameters[i - 1], at, width);
    ImGui::SetCursorScreenPos(at + ImVec2{0, ui.fonts.small->FontSize + 3 * ui.scale});
    ImGui::PushItemWidth(width);
    if (i == 0) {
      variant_combo(app, ui);
    } else if (!parameters[i - 1].choices.empty()) {
      choice_combo(app, ui, parameters[i - 1]);
    } else {
      slider(app, ui, parameters[i - 1]);
    }
    ImGui::PopItemWidth();
    if (i == ui.control) {
      const ImVec2 low = at + ImVec2{0, ui.fonts.small->FontSize + 2.5f * ui.scale};
      ImGui::GetWindowDrawList()->AddLine(
          low + ImVec2{0, ImGui::GetFrameHeight() + 2 * ui.scale},
          low + ImVec2{width, ImGui::GetFrameHeight() + 2 * ui.scale}, packed(ui.look->accent),
          2 * ui.scale);
    }
  }
  end_panel();
}

}  // namespace warplens::ui
