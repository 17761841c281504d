#include "app/state/kernel_views.h"

#include "app/session/kernel_result.h"

#include <algorithm>

namespace warplens::ui {
namespace {

using session::StageView;

const std::string& shown_name(const session::Selection& selection) {
  return selection.capture.empty() ? selection.kernel : selection.capture;
}

bool uses_shared_memory(const session::KernelResult& result) {
  return std::ranges::any_of(result.launches, [](const session::LaunchResult& launch) {
    return std::ranges::any_of(launch.trace->sites, [](const trace::Site& site) {
      return site.space == trace::Space::shared;
    });
  });
}

// Whose values come together step by step.
bool is_tree(const AppState& app) {
  const catalog::Family* family = app.session.family();
  return family != nullptr && (family->name == "reduce" || family->name == "scan");
}

std::vector<StageView> views_of(const AppState& app) {
  if (const catalog::Family* family = app.session.family()) {
    const auto kept = app.settings.family_views.find(family->name);
    if (kept != app.settings.family_views.end()) {
      std::vector<StageView> views = views_named(kept->second);
      if (!views.empty()) return views;
    }
  }
  if (is_tree(app)) {
    return {StageView::reduction_view, StageView::bank_view, StageView::sector_strip};
  }
  if (app.session.result()->gemm) {
    return {StageView::gemm_view, StageView::bank_view, StageView::sector_strip};
  }
  if (app.session.result()->picture) {
    return {StageView::image_view, StageView::sector_strip, StageView::matrix_view};
  }
  if (!uses_shared_memory(*app.session.result())) {
    return {StageView::sector_strip, StageView::matrix_view};
  }
  return {StageView::bank_view, StageView::sector_strip, StageView::matrix_view};
}

ViewedKernel now_viewed(const AppState& app) {
  const catalog::Family* family = app.session.family();
  return {shown_name(app.session.selection()), family == nullptr ? std::string() : family->name};
}

// The views of one do for the other: of one family, and what they show is there in both. The
// family's times are those of all its kernels.
bool is_alike(const ViewedKernel& before, const ViewedKernel& now, StageView large) {
  if (before.name == now.name) return true;
  if (now.family.empty() || before.family != now.family) return false;
  return session::row_of(large).subject == session::Subject::family ||
         before.uses_shared.value_or(*now.uses_shared) == now.uses_shared;
}

// The large view shows something from the start.
void seek_shared_access(session::Session& session) {
  const session::LaunchResult* launch = session.launch();
  if (launch == nullptr) return;
  const trace::Trace& trace = *launch->trace;
  const auto is_shared = [&](std::size_t event) {
    return trace.sites[trace.events.site(event)].space == trace::Space::shared;
  };
  if (session.cursor().event < trace.events.size() && is_shared(session.cursor().event)) return;
  for (std::size_t event = 0; event < trace.events.size(); ++event) {
    if (is_shared(event)) return session.seek(event);
  }
}

}  // namespace

void follow_kernel(AppState& app) {
  if (app.mode == Mode::lesson) return keep_views(app);
  if (!app.session.up_to_date() || !app.session.result()) return;
  if (app.viewed && app.viewed->uses_shared &&
      app.viewed->name == shown_name(app.session.selection())) {
    return;
  }
  ViewedKernel now = now_viewed(app);
  now.uses_shared = uses_shared_memory(*app.session.result());
  const std::optional<ViewedKernel> before = std::exchange(app.viewed, now);
  if (!before || is_alike(*before, now, app.views.front())) return;
  app.views = views_of(app);
  if (row_of(app.views.front()).begins_at_shared) seek_shared_access(app.session);
}

void keep_views(AppState& app) { app.viewed = now_viewed(app); }

void remember_views(AppState& app) {
  const catalog::Family* family = app.session.family();
  if (app.mode == Mode::lesson || family == nullptr) return;
  std::vector<std::string>& names = app.settings.family_views[family->name];
  names.clear();
  for (const StageView view : app.views) {
    // It is of no kernel.
    if (row_of(view).subject != session::Subject::workshop) names.emplace_back(name_of(view));
  }
}

std::vector<StageView> views_named(const std::vector<std::string>& names) {
  std::vector<StageView> views;
  for (const std::string& name : names) {
    const auto view = session::stage_view_named(name);
    if (view && std::ranges::find(views, *view) == views.end()) views.push_back(*view);
  }
  return views;
}

}  // namespace warplens::ui
