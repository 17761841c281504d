#include "app/session/result_bytes.h"

#include "app/session/launch_views.h"
#include "viz/scene/access/picture.h"

#include <set>
#include <vector>

namespace warplens::session {
namespace {

template <class T>
std::uint64_t held(const std::vector<T>& values) {
  return values.capacity() * sizeof(T);
}

std::uint64_t held(const trace::Sources& sources) {
  std::uint64_t bytes = 0;
  for (const auto& [name, text] : sources) bytes += text.size();
  return bytes;
}

std::uint64_t held(const scene::EventTimeline& timeline) {
  return held(timeline.warp) + held(timeline.ways) + held(timeline.conflict) +
         held(timeline.barrier) + held(timeline.block_starts);
}

std::uint64_t held(const scene::SourceTable& table) {
  std::uint64_t bytes = held(table.rows);
  for (const scene::SourceRow& row : table.rows) bytes += row.text.en.size() + row.text.zh.size();
  return bytes;
}

std::uint64_t held(const BufferView& buffer) {
  return held(buffer.touches.events) + held(buffer.touches.lanes) + held(buffer.by_warp.colors) +
         held(buffer.by_warp.numbers);
}

std::uint64_t held(const LaunchViews& views) {
  std::uint64_t bytes = held(views.timeline) + held(views.plain_timeline);
  for (const scene::SourceTable& table : views.sources) bytes += held(table);
  for (const BufferView& buffer : views.buffers) bytes += held(buffer);
  return bytes;
}

std::uint64_t held(const scene::Picture& picture) {
  return held(picture.pixels->before) + held(picture.pixels->after) + held(picture.stored_by) +
         held(picture.stored);
}

// A trace is the result's and the run's alike where its accesses are the PTX's own.
using Traces = std::set<std::shared_ptr<const trace::Trace>>;

std::uint64_t held(const Traces& traces) {
  std::uint64_t bytes = 0;
  for (const auto& trace : traces) bytes += trace->events.bytes() + trace->printed.size();
  return bytes;
}

// Texts are counted for each run, though all runs of one kernel share them.
std::uint64_t held(const trace::Run& run) {
  std::uint64_t bytes = held(*run.sources) + held(*run.chinese_sources) + run.ptx->size();
  for (const trace::NamedBytes& buffer : run.buffers) bytes += held(buffer.bytes);
  return bytes;
}

}  // namespace

std::uint64_t bytes_of(const KernelResult& result) {
  Traces traces;
  std::uint64_t bytes = 0;
  for (const LaunchResult& launch : result.launches) {
    traces.insert(launch.trace);
    bytes += held(launch.costs) + held(launch.conflicts) + launch.occurrences.bytes() +
             held(*launch.views);
  }
  if (result.run != nullptr) {
    traces.insert(result.run->traces.begin(), result.run->traces.end());
    bytes += held(*result.run);
  }
  if (result.picture != nullptr) bytes += held(*result.picture);
  return bytes + held(traces);
}

}  // namespace warplens::session
