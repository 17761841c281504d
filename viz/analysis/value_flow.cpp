#include "viz/analysis/value_flow.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <utility>

#include "viz/analysis/flow_events.h"
#include "viz/analysis/flow_sums.h"

namespace warplens::analysis {
namespace {

using trace::EventKind;
using trace::EventView;
using trace::Site;
using trace::Space;
using Place = FlowValue::Place;

constexpr std::uint32_t kWordBytes = 4;

struct Source {
  std::uint32_t value = 0, event = 0;
};

// The values that a lane holds.
struct Lane {
  std::vector<Source> read;                  // since it last made a value
  std::optional<std::uint32_t> kept;         // the value that it made last
  std::uint32_t loaded = 0, load_event = 0;  // words of global memory since then
  bool has_made = false;                     // a value, since it began

  void begin_anew() { *this = {}; }
  void has_done(std::uint32_t value) {
    begin_anew();
    kept = value;
    has_made = true;
  }
};

template <class Visit>
void each_lane(std::uint32_t lanes, const Visit& visit) {
  for (; lanes != 0; lanes &= lanes - 1) {
    visit(static_cast<std::uint32_t>(std::countr_zero(lanes)));
  }
}

class Follower {
 public:
  Follower(const trace::Trace& trace, std::uint32_t block) : trace_(trace) {
    flow_.block = block;
    flow_.threads = static_cast<std::uint32_t>(trace.launch.block.count());
    flow_.columns = flow_.threads;
    flow_.array = array_of_values(trace, block);
    if (flow_.array != trace::kNone) range_ = word_range(trace.shared_arrays[flow_.array]);
    lanes_.resize(std::size_t{trace.launch.warps_per_block()} * kWarpSize);
  }

  ValueFlow run() {
    std::uint32_t barriers = 0;
    for (const FlowEvent& event : flow_events(trace_, flow_.block)) {
      if (event.barriers != barriers) pass_barrier();
      barriers = event.barriers;
      follow(event.row);
      if (flow_.values.size() > kMostFlowValues) {
        flow_.is_cut = true;
        break;
      }
    }
    count_elements(flow_, leaves_);
    mark_used(flow_);
    sum_steps(flow_, trace_.launch.warps_per_block());
    return std::move(flow_);
  }

 private:
  struct Target {
    Place place;
    std::uint32_t column, thread;
  };

  void pass_barrier() {
    for (Lane& lane : lanes_) {
      if (lane.has_made) lane.begin_anew();
    }
    first_step_ = next_step_;
  }

  void follow(std::uint32_t row) {
    const EventView event = trace_.events.view(row);
    const Site& site = trace_.sites[event.site];
    row_ = row;
    if (site.kind == EventKind::shuffle) return shuffle(event);
    const bool loads = site.kind == EventKind::load;
    const bool writes = site.kind == EventKind::store || site.kind == EventKind::atomic;
    if (site.space == Space::shared && loads) return load_words(site, event);
    if (site.space == Space::shared && writes) return store_words(site, event);
    if (site.space == Space::global && loads) return load_elements(site, event);
    if (site.space == Space::global && writes) return output(event);
  }

  [[nodiscard]] Lane& lane(const EventView& event, std::uint32_t index) {
    return lanes_[std::size_t{event.warp} * kWarpSize + index];
  }
  static std::uint32_t thread(const EventView& event, std::uint32_t index) {
    return event.warp * kWarpSize + index;
  }

  // Calls visit(lane, word) for each word of the array that the event touches.
  template <class Visit>
  void each_word(const Site& site, const EventView& event, const Visit& visit) const {
    const std::uint32_t words = site.width / kWordBytes;  // none: no whole word
    each_lane(event.mask, [&](std::uint32_t index) {
      for (std::uint32_t i = 0; i < words; ++i) {
        const std::uint64_t word = event.address[index] / kWordBytes + i;
        if (word >= range_.first && word < range_.end) {
          visit(index, static_cast<std::uint32_t>(word - range_.first));
        }
      }
    });
  }

  void load_elements(const Site& site, const EventView& event) {
    each_lane(event.mask, [&](std::uint32_t index) {
      Lane& mine = lane(event, index);
      if (mine.has_made) mine.begin_anew();
      mine.loaded += std::max(site.width / kWordBytes, 1u);
      mine.load_event = row_;
    });
  }

  void load_words(const Site& site, const EventView& event) {
    each_word(site, event, [&](std::uint32_t index, std::uint32_t word) {
      const auto held = words_.find(word);
      if (held == words_.end()) return;
      Lane& mine = lane(event, index);
      // It takes up again what it stored there itself.
      if (mine.kept && is_in(*mine.kept, Place::word, word)) mine.kept.reset();
      mine.read.push_back({held->second, row_});
    });
  }

