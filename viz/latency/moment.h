// When something is ready, and what of the block it waits for: the last node of the chain to it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace warplens::latency {

inline constexpr std::uint32_t kNoNode = 0xffffffffu;

struct Moment {
  double at = 0;  // cycles since the block began
  std::uint32_t node = kNoNode;
};

[[nodiscard]] inline Moment later(const Moment& a, const Moment& b) { return b.at > a.at ? b : a; }

// A moment for each lane of a warp; lanes that share one are kept together.
class LaneMoments {
 public:
  // The latest of these lanes.
  [[nodiscard]] Moment of(std::uint32_t mask) const {
    Moment latest;
    for (const auto& [lanes, moment] : parts_) {
      if ((lanes & mask) != 0) latest = later(latest, moment);
    }
    return latest;
  }
  void set(std::uint32_t mask, const Moment& moment) {
    for (auto& [lanes, kept] : parts_) lanes &= ~mask;
    std::erase_if(parts_, [](const auto& part) { return part.first == 0; });
    parts_.emplace_back(mask, moment);
  }
  // Those of them that are earlier come to be at `moment`.
  void raise(std::uint32_t mask, const Moment& moment) {
    std::uint32_t earlier = mask;
    for (const auto& [lanes, kept] : parts_) {
      if (kept.at >= moment.at) earlier &= ~lanes;
    }
    if (earlier != 0 && moment.at > 0) set(earlier, moment);
  }

 private:
  std::vector<std::pair<std::uint32_t, Moment>> parts_;
};

}  // namespace warplens::latency
