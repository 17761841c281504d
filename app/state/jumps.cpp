#include "app/state/jumps.h"

#include <algorithm>
#include <map>

#include "app/session/counterpart.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "viz/analysis/causes/passes.h"

namespace warplens::ui {
namespace {

using session::Side;

double excess_of(const session::LaunchResult& launch, std::size_t row) {
  const trace::EventView view = launch.trace->events.view(row);
  return analysis::excess_passes(launch.trace->sites[view.site], view, launch.costs[row]);
}

std::optional<std::size_t> first_event_at(const session::LaunchResult* launch,
                                          const std::string& file, std::uint32_t line) {
  if (launch == nullptr) return std::nullopt;
  const trace::Trace& trace = *launch->trace;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const trace::Site& site = trace.sites[trace.events.site(row)];
    if (site.line == line && site.file == file) return row;
  }
  return std::nullopt;
}

void open_code(AppState& app) {
  if (app.arrangement().drawer) return;
  toggle_part(app, &session::Arrangement::drawer);
}

}  // namespace

void jump_to(AppState& app, Side side, std::size_t launch, const analysis::EventPlace& place) {
  session::Session& session = app.session;
  session::Cursor wanted{launch, place.row};
  const bool is_left = side == Side::left || !session.is_comparing();
  if (!is_left) wanted = counterpart(*session.result(side), wanted, *session.result());
  if (session.cursor().launch != wanted.launch) set_launch(session, wanted.launch);
  session.seek(wanted.event);
  app.chosen_lane.reset();
  if (is_left && place.lane) app.chosen_lane = ChosenLane{session.cursor(), *place.lane};
  open_code(app);
}

void jump_to_line(AppState& app, const std::string& file, std::uint32_t line) {
  if (const auto event = first_event_at(app.session.launch(), file, line)) {
    app.session.seek(*event);
  }
  app.chosen_line = ChosenLine{app.session.cursor(), file, line};
  open_code(app);
}

const ChosenLine* chosen_line(const AppState& app) {
  const bool is_there = app.chosen_line && app.chosen_line->at == app.session.cursor();
  return is_there ? &*app.chosen_line : nullptr;
}

std::optional<std::uint32_t> chosen_lane(const AppState& app) {
  const bool is_there = app.chosen_lane && app.chosen_lane->at == app.session.cursor();
  return is_there ? std::optional(app.chosen_lane->lane) : std::nullopt;
}

std::vector<std::size_t> worst_accesses(const session::Session& session) {
  const session::LaunchResult* launch = session.launch();
  if (launch == nullptr) return {};
  const session::PassingEvents& passing = session.passing();
  std::map<std::pair<double, std::uint32_t>, std::size_t> firsts;  // by −excess and site
  for (std::size_t place = 0; place < passing.size(); ++place) {
    const std::size_t row = passing.event(place);
    const double excess = excess_of(*launch, row);
    if (excess > 0) firsts.try_emplace({-excess, launch->trace->events.site(row)}, row);
  }
  std::vector<std::size_t> rows;
  for (const auto& [key, row] : firsts) rows.push_back(row);
  return rows;
}

bool jump_to_worst(AppState& app) {
  const std::vector<std::size_t> worst = worst_accesses(app.session);
  if (worst.empty()) return false;
  const auto here = std::ranges::find(worst, app.session.cursor().event);
  const bool goes_on = here != worst.end() && here + 1 != worst.end();
  jump_to(app, Side::left, app.session.cursor().launch,
          {goes_on ? *(here + 1) : worst.front(), std::nullopt});
  return true;
}

}  // namespace warplens::ui
