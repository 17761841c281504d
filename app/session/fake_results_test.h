// Results made by hand, so that the session's tests need no machine.
#pragma once

#include <chrono>
#include <memory>
#include <stop_token>
#include <thread>

#include "app/session/kernel_result.h"
#include "app/session/session.h"

namespace warplens::session {

inline trace::Site site_at(std::uint32_t line, trace::EventKind kind, trace::Space space) {
  trace::Site site;
  site.file = "k.cu";
  site.line = site.call_line = line;
  site.kind = kind;
  site.space = space;
  site.width = 4;
  return site;
}

// Four events: a shared store of a row (1-way), a barrier, two shared loads of a column whose rows
// are `pitch` floats apart.
inline KernelResultPtr column_read(const Selection& selection, std::uint64_t pitch) {
  auto trace = std::make_shared<trace::Trace>();
  trace->sites = {site_at(2, trace::EventKind::store, trace::Space::shared),
                  site_at(3, trace::EventKind::barrier, trace::Space::none),
                  site_at(4, trace::EventKind::load, trace::Space::shared)};
  trace->totals.resize(3);
  for (const std::uint32_t site : {0u, 1u, 2u, 2u}) {
    trace::EventView event;
    event.site = site;
    event.mask = 0xffffffffu;
    for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) {
      event.address[lane] = site == 0 ? lane * 4 : lane * pitch * 4;
    }
    trace->events.append(event, site != 1, false);
    analysis::add_cost(trace->sites[site], event, trace->totals[site]);
  }
  auto result = std::make_shared<KernelResult>();
  result->selection = selection;
  trace::Run run;
  run.traces = {trace};
  run.sources = std::make_shared<const trace::Sources>(
      trace::Sources{{"k.cu", "kernel\ntile[y][x] = 1;\nbarrier\n= tile[x][y];\n"}});
  result->run = std::make_shared<const trace::Run>(std::move(run));
  result->launches.push_back(analyse(trace));
  return result;
}

inline constexpr const char* kPaddedTile = "transpose/tile_padded";

// column_read() with the selection's pitch (32 floats when it has none).
inline Result<KernelResultPtr> instant_result(const Selection& selection, const std::stop_token&,
                                              machine::Progress*) {
  const auto pitch = selection.parameters.find("pitch");
  const bool has_pitch = pitch != selection.parameters.end();
  return column_read(selection, has_pitch ? static_cast<std::uint64_t>(pitch->second) : 32);
}

// Until what was chosen is computed and shown.
inline void settle(Session& session) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (session.busy() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  session.update(0);
}

}  // namespace warplens::session