  void store_words(const Site& site, const EventView& event) {
    const bool adds = site.kind == EventKind::atomic;
    std::array<std::optional<std::uint32_t>, kWarpSize> made;
    each_word(site, event, [&](std::uint32_t index, std::uint32_t word) {
      flow_.columns = std::max(flow_.columns, word + 1);
      Lane& mine = lane(event, index);
      if (const auto held = words_.find(word); adds && held != words_.end()) {
        mine.read.push_back({held->second, row_});
      }
      made[index] = words_[word] = make(mine, {Place::word, word, thread(event, index)});
    });
    each_lane(event.mask, [&](std::uint32_t index) {
      if (made[index]) lane(event, index).has_done(*made[index]);
    });
  }

  void shuffle(const EventView& event) {
    std::array<std::optional<std::uint32_t>, kWarpSize> held;
    std::uint32_t step = first_step_;  // one for all lanes, of whatever they have
    each_lane(event.mask, [&](std::uint32_t index) {
      held[index] = held_by(event, index);
      if (held[index]) step = std::max(step, flow_.values[*held[index]].step + 1);
    });
    each_lane(event.mask, [&](std::uint32_t index) {
      Lane& mine = lane(event, index);
      const auto source = static_cast<std::uint32_t>(event.address[index]) % kWarpSize;
      if (source != index && held[source]) mine.read.push_back({*held[source], row_});
      mine.has_done(make(mine, in_register(event, index), step));
      flow_.values.back().is_shuffled = true;
    });
  }

  static Target in_register(const EventView& event, std::uint32_t index) {
    return {Place::lane, thread(event, index), thread(event, index)};
  }

  // The one value that a lane has in its register: made of all that it has, if it is not one yet.
  std::optional<std::uint32_t> held_by(const EventView& event, std::uint32_t index) {
    Lane& mine = lane(event, index);
    if (mine.read.empty() && mine.loaded == 0) return mine.kept;
    const std::uint32_t now =
        std::exchange(row_, mine.read.empty() ? mine.load_event : mine.read.back().event);
    mine.has_done(make(mine, in_register(event, index)));
    row_ = now;
    return mine.kept;
  }

  void output(const EventView& event) {
    each_lane(event.mask, [&](std::uint32_t index) {
      Lane& mine = lane(event, index);
      // Elements that go straight from memory to memory come together with none.
      if (!mine.read.empty() || mine.kept) {
        make(mine, {Place::output, thread(event, index), thread(event, index)});
      }
      mine.begin_anew();
      mine.has_made = true;
    });
  }

  [[nodiscard]] bool is_in(std::uint32_t value, Place place, std::uint32_t column) const {
    return flow_.values[value].place == place && flow_.values[value].column == column;
  }

  // Makes a value of all that the lane holds, in `first_step` at the earliest.
  std::uint32_t make(const Lane& mine, const Target& target, std::uint32_t first_step = 0) {
    const auto index = static_cast<std::uint32_t>(flow_.values.size());
    FlowValue value{target.place, target.column, target.thread, std::max(first_step_, first_step),
                    row_};
    const auto add = [&](const Source& source, bool is_kept) {
      const bool is_there = std::ranges::any_of(
          flow_.edges_of(index), [&](const FlowEdge& edge) { return edge.from == source.value; });
      if (is_there) return;
      flow_.edges.push_back({source.value, index, source.event, is_kept});
      value.step = std::max(value.step, flow_.values[source.value].step + 1);
    };
    for (const Source& source : mine.read) {
      add(source, is_own_word(source.value, target));
    }
    if (mine.kept) add({*mine.kept, row_}, true);
    flow_.values.push_back(value);
    leaves_.push_back(mine.loaded);
    next_step_ = std::max(next_step_, value.step + 1);
    return index;
  }

  [[nodiscard]] bool is_own_word(std::uint32_t from, const Target& target) const {
    return target.place == Place::word && is_in(from, Place::word, target.column);
  }

  const trace::Trace& trace_;
  ValueFlow flow_;
  WordRange range_;
  std::vector<Lane> lanes_;
  std::map<std::uint32_t, std::uint32_t> words_;  // word → the value that it holds
  std::vector<std::uint32_t> leaves_;             // beside values: words loaded for it alone
  std::uint32_t first_step_ = 0, next_step_ = 0;  // of this side of the barrier; none is there yet
  std::uint32_t row_ = 0;
};

}  // namespace

std::span<const FlowEdge> ValueFlow::edges_of(std::size_t value) const {
  const auto wanted = static_cast<std::uint32_t>(value);
  return {std::ranges::lower_bound(edges, wanted, {}, &FlowEdge::value),
          std::ranges::upper_bound(edges, wanted, {}, &FlowEdge::value)};
}

ValueFlow value_flow(const trace::Trace& trace, std::uint32_t block) {
  return Follower(trace, block).run();
}

}  // namespace warplens::analysis
