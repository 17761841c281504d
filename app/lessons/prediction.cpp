#include "app/lessons/prediction.h"

#include <algorithm>
#include <numeric>

#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/session/stage.h"
#include "viz/algebra/figures.h"
#include "viz/algebra/spec.h"
#include "viz/analysis/costed_event.h"
#include "viz/scene/access/elements.h"

namespace warplens::lessons {
namespace {

using session::Cursor;

// The event that is asked about, with what it costs.
std::optional<analysis::ExplainedEvent> asked_event(const Prediction& prediction,
                                                    const session::Session& session) {
  if (!prediction.at) return std::nullopt;
  const auto at = session::find_event(*session.result(), *prediction.at);
  if (!at) return std::nullopt;
  const session::LaunchResult& launch = session.result()->launches[at->launch];
  return analysis::explained_event(*launch.trace, at->event, launch.costs[at->event]);
}

// Lanes but `lane` of its group that want one of its words, or another word of one of its banks.
std::uint32_t lanes_beside(const analysis::SharedBreakdown& shared, std::uint32_t lane,
                           bool same_word) {
  const std::uint32_t asked = 1U << lane;
  std::uint32_t lanes = 0;
  for (const analysis::WordUse& own : shared.words) {
    if ((own.lanes & asked) == 0) continue;
    for (const analysis::WordUse& other : shared.words) {
      const bool is_word = other.word == own.word;
      const bool fits = same_word ? is_word : !is_word && other.bank() == own.bank();
      if (fits && other.group == own.group) lanes |= other.lanes;
    }
  }
  return lanes & ~asked;
}

std::uint32_t lanes_in_its_sectors(const analysis::ExplainedEvent& event, std::uint32_t lane) {
  const auto first = [&](std::uint32_t of) {
    return event.view.address[of] / analysis::kSectorBytes;
  };
  const auto last = [&](std::uint32_t of) {
    return (event.view.address[of] + event.site->width - 1) / analysis::kSectorBytes;
  };
  std::uint32_t lanes = 0;
  for (std::uint32_t other = 0; other < kWarpSize; ++other) {
    const bool is_active = (event.view.mask >> other & 1) != 0;
    const bool meets = first(other) <= last(lane) && first(lane) <= last(other);
    if (is_active && other != lane && meets) lanes |= 1U << other;
  }
  return lanes;
}

bool has_side(const analysis::ExplainedEvent& event, LaneRelation relation) {
  switch (relation) {
    case LaneRelation::same_bank:
    case LaneRelation::same_word:
      return !event.shared.words.empty();
    case LaneRelation::same_sector:
      return scene::touches_global(*event.site);
    default:
      return true;
  }
}

std::optional<std::int64_t> lanes_asked(const Prediction& prediction,
                                        const session::Session& session) {
  const auto event = asked_event(prediction, session);
  if (!event || !has_side(*event, prediction.relation)) return std::nullopt;
  const bool is_active = (event->view.mask >> prediction.lane & 1) != 0;
  if (is_of_a_lane(prediction.relation) && !is_active) return std::nullopt;
  switch (prediction.relation) {
    case LaneRelation::same_bank:
      return lanes_beside(event->shared, prediction.lane, false);
    case LaneRelation::same_word:
      return lanes_beside(event->shared, prediction.lane, true);
    case LaneRelation::same_sector:
      return lanes_in_its_sectors(*event, prediction.lane);
    case LaneRelation::idle:
      return static_cast<std::uint32_t>(~event->view.mask);
    case LaneRelation::active:
      return event->view.mask;
  }
  return std::nullopt;
}

std::optional<std::int64_t> element_of(const analysis::ExplainedEvent& event, std::uint32_t lane) {
  const trace::Buffer* buffer = trace::find_buffer(event.trace->buffers, event.view.address[lane]);
  if (buffer == nullptr || !scene::touches_global(*event.site)) return std::nullopt;
  for (const scene::ElementTouch& touch :
       scene::touched_elements(*event.site, event.view, *buffer)) {
    if (touch.lane != lane) continue;
    return static_cast<std::int64_t>(touch.row * buffer->columns + touch.column);
  }
  return std::nullopt;
}

std::optional<std::int64_t> cell_asked(const Prediction& prediction,
                                       const session::Session& session) {
  const auto event = asked_event(prediction, session);
  if (!event || (event->view.mask >> prediction.lane & 1) == 0) return std::nullopt;
  if (prediction.cell == CellKind::element) return element_of(*event, prediction.lane);
  if (event->shared.words.empty()) return std::nullopt;
  const std::uint64_t word = event->view.address[prediction.lane] / analysis::kBankBytes;
  return static_cast<std::int64_t>(word % analysis::kBanks);
}

std::optional<std::int64_t> point_asked(const session::Session& session) {
  const auto landing = algebra::landing(session.chosen<algebra::PlaneSpec>());
  return landing ? algebra::number_of(*landing) : std::nullopt;
}

std::optional<std::int64_t> figure_asked(const Prediction& prediction,
                                         const session::Session& session,
                                         const session::Stage& stage) {
  if (prediction.asked) return prediction.asked->value(session, stage);
  if (!prediction.at) return std::nullopt;
  const auto at = session::find_event(*session.result(), *prediction.at);
  if (!at) return std::nullopt;
  return session::figure(*session.result(), *at, prediction.figure, session.choice().features);
}

// Places by what they are compared by, the least first; equals as they stand.
std::vector<std::size_t> sorted_places(const std::vector<double>& values) {
  std::vector<std::size_t> places(values.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::stable_sort(places, {}, [&](std::size_t place) { return values[place]; });
  return places;
}

std::optional<std::int64_t> ranking_asked(const Prediction& prediction,
                                          const session::Session& session) {
  const auto values = ranked_by(prediction.ranking, session);
  if (!values) return std::nullopt;
  const std::vector<std::size_t> places = sorted_places(*values);
  if (prediction.kind == Prediction::Kind::best) {
    return static_cast<std::int64_t>(prediction.ranking.picks_most ? places.back()
                                                                   : places.front());
  }
  std::int64_t order = 0;
  for (const std::size_t place : places) order = order * 10 + static_cast<std::int64_t>(place) + 1;
  return order;
}

}  // namespace

std::size_t option_count(const Prediction& prediction) {
  switch (prediction.kind) {
    case Prediction::Kind::choice:
      return prediction.choices.size();
    case Prediction::Kind::best:
    case Prediction::Kind::order:
      return prediction.ranking.of.size();
    default:
      return 0;
  }
}

std::int64_t answer_of(const Prediction& prediction, std::size_t option) {
  return prediction.kind == Prediction::Kind::choice ? prediction.choices[option]
                                                     : static_cast<std::int64_t>(option);
}

std::optional<std::size_t> option_of(const Prediction& prediction, std::int64_t answer) {
  for (std::size_t option = 0; option < option_count(prediction); ++option) {
    if (answer_of(prediction, option) == answer) return option;
  }
  return std::nullopt;
}

std::vector<std::size_t> places_of(std::int64_t order, std::size_t count) {
  std::vector<std::size_t> places;
  for (; order > 0; order /= 10) {
    const auto digit = static_cast<std::size_t>(order % 10);
    if (digit >= 1 && digit <= count) places.insert(places.begin(), digit - 1);
  }
  return places;
}

const trace::Buffer* asked_buffer(const Prediction& prediction, const session::Session& session) {
  if (prediction.kind != Prediction::Kind::cell || prediction.cell != CellKind::element) {
    return nullptr;
  }
  if (!session.result()) return nullptr;
  const auto event = asked_event(prediction, session);
  if (!event) return nullptr;
  return trace::find_buffer(event->trace->buffers, event->view.address[prediction.lane]);
}

std::optional<std::vector<double>> ranked_by(const Ranking& ranking,
                                             const session::Session& session) {
  if (ranking.measure) return ranking.measure->values(session, ranking.of);
  const std::vector<session::Sums>* sums = session.compared_sums();
  if (sums == nullptr || sums->size() < ranking.of.size()) return std::nullopt;
  std::vector<double> values;  // those of conditions stand behind
  for (std::size_t i = 0; i < ranking.of.size(); ++i) {
    values.push_back(static_cast<double>((*sums)[i].at(*ranking.figure)));
  }
  return values;
}

std::optional<std::int64_t> expected_answer(const Prediction& prediction,
                                            const session::Session& session,
                                            const session::Stage& stage) {
  if (!session.up_to_date()) return std::nullopt;
  switch (prediction.kind) {
    case Prediction::Kind::number:
    case Prediction::Kind::choice:
      return figure_asked(prediction, session, stage);
    case Prediction::Kind::best:
    case Prediction::Kind::order:
      return ranking_asked(prediction, session);
    case Prediction::Kind::lanes:
      return lanes_asked(prediction, session);
    case Prediction::Kind::cell:
      return cell_asked(prediction, session);
    case Prediction::Kind::point:
      return point_asked(session);
  }
  return std::nullopt;
}

}  // namespace warplens::lessons
