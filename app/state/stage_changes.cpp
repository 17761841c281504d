// What a press changes of the stage: its views, the events that it steps through, cache and order.
#include <algorithm>
#include <utility>

#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/state/app_state.h"
#include "app/state/kernel_views.h"
#include "viz/analysis/costed_event.h"

namespace warplens::ui {
namespace {

void toggle_large(AppState& app, session::StageView view) {
  app.stands_large(view) ? leave_workshop(app) : show_large(app, view);
}

}  // namespace

void show_large(AppState& app, session::StageView view) {
  std::erase(app.views, view);
  app.views.insert(app.views.begin(), view);
  remember_views(app);
}

void toggle_workshop(AppState& app) { toggle_large(app, session::StageView::swizzle_workshop); }

void toggle_plane(AppState& app) { toggle_large(app, session::StageView::plane); }

void show_instead(AppState& app, session::StageView view) {
  if (app.views.empty() || app.stands_large(view)) return show_large(app, view);
  std::erase(app.views, view);
  app.views.front() = view;
  remember_views(app);
}

void leave_workshop(AppState& app) {
  while (app.is_at_workshop()) app.views.erase(app.views.begin());
  if (app.views.empty()) app.views.push_back(session::StageView::bank_view);
  remember_views(app);
}

void toggle_view(AppState& app, session::StageView view) {
  const auto at = std::ranges::find(app.views, view);
  if (at == app.views.end()) {
    app.views.push_back(view);
  } else if (app.views.size() > 1) {
    app.views.erase(at);
  }
  remember_views(app);
}

void toggle_part(AppState& app, bool session::Arrangement::*part) {
  const bool is_drawer = part == &session::Arrangement::drawer;
  if (is_drawer && std::exchange(app.step_opens_drawer, false)) app.arrangement().drawer = true;
  app.arrangement().*part = !(app.arrangement().*part);
  save(app);
}

void widen_filter(AppState& app) {
  app.session.set_filter(session::widened(app.session.passing().filter()));
}

void narrow_filter(AppState& app) {
  const analysis::ExplainedEvent* event = app.session.event();
  if (event != nullptr) {
    app.session.set_filter(session::filter_of(*app.session.result(), *event->site));
  }
}

void change_order(AppState& app) {
  const bool in_turns = app.session.selection().order == trace::Order::turns;
  set_order(app.session, in_turns ? trace::Order::recorded : trace::Order::turns);
}

}  // namespace warplens::ui
