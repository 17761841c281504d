// Which blocks of a grid run together as a cluster: those of a box of it. Their ranks count the box
// as blocks count the grid, x fastest.
#pragma once

#include <cstdint>

#include "kernels/base/dim3.h"

namespace warplens::machine {

struct ClusterShape {
  static constexpr std::uint32_t kMostBlocks = 16;  // that any GPU runs; 8 that all do

  Dim3 grid;     // in blocks
  Dim3 cluster;  // the same, of one; every side divides the grid's
  bool is_explicit = false;

  [[nodiscard]] std::uint32_t blocks() const { return static_cast<std::uint32_t>(cluster.count()); }
  [[nodiscard]] Dim3 clusters() const {
    return {grid.x / cluster.x, grid.y / cluster.y, grid.z / cluster.z};
  }
  // The linear index of a cluster's block of a rank.
  [[nodiscard]] std::uint64_t block(std::uint64_t index, std::uint32_t rank) const {
    const Dim3 of = clusters().at(index);
    const Dim3 in = cluster.at(rank);
    const std::uint64_t x = std::uint64_t{of.x} * cluster.x + in.x;
    const std::uint64_t y = std::uint64_t{of.y} * cluster.y + in.y;
    const std::uint64_t z = std::uint64_t{of.z} * cluster.z + in.z;
    return (z * grid.y + y) * grid.x + x;
  }
  // Of a block by its index in the grid: its cluster's, and its own in that.
  [[nodiscard]] Dim3 cluster_of(const Dim3& block) const {
    return {block.x / cluster.x, block.y / cluster.y, block.z / cluster.z};
  }
  [[nodiscard]] Dim3 place_in_cluster(const Dim3& block) const {
    return {block.x % cluster.x, block.y % cluster.y, block.z % cluster.z};
  }
  [[nodiscard]] std::uint32_t rank(const Dim3& block) const {
    const Dim3 place = place_in_cluster(block);
    return (place.z * cluster.y + place.y) * cluster.x + place.x;
  }
};

}  // namespace warplens::machine
