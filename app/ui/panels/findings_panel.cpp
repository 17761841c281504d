#include <algorithm>

#include "app/ui/control_widgets.h"
#include "app/ui/panels/panels.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

Str words_of(trace::Severity severity) {
  if (severity == trace::Severity::error) return Str::severity_error;
  if (severity == trace::Severity::warning) return Str::severity_warning;
  return Str::severity_information;
}

void finding_line(Ui& ui, const trace::Finding& finding, std::size_t number) {
  const Color color =
      finding.severity == trace::Severity::information ? ui.look->muted : ui.look->bad;
  const std::string& message = ui.say(finding.message);
  wrapped_label(ui, fmt::format("{} · {}", ui.say(words_of(finding.severity)), message),
                {color, ui.fonts.small});
  mark(ui, fmt::format("finding{}", number));
}

void wrong_result(Ui& ui, const run::Mismatch& found) {
  const std::string words = ui.say(Str::first_difference, found.buffer, found.element, found.actual,
                                   found.expected, found.count);
  wrapped_label(ui, fmt::format("{} · {}", ui.say(Str::result_mismatch), words),
                {ui.look->bad, ui.fonts.small});
  mark(ui, "finding.result");
  ui.recorder.shown("finding.result", words);
}

// What the trace cannot show.
void notes(Ui& ui, const session::KernelResult& result) {
  for (std::size_t i = 0; i < result.notes.size(); ++i) {
    const std::string& words = ui.say(result.notes[i]);
    wrapped_label(ui, fmt::format("{} · {}", ui.say(Str::note), words),
                  {ui.look->bad, ui.fonts.small});
    mark(ui, fmt::format("note{}", i));
    ui.recorder.shown(fmt::format("note{}", i), words);
  }
}

// The text as the kernel wrote it: all of it where there is room, else a part that scrolls. Of two
// kernels each has a few lines, so that the other one's findings are in sight.
void printed_text(const AppState& app, Ui& ui, const std::string& text) {
  constexpr float kFewestLines = 4;
  push_font(ui.fonts.mono_small);
  const auto lines = std::ranges::count(text, '\n') + (text.ends_with('\n') ? 0 : 1);
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float bar = ImGui::GetStyle().ScrollbarSize;
  const float left = app.session.is_comparing() ? 0 : ImGui::GetContentRegionAvail().y;
  const float room = std::max(left, kFewestLines * line);
  const float height = std::min(static_cast<float>(lines) * line + bar, room);
  ImGui::BeginChild("printed", {0, height}, false, ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::EndChild();
  mark(ui, "printed");
  ImGui::PopFont();
}

void printed_by_the_kernel(const AppState& app, Ui& ui, const trace::Trace& trace) {
  if (trace.printed.empty()) return;
  push_font(ui.fonts.small);
  label(ui, ui.say(Str::printed));
  ImGui::SameLine();
  if (text_button(ui, "printed.copy", ui.say(Str::copy))) {
    ImGui::SetClipboardText(trace.printed.c_str());
  }
  ImGui::PopFont();
  if (trace.printed_is_full()) {
    wrapped_label(ui, ui.say(Str::printed_is_full), {ui.look->muted, ui.fonts.small});
    mark(ui, "printed.full");
  }
  printed_text(app, ui, trace.printed);
  ui.recorder.shown("printed", trace.printed.substr(0, trace.printed.find('\n')));
}

// Of two kernels, each one's findings stand below its name.
void findings_of(const AppState& app, Ui& ui, session::Side side) {
  const session::LaunchResult* launch = app.session.launch(side);
  if (launch == nullptr) return;
  if (app.session.is_comparing()) {
    label(ui, side_name(app, ui, side), {ui.look->text, ui.fonts.small});
  }
  const auto& mismatch = app.session.result(side)->mismatch;
  if (mismatch) wrong_result(ui, *mismatch);
  const std::vector<trace::Finding>& findings = launch->trace->findings;
  for (std::size_t i = 0; i < findings.size(); ++i) finding_line(ui, findings[i], i);
  if (findings.empty())
    wrapped_label(ui, ui.say(Str::no_findings), {ui.look->good, ui.fonts.small});
  notes(ui, *app.session.result(side));
  printed_by_the_kernel(app, ui, *launch->trace);
}

}  // namespace

std::size_t findings_count(const AppState& app, session::Side side) {
  const session::LaunchResult* launch = app.session.launch(side);
  if (launch == nullptr) return 0;
  const session::KernelResult& result = *app.session.result(side);
  return launch->trace->findings.size() + result.notes.size() + (result.mismatch ? 1 : 0);
}

void findings_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "findings", area, ui.say(Str::findings), true);
  for (const session::Side side : session::kSides) {
    if (!app.session.choice().has(side)) continue;
    ui.recorder.set_prefix(side == session::Side::right ? "right." : "");
    ImGui::PushID(static_cast<int>(side));
    findings_of(app, ui, side);
    ImGui::PopID();
  }
  ui.recorder.set_prefix("");
  end_panel();
}

}  // namespace warplens::ui
