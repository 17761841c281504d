#include "kernels/ptx/block_order.h"

#include <algorithm>
#include <utility>

namespace warplens::ptx {
namespace {

using Blocks = std::vector<std::uint32_t>;

// Loops nested deeper than this are ordered by plain reverse post-order, so that hostile text
// cannot make the work quadratic; people's loops nest a handful deep.
constexpr std::uint32_t kMaximumLoopDepth = 64;

// Some blocks still to be ordered. All of them are in region `region`, and edges that leave it do
// not count.
struct Part {
  Blocks blocks;  // roots of the search, first to last
  std::uint32_t region;
  std::uint32_t depth;
  bool ordered;  // blocks are final: only to be written out
};

class Orderer {
 public:
  explicit Orderer(const Successors& successors)
      : successors_(successors),
        region_(successors.size(), 0),
        number_(successors.size(), 0),
        low_(successors.size(), 0) {}

  Blocks run() {
    if (successors_.empty()) return {};
    std::vector<Part> pending;
    pending.push_back({{0}, 0, 0, false});
    while (!pending.empty()) {
      Part part = std::move(pending.back());
      pending.pop_back();
      if (part.ordered) {
        order_.insert(order_.end(), part.blocks.begin(), part.blocks.end());
        continue;
      }
      // Components come out last first, which is how a stack wants them.
      for (Blocks& component : components(part)) push(pending, std::move(component), part.depth);
    }
    return std::move(order_);
  }

 private:
  struct Visit {
    std::uint32_t block;
    std::size_t next;
  };

  // A single block is done. A loop is its head, then what remains of it without the head.
  void push(std::vector<Part>& pending, Blocks component, std::uint32_t depth) {
    const bool loop = component.size() > 1;
    if (!loop || depth >= kMaximumLoopDepth) {
      for (const std::uint32_t block : component) region_[block] = kDone;
      pending.push_back({std::move(component), kDone, depth, true});
      return;
    }
    const std::uint32_t head = component.front();
    const std::uint32_t region = ++regions_;
    for (const std::uint32_t block : component) region_[block] = region;
    region_[head] = kDone;
    Blocks rest(component.begin() + 1, component.end());
    // Searched first, for a loop in this one to be entered at its head.
    for (const std::uint32_t block : successors_[head]) rest.push_back(block);
    pending.push_back({std::move(rest), region, depth + 1, false});
    pending.push_back({{head}, kDone, depth, true});
  }

  // Tarjan's strongly connected components of the part, last in topological order first. Each lists
  // its blocks in reverse post-order, the one where the search came in first.
  std::vector<Blocks> components(const Part& part) {
    components_.clear();
    // Roots are searched from the last, so that the earlier ones end up in front.
    for (auto root = part.blocks.rbegin(); root != part.blocks.rend(); ++root) {
      search(*root, part.region);
    }
    for (const Blocks& component : components_) {
      for (const std::uint32_t block : component) number_[block] = 0;
    }
    count_ = 0;
    return std::move(components_);
  }

  bool is_open(std::uint32_t block, std::uint32_t region) const {
    return region_[block] == region && number_[block] == 0;
  }

  void search(std::uint32_t root, std::uint32_t region) {
    if (!is_open(root, region)) return;
    open(root);
    while (!visits_.empty()) {
      Visit& visit = visits_.back();
      const std::uint32_t block = visit.block;
      const auto& next = successors_[block];
      if (visit.next < next.size()) {
        // Later blocks first: then the earlier ones stand in front, as in the text.
        const std::uint32_t successor = next[next.size() - 1 - visit.next++];
        if (region_[successor] != region) continue;
        if (number_[successor] == 0) {
          open(successor);
        } else {
          low_[block] = std::min(low_[block], number_[successor]);
        }
        continue;
      }
      visits_.pop_back();
      close(block);
    }
  }

  void open(std::uint32_t block) {
    number_[block] = low_[block] = ++count_;
    visits_.push_back({block, 0});
  }

  void close(std::uint32_t block) {
    finished_.push_back(block);
    if (!visits_.empty()) {
      const std::uint32_t parent = visits_.back().block;
      low_[parent] = std::min(low_[parent], low_[block]);
    }
    const std::uint32_t first = number_[block];
    if (low_[block] != first) return;
    // Everything finished since this block was opened, and not taken yet, is its component.
    Blocks component;
    while (!finished_.empty() && number_[finished_.back()] >= first) {
      component.push_back(finished_.back());
      number_[finished_.back()] = kTaken;
      finished_.pop_back();
    }
    components_.push_back(std::move(component));
  }

  static constexpr std::uint32_t kDone = 0xffffffffu;
  static constexpr std::uint32_t kTaken = 0xffffffffu;  // never lowers a low_

  const Successors& successors_;
  Blocks region_;
  Blocks number_;  // order of discovery in the search under way, from 1; 0: not seen
  Blocks low_;
  Blocks finished_;
  Blocks order_;
  std::vector<Visit> visits_;
  std::vector<Blocks> components_;
  std::uint32_t regions_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace

std::vector<std::uint32_t> order_blocks(const Successors& successors) {
  return Orderer(successors).run();
}

}  // namespace warplens::ptx
