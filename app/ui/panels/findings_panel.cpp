#include <algorithm>
#include <utility>

#include "app/session/kernel_result.h"
#include "app/texts/place_phrases.h"
#include "app/ui/control_widgets.h"
#include "app/ui/panels/finding_states.h"
#include "app/ui/panels/findings.h"
#include "app/ui/panels/jump_row.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/panels/worst_list.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

Str phrase_of(trace::Severity severity) {
  if (severity == trace::Severity::error) return Str::severity_error;
  if (severity == trace::Severity::warning) return Str::severity_warning;
  return Str::severity_information;
}

// "launch 2 · error · tile.cu:33: … · 1,440 times", what there is of it.
std::string finding_phrase(const AppState& app, const Ui& ui, const trace::Finding& finding,
                           std::size_t launch) {
  const std::string which =
      app.session.launch_count() > 1 ? ui.say(Str::finding_launch, launch + 1) : std::string();
  const std::string times =
      finding.occurrences > 1
          ? ui.say(Str::finding_times, scene::with_separators(finding.occurrences))
          : std::string();
  return joined(
      {which, std::string(ui.say(phrase_of(finding.severity))), ui.say(finding.message), times});
}

struct Place {
  session::Side side;
  FindingRow row;
};

const trace::Trace& trace_at(const AppState& app, const Place& place) {
  return *app.session.result(place.side)->launches[place.row.launch].trace;
}

void go_to_finding(const AppState& app, Ui& ui, const Place& place, bool to_other_side = false) {
  if (place.side == session::Side::left) ui.state<FindingsState>().chosen = place.row;
  const trace::Trace& trace = trace_at(app, place);
  const auto found = analysis::finding_place(trace, trace.findings[place.row.index]);
  if (!found || (to_other_side && !found->other)) {
    ui.state<Message>() = {std::string(ui.say(Str::no_event_of_finding)), {}, false};
    return;
  }
  jump(ui, place.side, place.row.launch, to_other_side ? *found->other : found->at);
}

// The earlier access of a race can be gone to as well.
void other_side_link(const AppState& app, Ui& ui, const Place& place, const std::string& name) {
  const trace::Finding& finding = trace_at(app, place).findings[place.row.index];
  if (finding.other_line == 0) return;
  push_font(ui.fonts.small);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetFontSize() * 1.1f);
  if (text_button(ui, (name + ".other").c_str(),
                  ui.say(Str::other_side_of_race, finding.other_line))) {
    go_to_finding(app, ui, place, true);
  }
  ImGui::PopFont();
}

void finding_line(const AppState& app, Ui& ui, const Place& place, std::size_t number) {
  const trace::Finding& finding = trace_at(app, place).findings[place.row.index];
  const Color color =
      finding.severity == trace::Severity::information ? ui.theme->muted : ui.theme->bad;
  const std::string name = fmt::format("finding{}", number);
  const std::string words = finding_phrase(app, ui, finding, place.row.launch);
  const bool is_chosen =
      place.side == session::Side::left && ui.state<FindingsState>().chosen == place.row;
  ui.widget_log.shown(name, words);
  if (jump_row(ui, name, {words, color, is_chosen})) go_to_finding(app, ui, place);
  if (is_chosen && std::exchange(ui.state<FindingsState>().wants_view, false)) {
    ImGui::SetScrollHereY();
  }
  other_side_link(app, ui, place, name);
}

void wrong_result(Ui& ui, const trace::Mismatch& found) {
  const std::string words = ui.say(Str::first_difference, found.buffer, found.element, found.actual,
                                   found.expected, found.count);
  wrapped_label(ui, fmt::format("{} · {}", ui.say(Str::result_mismatch), words),
                {ui.theme->bad, ui.fonts.small});
  mark(ui, "finding.result");
  ui.widget_log.shown("finding.result", words);
}

// What the trace cannot show, and what was assumed: no fault of the kernel's.
void notes(Ui& ui, const session::KernelResult& result) {
  for (std::size_t i = 0; i < result.notes.size(); ++i) {
    const std::string& words = ui.say(result.notes[i]);
    wrapped_label(ui, fmt::format("{} · {}", ui.say(Str::note), words),
                  {ui.theme->muted, ui.fonts.small});
    mark(ui, fmt::format("note{}", i));
    ui.widget_log.shown({"note", std::to_string(i)}, words);
  }
}

// The text as the kernel wrote it: all of it where there is room, else a part that scrolls. It has a
// few lines where the other kernel's findings, or the worst accesses, are to be in sight, too.
void printed_text(const AppState& app, Ui& ui, const std::string& text) {
  constexpr float kFewestLines = 4;
  push_font(ui.fonts.mono_small);
  const auto lines = std::ranges::count(text, '\n') + (text.ends_with('\n') ? 0 : 1);
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float bar = ImGui::GetStyle().ScrollbarSize;
  const bool has_more_below = app.session.is_comparing() || app.arrangement().worst;
  const float left = has_more_below ? 0 : ImGui::GetContentRegionAvail().y;
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
    wrapped_label(ui, ui.say(Str::printed_is_full), {ui.theme->muted, ui.fonts.small});
    mark(ui, "printed.full");
  }
  printed_text(app, ui, trace.printed);
  ui.widget_log.shown("printed", [&] { return trace.printed.substr(0, trace.printed.find('\n')); });
}

