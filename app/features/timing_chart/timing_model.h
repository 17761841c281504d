// What the timing view shows of the family on the stage: exact matches only, from a recording and
// from what was measured live.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/live_timing.h"
#include "app/session/session.h"
#include "app/settings/timing_choice.h"
#include "viz/analysis/limits/ladder.h"
#include "viz/scene/charts/chart.h"

namespace warplens::ui {

struct TimingModel {
  const catalog::Family* family = nullptr;      // null: a capture's kernel
  std::vector<session::Side> on_stage;          // whose kernels the chart is about
  std::vector<session::TimingsPtr> recordings;  // that have timed the family
  session::TimingsPtr recorded, live;           // whose entries the chart shows; null: none
  scene::Chart chart;
  scene::ChartFigure rate = scene::ChartFigure::bandwidth;  // that the family is judged by
  std::vector<catalog::Parameters> known;  // settings with which the kernel on the stage was timed
  catalog::Parameters settings;            // that the chart is of
  std::vector<std::int64_t> sizes;         // to choose from: the axis, or those that are swept at
  std::vector<std::string> sweeps;         // parameters that the axis can be of
  std::string against;                     // the one that it is of; empty: the size
  std::vector<std::string> stale;          // variants that were timed with other PTX
  analysis::Ladder ladder;                 // at the chosen size; without rungs: there is none
  bool is_ladder_live = false;             // of what was measured live, not of the recording

  [[nodiscard]] bool is_empty() const { return chart.sides.empty(); }
};

// Of the kernel of one side; of both where they share the chart.
[[nodiscard]] TimingModel timing_model(const session::Session& session,
                                       const session::Recordings& recordings,
                                       const session::TimingsPtr& live, session::Side side);

// The model of one side, made anew only when what it depends on has changed. `quoted`: kernels of
// the text beside it.
class KeptTiming {
 public:
  const TimingModel& get(const session::Session& session, const session::Recordings& recordings,
                         const session::TimingsPtr& live, session::Side side,
                         const std::vector<std::string>& quoted);

 private:
  struct Key {
    session::Choice choice;
    std::size_t recordings = 0;
    session::TimingsPtr live;
    session::Side side = session::Side::left;
    std::vector<std::string> quoted;
    bool operator==(const Key&) const = default;
  };
  std::optional<Key> key_;
  TimingModel model_;
};

// The size that plot and table follow: the chosen one, or of the sizes that were timed the nearest
// to it. 0 when nothing was timed.
[[nodiscard]] std::int64_t shown_side(const TimingModel& model,
                                      const session::TimingChoice& choice);
// What is lit on the axis: that size; of a sweep the parameter's value.
[[nodiscard]] std::int64_t shown_place(const TimingModel& model,
                                       const session::TimingChoice& choice);
// Whether there is something to have a share of.
[[nodiscard]] bool has_ceiling(const TimingModel& model);
[[nodiscard]] scene::ChartFigure shown_figure(const TimingModel& model,
                                              const session::TimingChoice& choice);

// "transpose/tile": how the choice of series is remembered.
[[nodiscard]] std::string series_key(const TimingModel& model, const scene::ChartSeries& series);

// "pitch 34 · tile 32"; empty for none.
[[nodiscard]] std::string settings_phrase(const catalog::Parameters& settings);

}  // namespace warplens::ui
