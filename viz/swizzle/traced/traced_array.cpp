#include "viz/swizzle/traced/traced_array.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "kernels/cost/sectors.h"

namespace warplens::swizzle {

namespace {

using trace::EventKind;

bool is_shared_access(const trace::Site& site) {
  const bool is_shared = site.space == trace::Space::shared || site.kind == EventKind::async_copy;
  return is_shared && trace::is_access(site.kind);
}

bool is_in_line(const trace::Site& site, std::uint32_t line) {
  return site.line == line || site.call_line == line;
}

// Where a lane is in shared memory.
const LaneAddresses& places(const trace::Site& site, const trace::EventView& event) {
  return site.kind == EventKind::async_copy ? event.address2 : event.address;
}

// The addresses of lanes beyond the matrices count for nothing (PTX ISA, ldmatrix).
std::uint32_t taken_lanes(const trace::Site& site, std::uint32_t mask) {
  const bool is_matrix =
      site.kind == EventKind::load_matrix || site.kind == EventKind::store_matrix;
  if (!is_matrix || site.traits.matrices >= 4) return mask;
  return mask & ((1u << 8 * site.traits.matrices) - 1);
}

constexpr std::size_t kNowhere = ~std::size_t{0};

std::size_t array_with(const std::vector<trace::SharedArray>& arrays, std::uint64_t at) {
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (at >= arrays[i].offset && at - arrays[i].offset < arrays[i].bytes) return i;
  }
  return kNowhere;
}

std::string lines_with_shared(const trace::Trace& trace) {
  std::set<std::uint32_t> lines;
  for (const trace::Site& site : trace.sites) {
    if (is_shared_access(site) && site.line != 0) lines.insert(site.line);
  }
  return fmt::format("{}", fmt::join(lines, ", "));
}

tl::unexpected<Error> nothing_there(const trace::Trace& trace, std::uint32_t line) {
  const std::string others = lines_with_shared(trace);
  if (others.empty()) return fail(tr("the kernel does not access shared memory"));
  return fail(tr("line {} does not access shared memory: give one of the lines {}", line, others));
}

class Collector {
 public:
  Collector(const trace::Trace& trace, std::optional<std::uint32_t> block)
      : trace_(trace), arrays_(trace.shared_arrays.size()) {
    for (std::size_t i = 0; i < arrays_.size(); ++i) arrays_[i].array = trace.shared_arrays[i];
    trace::EventView event;
    for (std::size_t row = 0; row < trace.events.size(); ++row) {
      const trace::Site& site = trace.sites[trace.events.site(row)];
      if (!is_shared_access(site) || (block && trace.events.block(row) != *block)) continue;
      trace.events.view(row, event);
      take(site, event);
    }
  }
  std::vector<TracedArray> arrays() && {
    for (auto& [key, made] : lines_) {
      auto& [array, line, events] = made;
      for (auto& [places, times] : events) {
        line.events.push_back({places.first, places.second, times});
      }
      arrays_[array].lines.push_back(std::move(line));
    }
    return std::move(arrays_);
  }
  [[nodiscard]] const std::set<std::uint32_t>& torn_lines() const { return torn_lines_; }

 private:
  using Places = std::pair<std::uint32_t, LaneElements>;
  struct Made {
    std::size_t array;
    TracedLine line;
    std::map<Places, std::uint64_t> events;
  };

  void take(const trace::Site& site, const trace::EventView& event) {
    Places seen{taken_lanes(site, event.mask), {}};
    std::size_t array = kNowhere;
    bool is_torn = false;
    analysis::for_each_lane(seen.first, [&](std::uint32_t lane) {
      const std::uint64_t at = places(site, event)[lane];
      const std::size_t of = array_with(trace_.shared_arrays, at);
      is_torn |= of == kNowhere || (array != kNowhere && array != of);
      array = of;
      if (of != kNowhere)
        seen.second[lane] = static_cast<std::uint32_t>(at - trace_.shared_arrays[of].offset);
    });
    if (is_torn || array == kNowhere) {
      torn_lines_.insert(site.line);
      return;
    }
    add(site, event, array, seen);
  }

  void add(const trace::Site& site, const trace::EventView& event, std::size_t array,
           const Places& seen) {
    Made& made = lines_[{array, site.file, site.line, site.kind, site.width}];
    made.array = array;
    TracedLine& line = made.line;
    line.file = site.file;
    line.line = site.line;
    line.site = site;
    const analysis::AccessCost cost = analysis::access_cost(site, event);
    line.requests += 1;
    line.wavefronts += cost.wavefronts;
    line.conflicts += cost.conflicts;
    line.modelled = line.modelled && cost.modelled;
    made.events[seen] += 1;
  }

