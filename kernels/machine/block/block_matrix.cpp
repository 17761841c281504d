// ldmatrix and stmatrix: 8×8 matrices of 16-bit elements, a row's address from each lane.
#include <cstring>

#include "kernels/machine/block/block.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kRowBytes = 16;

// The element of its matrix that half `half` of lane's register holds (PTX ISA, "ldmatrix").
struct Element {
  std::uint32_t row, column;
};
Element element_of(std::uint32_t lane, std::uint32_t half, bool is_transposed) {
  const std::uint32_t major = lane / 4;
  const std::uint32_t minor = lane % 4 * 2 + half;
  return is_transposed ? Element{minor, major} : Element{major, minor};
}

}  // namespace

void Block::matrix(const Issue& issue, bool is_store) {
  const MatrixAccess& detail = image_->matrices[issue.code.detail];
  lane_addresses(issue, detail.address, event_.address);
  if (tracker_) {
    use_lanes(issue.frame, detail.address.slot, issue.mask);
    for (std::uint32_t m = 0; m < detail.matrices; ++m) {
      if (is_store) use_lanes(issue.frame, detail.slots[m], issue.mask);
      if (!is_store) clear_lanes(issue.frame, detail.slots[m], issue.mask);
    }
  }
  if (detail.is_generic) {
    each_lane(~0u, [&](std::uint32_t lane) { event_.address[lane] -= kSharedWindow; });
  }
  const std::uint32_t row_lanes = detail.matrices == 4 ? ~0u : (1u << (8 * detail.matrices)) - 1;
  const Target window{shared_.data(), 0, shared_.size()};
  const std::uint32_t rows = lanes_inside(issue, trace::Space::shared, window,
                                          issue.mask & row_lanes, kRowBytes, is_store, detail.site);
  record(issue, detail.site, rows);
  if (is_store) {
    store_rows(issue, detail, rows);
  } else {
    load_rows(issue, detail, rows);
  }
}

void Block::load_rows(const Issue& issue, const MatrixAccess& matrix, std::uint32_t rows) {
  const Node first = begin_load(issue);
  note_shared_load(issue, kRowBytes, RaceAccessKind::read, rows, matrix.site, {}, first);
  for (std::uint32_t m = 0; m < matrix.matrices; ++m) {
    each_lane(issue.mask, [&](std::uint32_t lane) {
      std::uint32_t value = 0;
      for (std::uint32_t half = 0; half < 2; ++half) {
        const Element element = element_of(lane, half, matrix.is_transposed);
        const std::uint32_t source = m * 8 + element.row;
        if ((rows >> source & 1) == 0) continue;
        std::uint16_t part = 0;
        std::memcpy(&part, shared_.data() + event_.address[source] + element.column * 2, 2);
        value |= std::uint32_t{part} << (16 * half);
        if (first != ValueTracker::kUntracked) {
          Node& node = issue.frame.node(matrix.slots[m])[lane];
          node = tracker_->combine(node, first + source);
        }
      }
      write_slot(issue.frame.slots + matrix.slots[m], 4, lane, value);
    });
  }
}

void Block::store_rows(const Issue& issue, const MatrixAccess& matrix, std::uint32_t rows) {
  for (std::uint32_t m = 0; m < matrix.matrices; ++m) {
    each_lane(issue.mask, [&](std::uint32_t lane) {
      const auto value =
          static_cast<std::uint32_t>(read_slot(issue.frame.slots + matrix.slots[m], 4, lane));
      for (std::uint32_t half = 0; half < 2; ++half) {
        const Element element = element_of(lane, half, matrix.is_transposed);
        const std::uint32_t target = m * 8 + element.row;
        if ((rows >> target & 1) == 0) continue;
        const auto part = static_cast<std::uint16_t>(value >> (16 * half));
        std::memcpy(shared_.data() + event_.address[target] + element.column * 2, &part, 2);
      }
    });
  }
  if (shared_.races() == nullptr) return;
  each_lane(rows, [&](std::uint32_t lane) {
    shared_.mark_written(event_.address[lane], kRowBytes);
    std::memcpy(values_.data() + lane * kRowBytes, shared_.data() + event_.address[lane],
                kRowBytes);
  });
  RaceAccess access;
  access.warp = issue.warp.index;
  access.mask = rows;
  access.offsets = &event_.address;
  access.width = kRowBytes;
  access.kind = RaceAccessKind::write;
  access.instruction = issue.instruction;
  access.values = values_.data();
  note_race_access(access, matrix.site);
}

}  // namespace warplens::machine
