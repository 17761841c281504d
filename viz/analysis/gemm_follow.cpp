#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <set>
#include <unordered_map>
#include <variant>

#include "viz/analysis/gemm_events.h"
#include "viz/analysis/gemm_flow.h"

namespace warplens::analysis {
namespace {

using trace::EventKind;
using trace::EventView;
using trace::Space;

struct FactorElement {
  Factor factor = Factor::a;
  MatrixElement element;
};

// Elements that a lane has loaded and not stored yet.
class OnTheirWay {
 public:
  [[nodiscard]] bool is_empty() const { return elements_.empty(); }
  void push(MatrixElement element) { elements_.push_back(element); }
  std::optional<MatrixElement> pop() {
    if (next_ == elements_.size()) return std::nullopt;
    const MatrixElement first = elements_[next_++];
    if (next_ == elements_.size()) elements_.clear(), next_ = 0;
    return first;
  }

 private:
  std::vector<MatrixElement> elements_;
  std::size_t next_ = 0;
};

// The sums of a thread, or a warp, in one of its turns.
struct Sums {
  std::uint32_t unit = 0, turn = 0;
  friend auto operator<=>(const Sums&, const Sums&) = default;
};

// The thread or warp whose values are multiplied with each other.
struct GemmUnit {
  std::uint32_t turn = 0;   // grows when it reads again after it has stored elements of C
  bool has_stored = false;  // in this turn
  std::set<Sums> added;     // of others, in this turn
};

// The contents of an element of shared memory.
using Held = std::variant<std::monostate, FactorElement, Sums>;

class GemmFollower {
 public:
  GemmFollower(const trace::Trace& trace, const GemmRoles& roles, const GemmShape& shape,
               std::uint32_t block)
      : trace_(trace), roles_(roles), rows_(events_in_order(trace, block)) {
    flow_.shape = shape;
    flow_.block = block;
    const std::size_t threads = std::size_t{trace.launch.warps_per_block()} * kWarpSize;
    lanes_.resize(threads);
    units_.resize(threads);
    held_.resize(shared_words());
    find_staged();
    is_by_block_ = std::ranges::none_of(trace.sites, [](const trace::Site& site) {
      return site.space == Space::shared &&
             (site.kind == EventKind::load || site.kind == EventKind::load_matrix);
    });
  }

  GemmFlow run() {
    for (const std::uint32_t row : rows_) {
      follow(row);
      flow_.is_cut = flow_.touches.size() > kMostTouches;
      if (flow_.is_cut) break;
    }
    std::ranges::stable_sort(flow_.touches, {}, &GemmTouch::event);
    finish_cells();
    flow_.lines = static_cast<std::uint32_t>(lines_.size());
    return std::move(flow_);
  }

 private:
  [[nodiscard]] std::uint32_t element_bytes() const { return flow_.shape.a.element_bytes; }
  [[nodiscard]] std::size_t shared_words() const {
    std::uint64_t bytes =
        std::uint64_t{trace_.launch.static_shared_bytes} + trace_.launch.dynamic_shared_bytes;
    for (const trace::SharedArray& array : trace_.shared_arrays) {
      bytes = std::max(bytes, std::uint64_t{array.offset} + array.bytes);
    }
    return bytes / element_bytes() + 1;
  }

  void find_staged() {
    for (const trace::SharedArray& array : trace_.shared_arrays) {
      for (const Factor factor : factors_of(array)) is_staged_[index(factor)] = true;
    }
    for (const std::uint32_t row : rows_) {
      const trace::Site& site = trace_.sites[trace_.events.site(row)];
      if (site.kind != EventKind::async_copy) continue;
      each_addressed(site, trace_.events.view(row), [&](std::uint32_t, std::uint64_t address) {
        if (const auto from = source(address)) is_staged_[index(from->factor)] = true;
      });
    }
  }

  static std::size_t index(Factor factor) { return static_cast<std::size_t>(factor); }

  [[nodiscard]] std::vector<Factor> factors_of(const trace::SharedArray& array) const {
    const auto has = [&](const std::vector<std::string>& names) {
      return std::ranges::find(names, array.name) != names.end();
    };
    std::vector<Factor> factors;
    if (has(roles_.shared_a)) factors.push_back(Factor::a);
    if (has(roles_.shared_b)) factors.push_back(Factor::b);
    return factors;
  }
  // The factor that the lane stores there; in an array of both factors, the one that it has loaded
  // and not stored yet.
  [[nodiscard]] std::optional<Factor> factor_at(std::uint64_t offset, std::uint32_t thread) const {
    for (const trace::SharedArray& array : trace_.shared_arrays) {
      if (offset < array.offset || offset - array.offset >= array.bytes) continue;
      for (const Factor factor : factors_of(array)) {
        if (!lanes_[thread][index(factor)].is_empty()) return factor;
      }
    }
    return std::nullopt;
  }
  [[nodiscard]] std::optional<FactorElement> source(std::uint64_t address) const {
    if (const auto a = element_at(flow_.shape.a, address)) return FactorElement{Factor::a, *a};
    if (const auto b = flow_.shape.b_at(address)) return FactorElement{Factor::b, *b};
    return std::nullopt;
  }

