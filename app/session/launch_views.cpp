#include "app/session/launch_views.h"

#include <algorithm>
#include <set>

#include "viz/analysis/call_sites.h"
#include "viz/scene/access/elements.h"

namespace warplens::session {
namespace {

constexpr std::uint64_t kFoldedColumns = 64;  // of a long buffer at least
constexpr std::uint64_t kWarpColumns = 32;    // no longer than this it stays one row

std::vector<scene::SourceTable> source_tables(const trace::Trace& trace, const trace::Run& run) {
  std::vector<scene::SourceTable> tables;
  std::set<std::string> files;
  for (const trace::Site& site : trace.sites) {
    if (!files.insert(site.file).second) continue;
    const std::string_view text = trace::text_of(*run.sources, site.file);
    const std::string_view chinese = trace::text_of(*run.chinese_sources, site.file);
    if (!text.empty()) tables.push_back(scene::source_table(trace, site.file, text, chinese));
  }
  return tables;
}

std::vector<warplens::Text> calls_of(const trace::Trace& trace, const trace::Run& run) {
  const analysis::CallSites sites(*run.ptx);
  std::vector<warplens::Text> calls;
  for (const trace::Site& site : trace.sites) {
    calls.push_back(analysis::call_chain_text(sites.chain(site)));
  }
  return calls;
}

// A long buffer as rows: no higher than it is wide, and a short one about half as high, as the
// stage is.
trace::Buffer as_rows(const trace::Buffer& buffer) {
  if (buffer.columns <= kWarpColumns) return buffer;
  std::uint64_t columns = kFoldedColumns;
  while (columns * columns < buffer.columns) columns *= 2;
  const auto is_flat = [&](std::uint64_t width) { return width * width / 2 >= buffer.columns; };
  while (columns <= kFoldedColumns && is_flat(columns / 2)) columns /= 2;
  return scene::folded(buffer, columns);
}

scene::EventTimeline without_costs(scene::EventTimeline model) {
  for (std::uint8_t& ways : model.ways) ways = std::min<std::uint8_t>(ways, 1);
  std::ranges::fill(model.conflict, std::uint8_t{0});
  return model;
}

BufferView buffer_view(const trace::Trace& trace, const trace::Buffer& buffer) {
  BufferView view;
  view.buffer = as_rows(buffer);
  view.touches = scene::first_touches(trace, view.buffer);
  view.by_warp = scene::element_colors(trace, view.touches, scene::ColorBy::warp);
  if (view.buffer.rows == buffer.rows) view.threads = analysis::thread_grid(trace, buffer);
  return view;
}

}  // namespace

void add_stories(LaunchViews& views, const trace::Trace& trace,
                 const analysis::Executed& executed) {
  for (scene::SourceTable& table : views.sources) {
    for (std::size_t i = 0; i < executed.stories.size(); ++i) {
      const std::size_t row = scene::row_of(table, trace.sites[i]);
      if (row == table.rows.size() || executed.stories[i].empty()) continue;
      table.rows[row].stories.push_back(executed.stories[i]);
      table.rows[row].is_doubtful |= executed.is_doubtful(i);
    }
  }
}

LaunchViews launch_views(const trace::Trace& trace, std::span<const analysis::AccessCost> costs,
                         const analysis::KernelTotals& totals, const trace::Run& run) {
  LaunchViews views;
  views.timeline = scene::event_timeline(trace, costs);
  views.calls = calls_of(trace, run);
  views.plain_timeline = without_costs(views.timeline);
  views.sources = source_tables(trace, run);
  views.totals = scene::kernel_metrics(totals);
  for (const trace::Buffer& buffer : trace.buffers) {
    views.buffers.push_back(buffer_view(trace, buffer));
  }
  views.idle = analysis::idle_of(trace);
  return views;
}

}  // namespace warplens::session