  const trace::Trace& trace_;
  std::vector<TracedArray> arrays_;
  std::map<std::tuple<std::size_t, std::string, std::uint32_t, EventKind, std::uint8_t>, Made>
      lines_;
  std::set<std::uint32_t> torn_lines_;
};

// By the array: what accesses in the line come to.
struct Touched {
  TracedArray* array = nullptr;
  std::uint64_t requests = 0, wavefronts = 0, conflicts = 0;
};

Touched touched_by(TracedArray& array, std::uint32_t line) {
  Touched touched{&array};
  for (const TracedLine& traced : array.lines) {
    if (!is_in_line(traced.site, line)) continue;
    touched.requests += traced.requests;
    touched.wavefronts += traced.wavefronts;
    touched.conflicts += traced.conflicts;
  }
  return touched;
}

// A copy by TMA puts elements where its tensor map says.
bool is_filled_by_a_copy(const trace::Trace& trace, const trace::SharedArray& array) {
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    if (!trace::is_bulk_copy(trace.sites[trace.events.site(row)].kind)) continue;
    for (const trace::BulkCopy& copy : trace.events.copies(row)) {
      const std::uint64_t at =
          copy.way == trace::BulkCopy::Way::to_block ? copy.source : copy.shared;
      if (at >= array.offset && at - array.offset < array.bytes) return true;
    }
  }
  return false;
}

Result<Touched> wanted_of(std::vector<TracedArray>& arrays, const trace::Trace& trace,
                          const WantedArray& wanted) {
  Touched best;
  std::set<std::string> names;
  for (TracedArray& array : arrays) {
    const Touched touched = touched_by(array, wanted.line);
    if (touched.requests == 0) continue;
    names.insert(array.array.name);
    if (!wanted.name.empty() && wanted.name != array.array.name) continue;
    if (best.array == nullptr || touched.conflicts > best.conflicts) best = touched;
  }
  if (best.array != nullptr) return best;
  if (names.empty()) return nothing_there(trace, wanted.line);
  return fail(tr("line {} does not access {}: it accesses {}", wanted.line, wanted.name,
                 fmt::format("{}", fmt::join(names, ", "))));
}

}  // namespace

bool TracedLine::writes() const {
  return site.kind == EventKind::store || site.kind == EventKind::store_matrix ||
         site.kind == EventKind::async_copy;
}

Result<TracedArray> array_at_line(const trace::Trace& trace, const WantedArray& wanted) {
  Collector collector(trace, wanted.block);
  const bool is_torn = collector.torn_lines().contains(wanted.line);
  std::vector<TracedArray> arrays = std::move(collector).arrays();
  if (is_torn)
    return fail(tr("line {}: lanes of one access are in several arrays, or in none", wanted.line));
  TRY(const Touched touched, wanted_of(arrays, trace, wanted));
  TracedArray& array = *touched.array;
  if (touched.conflicts == 0)
    return fail(
        tr("line {} has no bank conflicts: its {} accesses to {} take {} wavefronts, the "
           "fewest that they can",
           wanted.line, touched.requests, array.array.name, touched.wavefronts));
  if (is_filled_by_a_copy(trace, array.array))
    return fail(tr("a copy by TMA goes to or from {}: how it lies is the tensor map's to say",
                   array.array.name));
  array.all_blocks = trace.events_complete && trace.block_count == trace.launch.grid.count();
  return std::move(array);
}

Result<std::vector<Accesses>> accesses_to(const TracedArray& array, const Tile& tile) {
  std::vector<Accesses> all;
  for (const TracedLine& line : array.lines) {
    Accesses& accesses = all.emplace_back();
    accesses.site = line.site;
    accesses.lane_elements = std::max(line.site.width / tile.element_bytes, 1u);
    for (const TracedLine::Event& event : line.events) {
      WarpAccess warp{event.mask, {}, event.times};
      bool is_whole = true;
      analysis::for_each_lane(event.mask, [&](std::uint32_t lane) {
        warp.element[lane] = event.byte[lane] / tile.element_bytes;
        is_whole &= event.byte[lane] % tile.element_bytes == 0 &&
                    warp.element[lane] + accesses.lane_elements <= tile.elements();
      });
      if (!is_whole)
        return fail(
            tr("{} is too irregular for a tile of {}x{}: line {} begins within an element "
               "of {} bytes, or ends behind the last",
               array.array.name, tile.rows, tile.columns, line.line, tile.element_bytes));
      accesses.warps.push_back(warp);
    }
  }
  return all;
}

}  // namespace warplens::swizzle