  template <class Visit>
  void each_addressed(const trace::Site& site, const EventView& event, const Visit& visit) const {
    for (std::uint32_t left = addressed_lanes(site, event); left != 0; left &= left - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
      for (std::uint32_t at = 0; at < site.width; at += element_bytes()) {
        visit(lane, event.address[lane] + at);
      }
    }
  }

  void follow(std::uint32_t row) {
    const EventView event = trace_.events.view(row);
    const trace::Site& site = trace_.sites[event.site];
    row_ = row;
    if (site.kind == EventKind::async_copy) return copy(site, event);
    if (site.kind == EventKind::bulk_load) return bring_boxes(event);
    if (site.kind == EventKind::bulk_store) return store_boxes(event);
    if (site.space == Space::shared) {
      if (site.kind == EventKind::store) return store_shared(site, event);
      if (site.kind == EventKind::load || site.kind == EventKind::load_matrix) {
        return load_shared(site, event);
      }
    }
    if (site.space != Space::global) return;
    if (site.kind == EventKind::load) return load_global(site, event);
    if (site.kind == EventKind::store) return store_result(site, event);
  }

  static std::uint32_t thread_of(const EventView& event, std::uint32_t lane) {
    return event.warp * kWarpSize + lane;
  }

  void load_global(const trace::Site& site, const EventView& event) {
    each_addressed(site, event, [&](std::uint32_t lane, std::uint64_t address) {
      const auto from = source(address);
      if (!from) return;
      const std::uint32_t thread = thread_of(event, lane);
      if (!is_staged_[index(from->factor)]) return read(thread, *from);
      lanes_[thread][index(from->factor)].push(from->element);
      bring(thread, *from);
    });
  }

  void store_shared(const trace::Site& site, const EventView& event) {
    for (std::uint32_t left = event.mask; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
      const std::uint32_t thread = thread_of(event, lane);
      const auto factor = factor_at(event.address[lane], thread);
      for (std::uint32_t at = 0; at < site.width; at += element_bytes()) {
        const auto element =
            factor ? lanes_[thread][index(*factor)].pop() : std::optional<MatrixElement>();
        hold(event.address[lane] + at,
             element ? Held(FactorElement{*factor, *element}) : Held(sums_of(thread)));
      }
    }
  }

  void copy(const trace::Site& site, const EventView& event) {
    for (std::uint32_t left = event.mask; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
      for (std::uint32_t at = 0; at < site.width; at += element_bytes()) {
        const bool reads = event.address[lane] != 0;
        const auto from = reads ? source(event.address[lane] + at) : std::nullopt;
        hold(event.address2[lane] + at, from ? Held(*from) : Held());
        if (from) bring(thread_of(event, lane), *from);
      }
    }
  }

  void bring_boxes(const EventView& event) {
    for (const trace::BulkCopy& box : event.copies) {
      flow_.is_shared = flow_.is_shared || std::popcount(box.blocks) > 1;
      for (const trace::CopyUnit& unit : trace::units_of(box)) {
        for (std::uint32_t at = 0; at < unit.bytes; at += element_bytes()) {
          const auto from = source(unit.other + at);
          hold(unit.shared + at, from ? Held(*from) : Held());
          if (from) bring(thread_of(event, box.lane), *from);
        }
      }
    }
  }

  void store_boxes(const EventView& event) {
    for (const trace::BulkCopy& box : event.copies) {
      for (const trace::CopyUnit& unit : trace::units_of(box)) {
        for (std::uint32_t at = 0; at < unit.bytes; at += flow_.shape.c.element_bytes)
          store_element(thread_of(event, box.lane), unit.other + at);
      }
    }
  }

  void load_shared(const trace::Site& site, const EventView& event) {
    constexpr std::uint32_t kRowsAMatrix = 8;  // each at the address of a lane
    const std::uint32_t lanes = site.kind == EventKind::load_matrix
                                    ? std::min(site.traits.matrices * kRowsAMatrix, kWarpSize)
                                    : kWarpSize;
    each_addressed(site, event, [&](std::uint32_t lane, std::uint64_t offset) {
      const std::uint64_t word = offset / element_bytes();
      if (lane >= lanes || word >= held_.size()) return;
      const std::uint32_t thread = thread_of(event, lane);
      if (const auto* element = std::get_if<FactorElement>(&held_[word])) read(thread, *element);
      if (const auto* sums = std::get_if<Sums>(&held_[word])) add(thread, *sums);
    });
  }

  void store_result(const trace::Site& site, const EventView& event) {
    for (std::uint32_t left = event.mask; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
      const std::uint32_t thread = thread_of(event, lane);
      for (std::uint32_t at = 0; at < site.width; at += flow_.shape.c.element_bytes)
        store_element(thread, event.address[lane] + at);
    }
  }

