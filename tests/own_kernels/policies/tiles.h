#pragma once

constexpr int kTileRows = 48, kTileColumns = 32;
enum { kTileThreads = kTileRows * kTileColumns / 4 };

namespace config {
inline constexpr unsigned kBlockThreads{320u};
}

// As CUTLASS's shapes and its kernels' policies.
template <int M, int N>
struct Shape {
  static constexpr int kM = M;
  static constexpr int kN = N;
};

template <class TileShape, int Threads_ = 96>
struct Policy {
  using Tile = TileShape;
  static constexpr int kThreads = Tile::kM * Tile::kN / Threads_;
};

struct Small {
  static constexpr int BM = 64;
  static constexpr int kThreads = 3 * BM;
};
struct Large : Small {
  static constexpr int BM = 144;
  static constexpr int kBlockThreads = 2 * BM;
};
