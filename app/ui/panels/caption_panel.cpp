// Below the hero: the source line under the cursor, whole, and what it costs in words.
#include "app/session/kernel_result.h"
#include "app/session/launch_views.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/texts/cost_phrases.h"
#include "app/ui/control_widgets.h"
#include "app/ui/panels/panels.h"
#include "app/ui/widgets.h"
#include "kernels/base/trimmed.h"

namespace warplens::ui {
namespace {

using session::Side;

// Presenting there is room for the lines of both kernels.
bool shows_both(const AppState& app, const Ui& ui) {
  return ui.hides_tools && app.session.is_comparing();
}

// How the code of the access was called, where it was inlined.
std::string calls_of(const AppState& app, const Ui& ui, Side side) {
  const session::LaunchResult& launch = *app.session.launch(side);
  const std::uint32_t site = app.session.event(side)->view.site;
  const auto& calls = launch.views->calls;
  return site < calls.size() ? ui.say(calls[site]) : std::string();
}

// Where there is room behind the line's number; else by pointing at that.
void call_words(Ui& ui, const std::string& calls) {
  if (calls.empty()) return;
  ui.widget_log.shown("caption.calls", calls);
  tooltip(ui, calls);
  const std::string words = fitted(calls, ImGui::GetContentRegionAvail().x * 0.4f, ui.fonts.small);
  ImGui::SameLine(0, ui.fonts.body->FontSize * 0.6f);
  label(ui, words, {ui.theme->muted, ui.fonts.small});
  if (words != calls) tooltip(ui, calls);
}

void code_line(const AppState& app, Ui& ui, Side side) {
  const ExplainedEvent* event = app.session.event(side);
  if (event == nullptr) return;
  const trace::Site& site = *event->site;
  const std::string_view code = trimmed(
      session::line_of(app.session.result(side)->source(site.file, ui.language), site.line));
  std::string where = site.line == 0 ? std::string() : ui.say(Str::line_number, site.line);
  if (shows_both(app, ui)) where = fmt::format("{} · {}", side_name(app, ui, side), where);
  label(ui, where, {ui.theme->muted, ui.fonts.small});
  call_words(ui, calls_of(app, ui, side));
  ImGui::SameLine(0, ui.fonts.body->FontSize * 0.6f);
  const std::string words =
      code.empty() ? std::string(ui.say(Str::no_source_line)) : std::string(code);
  const std::string fitting = fitted(words, ImGui::GetContentRegionAvail().x, ui.fonts.mono);
  ui.widget_log.shown(side == Side::left ? "caption.code" : "right.caption.code", words);
  label(ui, fitting, {code.empty() ? ui.theme->muted : ui.theme->text, ui.fonts.mono});
  if (fitting != words) tooltip(ui, words);
}

// "shared load · 32 wavefronts · 1 would do"; of two kernels each with its name.
std::string phrase_of(const AppState& app, const Ui& ui, Side side) {
  const ExplainedEvent* event = app.session.event(side);
  if (event == nullptr) return {};
  const std::string cost = joined(cost_phrase(ui, *event));
  std::string what =
      app.session.is_comparing() ? side_name(app, ui, side) : event_name(ui, *event->site);
  if (side == Side::left && ui.chosen_lane) {
    what = fmt::format("{} {} · {}", ui.say(Str::lane), *ui.chosen_lane, what);
  }
  return cost.empty() ? what : fmt::format("{} · {}", what, cost);
}

void cost_line(const AppState& app, Ui& ui) {
  if (app.hides_costs()) {
    return label(ui, ui.say(Str::hidden_until_answer), {ui.theme->muted, ui.fonts.body});
  }
  const float room = ImGui::GetContentRegionAvail().x;
  float used = 0;
  for (const Side side : session::kSides) {
    const ExplainedEvent* event = app.session.event(side);
    if (!app.session.choice().has(side) || event == nullptr) continue;
    const std::string words = phrase_of(app, ui, side);
    ui.widget_log.shown(side == Side::left ? "caption.cost" : "right.caption.cost", words);
    if (used > 0) ImGui::SameLine(0, ui.fonts.body->FontSize * 2);
    const bool is_costly = cost_phrase(ui, *event).is_costly;
    const std::string fitting = fitted(words, room - used, ui.fonts.bold);
    label(ui, fitting,
          {is_costly ? scene::theme(ui.theme->theme).conflict : ui.theme->text, ui.fonts.bold});
    if (fitting != words) tooltip(ui, words);
    used += text_width(words, ui.fonts.bold) + ui.fonts.body->FontSize * 2;
  }
}

// Findings are not to be overlooked in a drawer that is closed.
void findings_button(const AppState& app, Ui& ui, const Area& area) {
  const std::size_t count = findings_count(app, Side::left) +
                            (app.session.is_comparing() ? findings_count(app, Side::right) : 0);
  if (count == 0 || app.arrangement().drawer) return;
  const std::string words = ui.say(count == 1 ? Str::one_finding : Str::some_findings, count);
  push_font(ui.fonts.bold);
  const float width = text_width(words);
  ImGui::SetCursorScreenPos({area.x + area.width - width - panel_padding(ui),
                             area.y + area.height - ImGui::GetFontSize() - panel_padding(ui)});
  const bool is_bad =
      has_fault(app, Side::left) || (app.session.is_comparing() && has_fault(app, Side::right));
  if (text_button(ui, "caption.findings", words, is_bad ? ui.theme->bad : ui.theme->muted)) {
    ui.ask([](AppState& a) { toggle_part(a, &session::Arrangement::drawer); });
  }
  ImGui::PopFont();
}

}  // namespace

void caption_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "caption", area, {});
  ImGui::SetCursorPosY(panel_padding(ui) * 0.35f);
  if (app.session.event() != nullptr) {
    code_line(app, ui, Side::left);
    if (shows_both(app, ui)) code_line(app, ui, Side::right);
    cost_line(app, ui);
  }
  if (!app.hides_costs()) findings_button(app, ui, area);
  end_panel();
}

}  // namespace warplens::ui