  void store_element(std::uint32_t thread, std::uint64_t address) {
    const auto element = flow_.shape.result_at(address);
    if (!element) return;
    units_[unit_of(thread)].has_stored = true;
    flow_.cells.push_back({*element, thread, row_, all_lines(thread, *element)});
  }

  void hold(std::uint64_t offset, const Held& what) {
    const std::uint64_t word = offset / element_bytes();
    if (word < held_.size()) held_[word] = what;
  }

  [[nodiscard]] Sums sums_of(std::uint32_t thread) const {
    const std::uint32_t unit = unit_of(thread);
    return {unit, units_[unit].turn};
  }

  void add(std::uint32_t thread, const Sums& sums) {
    if (sums.unit != unit_of(thread)) units_[unit_of(thread)].added.insert(sums);
  }

  void bring(std::uint32_t thread, const FactorElement& what) {
    GemmTouch touch{row_, thread, trace::kNone, what.factor, true, what.element};
    if (is_by_block_) touch.line = line_for(thread, touch);
    flow_.touches.push_back(touch);
  }

  void read(std::uint32_t thread, const FactorElement& what) {
    GemmUnit& unit = units_[unit_of(thread)];
    if (unit.has_stored) unit = {unit.turn + 1, false, {}};
    GemmTouch touch{row_, thread, 0, what.factor, false, what.element};
    touch.line = line_for(thread, touch);
    flow_.touches.push_back(touch);
  }

  std::uint32_t line_for(std::uint32_t thread, const GemmTouch& touch) {
    const Sums sums = sums_of(thread);
    const std::uint64_t key = key_of(sums.unit, sums.turn, touch.factor, touch.along());
    return lines_.emplace(key, static_cast<std::uint32_t>(lines_.size())).first->second;
  }

  [[nodiscard]] std::uint32_t unit_of(std::uint32_t thread) const {
    if (is_by_block_) return 0;
    return roles_.is_by_warp ? thread / kWarpSize : thread;
  }
  // Threads of a block are at most 2¹⁰, sides below 2³¹ (gemm_shape); a turn past 2²¹ would be
  // taken for an earlier one.
  static std::uint64_t key_of(std::uint64_t unit, std::uint64_t turn, Factor factor,
                              std::uint64_t along) {
    return unit << 53 | (turn & 0x1fffff) << 32 | static_cast<std::uint64_t>(factor) << 31 | along;
  }
  [[nodiscard]] std::uint32_t line_of(const Sums& sums, Factor factor, std::uint32_t along) const {
    const auto found = lines_.find(key_of(sums.unit, sums.turn, factor, along));
    return found == lines_.end() ? trace::kNone : found->second;
  }
  [[nodiscard]] GemmLines lines_of(const Sums& sums, const MatrixElement& element) const {
    return {line_of(sums, Factor::a, element.row), line_of(sums, Factor::b, element.column)};
  }
  [[nodiscard]] std::vector<GemmLines> all_lines(std::uint32_t thread,
                                                 const MatrixElement& element) const {
    std::vector<GemmLines> lines{lines_of(sums_of(thread), element)};
    for (const Sums& sums : units_[unit_of(thread)].added) {
      lines.push_back(lines_of(sums, element));
    }
    return lines;
  }

  void finish_cells() {
    const auto before = [](const GemmCell& left, const GemmCell& right) {
      return std::pair(left.element.row, left.element.column) <
             std::pair(right.element.row, right.element.column);
    };
    std::ranges::stable_sort(flow_.cells, before);
    if (flow_.cells.empty()) return;
    std::uint32_t first = trace::kNone, last = 0;
    for (const GemmCell& cell : flow_.cells) {
      first = std::min(first, cell.element.column);
      last = std::max(last, cell.element.column);
    }
    flow_.first_row = flow_.cells.front().element.row;
    flow_.rows = flow_.cells.back().element.row - flow_.first_row + 1;
    flow_.first_column = first;
    flow_.columns = last - first + 1;
  }

  const trace::Trace& trace_;
  const GemmRoles& roles_;
  std::vector<std::uint32_t> rows_;
  GemmFlow flow_;
  std::array<bool, 2> is_staged_{};  // by Factor: passes through shared memory
  bool is_by_block_ = false;         // what is brought there is multiplied where it lies
  std::vector<std::array<OnTheirWay, 2>> lanes_;
  std::vector<GemmUnit> units_;
  std::vector<Held> held_;  // by element of shared memory
  std::unordered_map<std::uint64_t, std::uint32_t> lines_;
  std::uint32_t row_ = 0;
};

}  // namespace

GemmFlow gemm_flow(const trace::Trace& trace, const GemmRoles& roles, const GemmShape& shape,
                   std::uint32_t block) {
  return GemmFollower(trace, roles, shape, block).run();
}

}  // namespace warplens::analysis