// Of all launches, in their order.
std::vector<FindingRow> finding_rows(const AppState& app, session::Side side) {
  std::vector<FindingRow> rows;
  const session::KernelResultPtr& result = app.session.result(side);
  if (!result) return rows;
  for (std::size_t launch = 0; launch < result->launches.size(); ++launch) {
    const std::size_t count = result->launches[launch].trace->findings.size();
    for (std::size_t i = 0; i < count; ++i) rows.push_back({launch, i});
  }
  return rows;
}

// Of two kernels, each one's findings stand below its name.
void findings_of(const AppState& app, Ui& ui, session::Side side) {
  const session::LaunchResult* launch = app.session.launch(side);
  if (launch == nullptr) return;
  if (app.session.is_comparing()) {
    label(ui, side_name(app, ui, side), {ui.theme->text, ui.fonts.small});
  }
  const auto& mismatch = app.session.result(side)->run->mismatch;
  if (mismatch) wrong_result(ui, *mismatch);
  const std::vector<FindingRow> rows = finding_rows(app, side);
  for (std::size_t i = 0; i < rows.size(); ++i) finding_line(app, ui, {side, rows[i]}, i);
  if (rows.empty()) wrapped_label(ui, ui.say(Str::no_findings), {ui.theme->good, ui.fonts.small});
  notes(ui, *app.session.result(side));
  printed_by_the_kernel(app, ui, *launch->trace);
  if (side == session::Side::left) worst_list(app, ui);
}

}  // namespace

std::size_t findings_count(const AppState& app, session::Side side) {
  if (app.session.launch(side) == nullptr) return 0;
  const bool is_wrong = app.session.result(side)->run->mismatch.has_value();
  return finding_rows(app, side).size() + (is_wrong ? 1 : 0);
}

bool has_fault(const AppState& app, session::Side side) {
  const session::KernelResultPtr& result = app.session.result(side);
  if (!result) return false;
  const auto is_fault = [](const trace::Finding& finding) {
    return finding.severity != trace::Severity::information;
  };
  return result->run->mismatch.has_value() ||
         std::ranges::any_of(result->launches, [&](const session::LaunchResult& launch) {
           return std::ranges::any_of(launch.trace->findings, is_fault);
         });
}

float findings_lines(const AppState& app, const Ui& ui) {
  constexpr float kSomeFindings = 3, kNoFinding = 1;
  constexpr float kPrintedLines = 5;  // the heading, and enough to read
  const session::LaunchResult* launch = app.session.launch();
  if (launch == nullptr) return kNoFinding;
  const bool has_some = findings_count(app, session::Side::left) > 0 ||
                        !app.session.result()->notes.empty() || app.session.is_comparing();
  return (has_some ? kSomeFindings : kNoFinding) + worst_list_lines(app, ui) +
         (launch->trace->printed.empty() ? 0 : kPrintedLines);
}

void jump_to_next_finding(Ui& ui, const AppState& app, const KeyPress& press) {
  const std::vector<FindingRow> rows = finding_rows(app, session::Side::left);
  if (rows.empty()) return;
  FindingsState& state = ui.state<FindingsState>();
  const auto now = state.chosen ? std::ranges::find(rows, *state.chosen) : rows.end();
  const auto count = static_cast<std::ptrdiff_t>(rows.size());
  const std::ptrdiff_t from = now == rows.end() ? (press.shift ? 0 : -1) : now - rows.begin();
  const std::ptrdiff_t next = (from + (press.shift ? count - 1 : 1)) % count;
  state.wants_view = true;
  go_to_finding(app, ui, {session::Side::left, rows[static_cast<std::size_t>(next)]});
}

void jump_to_next_worst(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  if (app.hides_costs()) return;
  if (worst_accesses(app.session).empty()) {
    ui.state<Message>() = {std::string(ui.say(Str::no_worst_accesses)), {}, false};
    return;
  }
  ui.ask([](AppState& a) { jump_to_worst(a); });
}

void findings_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "findings", area, ui.say(Str::findings), true);
  for (const session::Side side : session::kSides) {
    if (!app.session.choice().has(side)) continue;
    ui.widget_log.set_prefix(side == session::Side::right ? "right." : "");
    ImGui::PushID(static_cast<int>(side));
    findings_of(app, ui, side);
    ImGui::PopID();
  }
  ui.widget_log.set_prefix("");
  end_panel();
}

}  // namespace warplens::ui
