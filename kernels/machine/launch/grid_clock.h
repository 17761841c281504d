// A vector clock of a launch's warps: of each, the latest of its block's times up to which what it
// did is known. Warps are numbered through the whole grid.
//
// Blocks that hand a token on each know what all before them did, and little else differs: a clock
// is a tree whose parts are shared by all clocks that have them, and copied when they change.
#pragma once

#include <cstdint>
#include <memory>

namespace warplens::machine {

class GridClock {
 public:
  [[nodiscard]] bool is_empty() const { return root_ == nullptr; }
  // 0: nothing is known of the warp.
  [[nodiscard]] std::uint32_t time(std::uint64_t warp) const;
  void raise(std::uint64_t warp, std::uint32_t time);
  void raise(const GridClock& other);

 private:
  struct Node;
  using Pointer = std::shared_ptr<Node>;

  static void raise_in(Pointer& node, std::uint32_t level, std::uint64_t warp, std::uint32_t time);
  [[nodiscard]] static Pointer joined(const Pointer& a, const Pointer& b);
  void grow(std::uint32_t levels);

  Pointer root_;
  std::uint32_t levels_ = 1;  // the root's; a leaf's is 1
};

}  // namespace warplens::machine
