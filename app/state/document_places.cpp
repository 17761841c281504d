#include "app/state/document_places.h"

#include <algorithm>

#include "app/session/edits.h"
#include "app/settings/timing_choice.h"
#include "app/state/exploring.h"
#include "app/state/kernel_views.h"

namespace warplens::ui {
namespace {

using lessons::DocumentPlace;
using session::StageView;
using session::TimingTab;

// A kernel of ours in what is cited; where there is none, the family's first.
std::string timed_kernel(const AppState& app, const DocumentPlace& place) {
  for (const timing::CitedTable* table : app.cited.of(place.name)) {
    for (const timing::CitedRow& row : table->rows) {
      const bool is_meant = place.row.empty() || row.name.en == place.row;
      if (is_meant && !row.variant.empty()) return place.name + "/" + row.variant;
    }
  }
  const auto family = std::ranges::find(app.session.families(), place.name, &catalog::Family::name);
  if (family == app.session.families().end()) return {};
  return place.name + "/" + family->variants.front().name;
}

void show_kernel(AppState& app, const std::string& kernel, StageView view) {
  explore(app);
  if (app.is_at_workshop()) toggle_workshop(app);
  select_kernel(app.session, kernel);
  if (view == StageView::count) return;
  app.views = {view};
  keep_views(app);
}

void show_times(AppState& app, const DocumentPlace& place, TimingTab tab) {
  show_kernel(app, timed_kernel(app, place), StageView::timing_view);
  session::TimingChoice timing = app.session.chosen<session::TimingChoice>();
  timing.tab = tab;
  app.session.choose(std::move(timing), true);
}

}  // namespace

std::optional<CoursePlace> step_at(const AppState& app, const DocumentPlace& place) {
  if (place.kind != DocumentPlace::Kind::step) return std::nullopt;
  return lessons::find_step(app.lessons, place.name);
}

bool is_found_here(const AppState& app, const lessons::DocumentItem& item) {
  if (app.mode != Mode::lesson) return false;
  const std::string here = app.current_lesson().id + "/" + app.current_step().id;
  return std::ranges::any_of(item.places, [&](const DocumentPlace& place) {
    return place.kind == DocumentPlace::Kind::step && place.name == here;
  });
}

void go_to_place(AppState& app, const DocumentPlace& place) {
  switch (place.kind) {
    case DocumentPlace::Kind::step:
      if (const auto step = step_at(app, place)) {
        app.lesson = step->lesson;
        go_to_step(app, static_cast<std::ptrdiff_t>(step->step));
      }
      return;
    case DocumentPlace::Kind::kernel:
      return show_kernel(app, place.name, place.view);
    case DocumentPlace::Kind::cited:
      return show_times(app, place, TimingTab::cited);
    case DocumentPlace::Kind::ladder:
      return show_times(app, place, TimingTab::ladder);
  }
}

}  // namespace warplens::ui
