#include "kernels/machine/launch/grid_clock.h"

#include <algorithm>
#include <array>
#include <utility>

namespace warplens::machine {
namespace {

constexpr std::uint32_t kBits = 4;  // of a warp's number, a level
constexpr std::uint32_t kWidth = 1u << kBits;

std::uint64_t index_at(std::uint64_t warp, std::uint32_t level) {
  return warp >> (level - 1) * kBits & (kWidth - 1);
}

std::uint32_t levels_for(std::uint64_t warp) {
  std::uint32_t levels = 1;
  while ((warp >>= kBits) != 0) ++levels;
  return levels;
}

}  // namespace

struct GridClock::Node {
  std::array<Pointer, kWidth> children;       // of an inner node
  std::array<std::uint32_t, kWidth> times{};  // of a leaf
};

std::uint32_t GridClock::time(std::uint64_t warp) const {
  if (levels_for(warp) > levels_) return 0;
  const Node* node = root_.get();
  for (std::uint32_t level = levels_; level > 1 && node != nullptr; --level) {
    node = node->children[index_at(warp, level)].get();
  }
  return node == nullptr ? 0 : node->times[index_at(warp, 1)];
}

void GridClock::raise(std::uint64_t warp, std::uint32_t time) {
  if (this->time(warp) >= time) return;
  grow(levels_for(warp));
  raise_in(root_, levels_, warp, time);
}

void GridClock::raise(const GridClock& other) {
  if (other.is_empty()) return;
  GridClock grown = other;
  grown.grow(levels_);
  grow(grown.levels_);
  root_ = joined(root_, grown.root_);
}

void GridClock::raise_in(Pointer& node, std::uint32_t level, std::uint64_t warp,
                         std::uint32_t time) {
  if (node == nullptr) {
    node = std::make_shared<Node>();
  } else if (node.use_count() > 1) {
    node = std::make_shared<Node>(*node);
  }
  if (level == 1) {
    node->times[index_at(warp, 1)] = time;
  } else {
    raise_in(node->children[index_at(warp, level)], level - 1, warp, time);
  }
}

GridClock::Pointer GridClock::joined(const Pointer& a, const Pointer& b) {
  if (b == nullptr || a == b) return a;
  if (a == nullptr) return b;
  Node both;
  bool is_a = true, is_b = true;
  for (std::uint32_t i = 0; i < kWidth; ++i) {
    both.times[i] = std::max(a->times[i], b->times[i]);
    both.children[i] = joined(a->children[i], b->children[i]);
    is_a = is_a && both.times[i] == a->times[i] && both.children[i] == a->children[i];
    is_b = is_b && both.times[i] == b->times[i] && both.children[i] == b->children[i];
  }
  if (is_a) return a;
  return is_b ? b : std::make_shared<Node>(std::move(both));
}

void GridClock::grow(std::uint32_t levels) {
  for (; levels_ < levels; ++levels_) {
    if (root_ == nullptr) continue;
    auto above = std::make_shared<Node>();
    above->children[0] = std::move(root_);
    root_ = std::move(above);
  }
}

}  // namespace warplens::machine
