#include "app/ui/window/ui_state.h"

#include <array>

#include "app/lessons/course.h"
#include "app/session/feature.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/asking.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/panels/states.h"
#include "app/ui/quiz.h"
#include "app/ui/widgets.h"
#include "kernels/base/json.h"
#include "viz/analysis/costed_event.h"

namespace warplens::ui {
namespace {

using json = SortedJson;

json rectangle(const WidgetRect& rect) {
  return json::array({rect.x, rect.y, rect.width, rect.height});
}

json widgets(const WidgetLog& widget_log) {
  json all = json::object();
  for (const auto& [name, rect] : widget_log.widgets()) {
    all[name] = {{"rect", rectangle(rect)},
                 {"cut", rect.cut},
                 {"hovered", rect.hovered},
                 {"active", rect.active}};
  }
  return all;
}

json panels(const WidgetLog& widget_log) {
  json all = json::object();
  for (const auto& [name, rect] : widget_log.panels()) all[name] = rectangle(rect);
  return all;
}

json lanes(const ExplainedEvent* current) {
  json all = json::array();
  if (current == nullptr) return all;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((current->view.mask >> lane & 1) != 0) all.push_back(lane);
  }
  return all;
}

json picked(const Ui& ui) {
  const auto& chosen = ui.state<AskState>().picked;
  return chosen ? json(*chosen) : json();
}

// The answer stands there, and what it is compared with.
bool can_check(const AppState& app, const Ui& ui) {
  return ready_answer(app, ui) &&
         lessons::expected_answer(app.current_step(), app.session).has_value();
}

// Of an own kernel's launch, as it ran.
json sizes(const session::Session& session) {
  json all = json::object();
  if (!session.result() || !session.result()->own) return all;
  for (const own::FormSize& size : session.result()->own->form.sizes) all[size.name] = size.value;
  return all;
}

json views(const AppState& app) {
  json all = json::array();
  for (const session::StageView view : app.views) all.push_back(session::name_of(view));
  return all;
}

std::string_view name_of(Overlay::Kind kind) {
  constexpr std::array<std::string_view, 9> kNames{"none",    "keys",         "glossary",
                                                   "lessons", "introduction", "open",
                                                   "save",    "unsaved",      "documents"};
  return kNames[static_cast<std::size_t>(kind)];
}

// How fast the machine was.
json ran(const session::Session& session) {
  if (session.launch() == nullptr) return {};
  const trace::Trace& trace = *session.launch()->trace;
  return {{"lane_instructions", trace.lane_instructions}, {"seconds", trace.seconds}};
}

json state(const AppState& app, const Ui& ui) {
  const session::Session& session = app.session;
  const ExplainedEvent* current = session.event();
  const session::Activity& activity = session.activity();
  json all = {
      {"lesson", app.current_lesson().id},
      {"step", app.step + 1},
      {"step_id", app.current_step().id},
      {"step_done", app.step_done},
      {"language", app.settings.language},
      {"theme", app.settings.theme},
      {"kernel", session.selection().kernel},
      {"parameters", session.selection().parameters},
      {"sizes", sizes(session)},
      {"pending", !ui.commands.empty()},
      {"busy", session.busy()},
      {"up_to_date", session.up_to_date()},
      {"playing", session.playback().playing},
      {"speed", session.playback().speed},
      {"moving", session.playback().is_moving()},
      {"phase", session.playback().phase},
      {"mode", app.mode == Mode::lesson ? "lesson" : "explore"},
      {"comparing", session.is_comparing()},
      {"beside", session.is_comparing() ? session.selection(session::Side::right).kernel : ""},
      {"event", session.cursor().event},
      {"launch", session.cursor().launch + 1},
      {"launches", session.launch_count()},
      {"order", trace::name_of(session.selection().order)},
      {"backend", session::name_of(session.choice().left.backend)},
      {"traced_on", session.launch() == nullptr ? "" : session.launch()->trace->backend},
      {"ran", ran(session)},
      {"choices", session::main_texts(app.features, session.choice().features)},
      {"index", session.choice().left.index},
      {"right_event",
       session.is_comparing() ? json(session.cursor(session::Side::right).event) : json()},
      {"right_parameters",
       session.is_comparing() ? json(session.selection(session::Side::right).parameters) : json()},
      {"events", current == nullptr ? 0 : current->trace->events.size()},
      {"pointer", {ImGui::GetMousePos().x, ImGui::GetMousePos().y}},
      {"held", ImGui::IsMouseDown(0)},
      {"source_line", current == nullptr ? 0 : current->site->line},
      {"lanes", lanes(current)},
      {"figures", ui.widget_log.figures()},
      {"answer", activity.answer ? json(*activity.answer) : json()},
      {"expected", activity.expected ? json(*activity.expected) : json()},
      {"typed", ui.state<AskState>().typed},
      {"picked", picked(ui)},
      {"can_check", can_check(app, ui)},
      {"asks_by_key", ui.state<AskState>().has_keyboard},
      {"views", views(app)},
      {"tab", ui.state<ReadingState>().tab},
      {"overlay", name_of(ui.state<Overlay>().kind)},
      {"card", ui.state<Overlay>().chosen},
      {"search", ui.state<Overlay>().search},
      {"message", ui.state<Message>().words},
      {"presentation", app.settings.presentation},
      {"quiz", shows_quiz(app, ui)},
      {"path", app.settings.path},
      {"error", session.error() ? session.error()->message.in(Language::en) : app.notice}};
  for (const auto& [name, value] : session::main_texts(app.features, session.choice().features))
    all[name] = value;
  return all;
}

}  // namespace

Result<void> UiStateFile::write(const AppState& app, const Ui& ui, ImVec2 size,
                                const WidgetLog* speaker) {
  if (path_.empty()) return {};
  json file = {{"size", {size.x, size.y}},
               {"widgets", widgets(ui.widget_log)},
               {"panels", panels(ui.widget_log)},
               {"cut_texts", ui.widget_log.cut_texts()},
               {"state", state(app, ui)}};
  if (speaker != nullptr) file["speaker"] = speaker->figures();
  std::string words = json_text(file, 1);
  if (words == last_) return {};
  last_ = words;
  file["frame"] = ++frame_;
  return session::write_atomically(path_, json_text(file, 1));
}

}  // namespace warplens::ui
