#include "kernels/machine/block/shape_memo.h"

#include <type_traits>

#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/operations/run_loop.h"

namespace warplens::machine {
namespace {

// Whether the registers of the mask are as far from the first one as they should be.
template <class Register>
struct HasDistances {
  WARPLENS_INLINE static bool run(const Register* registers, const std::int32_t* distances,
                                  std::uint32_t mask) {
    const Register first = registers[std::countr_zero(mask)];
    Register different = 0;
    if (mask == kAllLanes) {
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        different |= (registers[lane] - first) ^ static_cast<Register>(distances[lane]);
      }
      return different == 0;
    }
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const auto is_active = static_cast<Register>(mask >> lane & 1);
      different |= ((registers[lane] - first) ^ static_cast<Register>(distances[lane])) &
                   (Register{0} - is_active);
    }
    return different == 0;
  }
};

bool has_shape(const Issue& issue, const AddressOperand& operand, const LaneShape& shape) {
  if (shape.mask != issue.mask) return false;
  const std::byte* const slot = issue.frame.slots + operand.slot;
  const std::int32_t* const distances = shape.distances.data();
  return operand.is_wide ? run_loop<HasDistances<std::uint64_t>>(
                               reinterpret_cast<const std::uint64_t*>(slot), distances, issue.mask)
                         : run_loop<HasDistances<std::uint32_t>>(
                               reinterpret_cast<const std::uint32_t*>(slot), distances, issue.mask);
}

std::uint64_t first_address(const Issue& issue, const AddressOperand& operand) {
  const std::byte* const slot = issue.frame.slots + operand.slot;
  const std::uint32_t lane = first_lane(issue.mask);
  if (operand.is_wide) return reinterpret_cast<const std::uint64_t*>(slot)[lane] + operand.offset;
  return reinterpret_cast<const std::uint32_t*>(slot)[lane] +
         static_cast<std::uint32_t>(operand.offset);
}

// Any number that shapes differ in.
std::size_t place_of(const LaneShape& shape) {
  std::uint32_t sum = shape.mask;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    sum += static_cast<std::uint32_t>(shape.distances[lane]) * (2 * lane + 1);
  }
  return sum * 0x9e3779b1u >> 16;
}

std::size_t instructions_of(const ProgramImage& image) {
  const FunctionImage& last = image.functions.back();
  return last.first_instruction + last.code.size();
}

}  // namespace

ShapeMemo::ShapeMemo(const ProgramImage& image, std::uint64_t index)
    : latest_(instructions_of(image), shapes_.data()), latest_number_(index << 40) {}

PlacedLanes ShapeMemo::find(const Issue& issue, const AddressOperand& operand) {
  const LaneShape*& latest = latest_[issue.instruction];
  if (!has_shape(issue, operand, *latest)) {
    const LaneShape* const found = look_up(issue, operand);
    if (found == nullptr) return {};
    latest = found;
  }
  return {latest, first_address(issue, operand)};
}

const LaneShape* ShapeMemo::look_up(const Issue& issue, const AddressOperand& operand) {
  LaneAddresses addresses;
  compute_addresses(issue, operand, addresses);
  auto shape = LaneShape::of(issue.mask, addresses);
  if (!shape.has_value()) return nullptr;
  const std::size_t place = place_of(*shape);
  for (std::size_t i = 0; i < kTries; ++i) {
    const LaneShape& known = shapes_[(place + i) % kShapes];
    if (known.mask == shape->mask && known.distances == shape->distances) return &known;
  }
  shape->number = ++latest_number_;
  LaneShape& oldest = shapes_[(place + latest_number_ % kTries) % kShapes];
  oldest = *shape;
  return &oldest;
}

}  // namespace warplens::machine
