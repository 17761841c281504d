#include "viz/analysis/tracks.h"

#include <fmt/format.h>

#include "kernels/base/json.h"

namespace warplens::perfetto {
namespace {

std::string named_event(std::string_view what, Track track, const Json& args) {
  Json event = {{"ph", "M"}, {"name", what}, {"pid", track.process}};
  if (track.thread != 0) event["tid"] = track.thread;
  event["args"] = args;
  return ",\n" + json_text(event, -1);
}

}  // namespace

void Tracks::begin(const trace::Trace& trace, std::size_t launch) {
  trace_ = &trace;
  launch_ = launch;
  processes_.clear();
  threads_.clear();
}

std::string Tracks::process_name(std::uint32_t block) const {
  const Dim3 at = trace_->launch.grid.at(block);
  const std::string launch = launch_ == 0 ? "" : fmt::format("launch {}, ", launch_);
  return fmt::format("{}block {},{},{} of {} (not time: 1 us is 1 wavefront or sector)", launch,
                     at.x, at.y, at.z, trace_->kernel);
}

Track Tracks::of(std::uint32_t block, std::uint32_t warp, std::string& named) {
  const auto [process, is_new_process] = processes_.try_emplace(block, last_process_ + 1);
  if (is_new_process) {
    const Track track{++last_process_, 0};
    named += named_event("process_name", track, {{"name", process_name(block)}});
    named += named_event("process_sort_index", track, {{"sort_index", track.process}});
  }
  const auto [thread, is_new_thread] = threads_.try_emplace({block, warp}, last_thread_ + 1);
  const Track track{process->second, thread->second};
  if (is_new_thread) {
    ++last_thread_;
    named += named_event("thread_name", track, {{"name", fmt::format("warp {}", warp)}});
    named += named_event("thread_sort_index", track, {{"sort_index", warp}});
  }
  return track;
}

}  // namespace warplens::perfetto
