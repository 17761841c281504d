#include "kernels/machine/operations/wmma_pieces.h"

#include <algorithm>

namespace warplens::machine {
namespace {

MatrixPlace between(const MatrixPlace& from, const MatrixPlace& to) {
  return {to.major - from.major, to.minor - from.minor};
}

class Cut {
 public:
  Cut(const MatrixFragment& fragment, bool is_along) : fragment_(fragment), is_along_(is_along) {}

  // Up to two rows of tiles at a time.
  void into_matrices(WmmaPieces& all) const {
    const auto& tiles = fragment_.tiles;
    const std::uint32_t count = fragment_.tile_count();
    std::uint32_t each = 1;
    while (each < std::min(count, 4u) && tiles[each].outer / 16 == 0) ++each;
    all.matrices = all.registers = each;
    all.width = 16;
    for (std::uint32_t t = 0; t < count; t += each) {
      WmmaPiece piece{place(tiles[t]), {{{1, 0}, {2, 0}, {4, 0}}}};
      if (each > 1) piece.steps[3] = between(piece.first, place(tiles[t + 1]));
      if (each > 2) piece.steps[4] = between(piece.first, place(tiles[t + 2]));
      all.pieces.push_back(piece);
    }
  }

  void into_accesses(WmmaPieces& all, bool is_whole) const {
    const std::uint32_t span = fragment_.span, bits = bits_of(fragment_.element);
    const std::uint32_t parts = is_whole ? 1 : span;
    const MatrixPlace member = is_whole ? MatrixPlace{0, span * unit()} : MatrixPlace{span, 0};
    const MatrixPlace group = is_whole ? MatrixPlace{1, 0} : MatrixPlace{0, 1};
    all.width = std::max(1u, span * unit() * bits / 8 / parts);
    all.registers = std::max(1u, all.width / register_bytes(fragment_.element));
    for (std::uint32_t t = 0; t < fragment_.tile_count(); ++t) {
      for (std::uint32_t i = 0; i < parts; ++i) {
        MatrixPlace first = place(fragment_.tiles[t]);
        first.major += i;
        all.pieces.push_back(
            {first, {{member, times(member, 2), group, times(group, 2), times(group, 4)}}});
      }
    }
  }

 private:
  static MatrixPlace times(const MatrixPlace& place, std::uint32_t factor) {
    return {place.major * factor, place.minor * factor};
  }
  [[nodiscard]] MatrixPlace place(const FragmentTile& tile) const {
    return is_along_ ? MatrixPlace{tile.outer, tile.inner * unit()}
                     : MatrixPlace{tile.inner, tile.outer};
  }
  // Single bits count by words in a tile.
  [[nodiscard]] std::uint32_t unit() const {
    return fragment_.element == MatrixElement::b1 ? 32 : 1;
  }

  const MatrixFragment& fragment_;
  bool is_along_;
};

}  // namespace

MatrixPlace WmmaPiece::of(std::uint32_t lane) const {
  MatrixPlace place = first;
  for (std::uint32_t bit = 0; bit < steps.size(); ++bit) {
    if ((lane >> bit & 1) == 0) continue;
    place.major += steps[bit].major;
    place.minor += steps[bit].minor;
  }
  return place;
}

WmmaPieces wmma_pieces(const MatrixFragment& fragment, MatrixRole role, bool is_along,
                       bool is_shared) {
  WmmaPieces all;
  const std::uint32_t bits = bits_of(fragment.element);
  const bool is_whole = is_along || bits == 16;
  const Cut cut(fragment, is_along);
  all.turns = bits == 16 && !is_along;
  if (is_shared && role != MatrixRole::sums && bits <= 16 && is_whole) {
    cut.into_matrices(all);
  } else {
    cut.into_accesses(all, is_whole);
    all.joins_bytes = bits == 8 && !is_whole;
  }
  return all;
}

}  // namespace warplens::machine
