#include "kernels/machine/operations/block_scales.h"

#include "kernels/machine/operations/lane_moves.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kLanesOfGroup = 4, kPairs = 2, kBytes = 4;

}  // namespace

BlockScales::Selector BlockScales::selector(const Source& source, const std::byte* frame) {
  return {static_cast<std::uint32_t>(read_slot(frame + source.byte, 2, 0)),
          static_cast<std::uint32_t>(read_slot(frame + source.thread, 2, 0))};
}

std::optional<BlockScales::Selector> BlockScales::find_undefined(const std::byte* frame) const {
  const auto is_undefined = [this](const Selector& chosen, std::uint32_t threads) {
    return chosen.byte % chunks != 0 || chosen.byte >= kBytes || chosen.thread >= threads;
  };
  const Selector of_a = selector(a, frame), of_b = selector(b, frame);
  if (is_undefined(of_a, kPairs)) return of_a;
  if (is_undefined(of_b, kLanesOfGroup)) return of_b;
  return std::nullopt;
}

std::uint32_t BlockScales::lanes_of_a(const std::byte* frame) const {
  return 0x33333333u << (selector(a, frame).thread % kPairs * 2);
}

std::uint32_t BlockScales::lanes_of_b(const std::byte* frame) const {
  return 0x11111111u << selector(b, frame).thread % kLanesOfGroup;
}

ScaleBytes BlockScales::at(const std::byte* frame, const Source& source, std::uint32_t lane) const {
  const auto word = static_cast<std::uint32_t>(read_slot(frame + source.data, 4, lane));
  const std::uint32_t first = selector(source, frame).byte;
  ScaleBytes scales{};
  for (std::uint32_t i = 0; i < chunks; ++i) {
    scales[i] = static_cast<std::uint8_t>(word >> ((first + i) % kBytes * 8));
  }
  return scales;
}

ScaleBytes BlockScales::of_row(const std::byte* frame, std::uint32_t row) const {
  const std::uint32_t pair = selector(a, frame).thread % kPairs;
  return at(frame, a, row % 8 * kLanesOfGroup + pair * 2 + row / 8);
}

ScaleBytes BlockScales::of_column(const std::byte* frame, std::uint32_t column) const {
  return at(frame, b, column * kLanesOfGroup + selector(b, frame).thread % kLanesOfGroup);
}

}  // namespace warplens::machine
