// An estimated time with how far such estimates are off, and for what warps wait by line of the
// source: a bar each, as long as the cycles that the SM's warps spend there, split by reason.
//
//   8.06 µs          ± half of 246 recordings were off by less than 18%, nine in ten by …
//   estimated        recorded: 8.29 µs
//   ■ Long Scoreboard 41%  ■ MIO Throttle 30% …
//   12  tile[y][x] = in[…];   ████████████▒▒▒▒▒░░░░░░   38%    the longest stand out
//   16  out[…] = tile[x][y];  ████▒▒▒                   21%
//   of 45 kernels sampled on an H200 …
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viz/latency/estimate_error.h"
#include "viz/latency/stalls.h"
#include "viz/scene/charts/limits_view.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

struct EstimateLine {
  std::string number;  // "12"; "PTX 40"
  std::string text;    // of the source, or an instruction; may be empty
  latency::Stalls cycles{};
};

struct EstimateScene {
  double seconds = 0;
  latency::EstimateError error;
  std::optional<MeasuredTime> measured;
  std::vector<EstimateLine> lines;  // in the source's order
  std::optional<latency::StallAgreement> agreement;
};

[[nodiscard]] Color stall_color(latency::Stall stall, ThemeName theme);

// Rows carry MarkId{row, line}, parts of bars MarkId{bar, line, reason}. Where there is no room for
// all lines the longest are drawn; without room for the error there is no time either.
[[nodiscard]] DrawList estimate_view(const EstimateScene& scene, Size size, const Style& style);

}  // namespace warplens::scene
