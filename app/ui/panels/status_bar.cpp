#include <algorithm>
#include <filesystem>

#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/control_widgets.h"
#include "app/ui/layout.h"
#include "app/ui/panels/architecture.h"
#include "app/ui/panels/backend.h"
#include "app/ui/panels/panels.h"
#include "app/ui/widgets.h"
#include "kernels/run/run.h"

namespace warplens::ui {
namespace {

using session::Side;

// "64×96"; "n = 1,000" where one number says it; the kernel's name where it has no size.
std::string size_phrase(const AppState& app, const session::Selection& selection) {
  const auto found = app.catalogue->look_up(selection.kernel);
  if (!found.has_value()) return std::filesystem::path(selection.kernel).filename().string();
  std::string words, name;
  std::size_t count = 0;
  for (const catalog::Parameter& parameter : found->family->parameters_of(*found->variant)) {
    if (!parameter.is_problem_size) continue;
    const auto value = static_cast<std::uint64_t>(selection.parameters.at(parameter.name));
    words += (count++ == 0 ? "" : "×") + scene::with_separators(value);
    name = parameter.name;
  }
  if (count == 0) return selection.kernel;
  return count == 1 ? fmt::format("{} = {}", name, words) : words;
}

// "cpu", a capture's "gpu", or the GPU's name.
std::string backend_phrase(const Ui& ui, const std::string& backend) {
  if (backend == "cpu") return "CPU";
  return ui.say(Str::on_gpu, backend);
}

Str verdict_phrase(trace::Verdict verdict) {
  if (verdict == trace::Verdict::match) return Str::result_match;
  if (verdict == trace::Verdict::mismatch) return Str::result_mismatch;
  return Str::result_unchecked;
}

// The CPU runs blocks one by one where their order shows; a GPU does not.
Str quality_phrase(const session::KernelResult& result) {
  const bool on_gpu = result.launches.front().trace->backend != "cpu";
  const bool differs = std::ranges::any_of(
      result.launches, [](const auto& launch) { return launch.trace->order_dependent; });
  if (!result.notes.empty()) return Str::traced_here_with_notes;
  return on_gpu && differs ? Str::traced_here_one_run : Str::traced_here;
}

std::string origin_phrase(const AppState& app, const Ui& ui, const session::KernelResult& result) {
  if (result.is_recorded) {
    return ui.say(Str::recorded, result.run->is_on_cpu() ? "CPU" : "GPU", result.run->created);
  }
  return ui.say(quality_phrase(result), size_phrase(app, result.selection),
                backend_phrase(ui, result.launches.front().trace->backend));
}

// Two kernels go by their names.
std::string side_phrase(const AppState& app, const Ui& ui, Side side) {
  const session::KernelResult& result = *app.session.result(side);
  const std::string name =
      app.session.is_comparing() ? side_name(app, ui, side) + " · " : std::string();
  std::string words = fmt::format("{}{}  ·  {}", name, origin_phrase(app, ui, result),
                                  ui.say(verdict_phrase(result.run->verdict)));
  if (!result.why_as_ptx.empty()) {
    words += "  ·  " + ui.say(Str::figures_as_ptx, ui.say(result.why_as_ptx));
  }
  return words;
}

// One after the other in a line; what has no room is cut, and all of it told on hover.
class Line {
 public:
  Line(Ui& ui, const Area& area, float left)
      : ui_(ui),
        x_(left),
        left_(left),
        right_(area.x + area.width - ui.fonts.body->FontSize * 0.7f),
        y_(area.y + (area.height - ui.fonts.small->FontSize) / 2) {}

  void add(const std::string& words, Color color) {
    all_ += (all_.empty() ? "" : "\n") + words;
    const std::string fitting = fitted(words, right_ - x_, ui_.fonts.small);
    is_cut_ |= fitting != words;
    if (fitting.empty()) return;
    ImGui::SetCursorScreenPos({x_, y_});
    label(ui_, fitting, {color, ui_.fonts.small});
    x_ += text_width(fitting + "    ", ui_.fonts.small);
  }
  // Once everything is added.
  void tell_what_is_cut() const {
    if (!is_cut_) return;
    ImGui::SetCursorScreenPos({left_, y_});
    ImGui::InvisibleButton("status_line",
                           {std::max(right_ - left_, 1.0f), ui_.fonts.small->FontSize});
    mark(ui_, "status_line");
    tooltip(ui_, all_);
    if (ImGui::IsItemHovered()) ui_.widget_log.shown("status_line.whole", all_);
  }

 private:
  Ui& ui_;
  float x_, left_, right_, y_;
  std::string all_;
  bool is_cut_ = false;
};

}  // namespace

void status_bar(const AppState& app, Ui& ui, const Area& area) {
  ui.widget_log.panel("status_bar", area.position(), area.size());
  ImDrawList& out = *ImGui::GetWindowDrawList();
  out.AddRectFilled(area.position(), area.position() + area.size(), packed(ui.theme->card));
  out.AddLine(area.position(), {area.x + area.width, area.y}, packed(ui.theme->border));
  const float margin = ui.fonts.body->FontSize * 0.7f;
  const Area inner{area.x + margin, area.y, area.width - 2 * margin, area.height};
  if (is_upright(ImGui::GetIO().DisplaySize, ui.fonts.body->FontSize)) {
    Line(ui, area, inner.x).add(std::string(ui.say(Str::larger_screen)), ui.theme->muted);
    return;
  }
  // Where the kernel is traced says nothing about a run of the host, nor in the workshop.
  if (!app.is_about_accesses()) return;
  const float traced = backend_switch(app, ui, inner);
  const float from = traced == inner.x ? traced : traced + margin;
  const float left = architecture_choice(app, ui, {from, inner.y, inner.width, inner.height});
  Line line(ui, area, left + margin);
  for (const Side side : session::kSides) {
    if (!app.session.choice().has(side) || !app.session.result(side)) continue;
    const bool is_wrong = app.session.result(side)->run->verdict == trace::Verdict::mismatch;
    const std::string words = side_phrase(app, ui, side);
    ui.widget_log.shown(side == Side::left ? "status" : "right.status", words);
    line.add(words, is_wrong ? ui.theme->bad : ui.theme->muted);
  }
  line.add(std::string(ui.say(Str::rules_from)), ui.theme->muted);
  line.tell_what_is_cut();
}

}  // namespace warplens::ui
