// vabsdiff2 and vabsdiff4, the SIMD video instructions that CUDA's intrinsics still use.
#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"

namespace warplens::machine {
namespace {

// Differences of the elements of a and b; with Adds their sum and c, else each in its place.
template <class E, bool Adds>
struct AbsoluteDifferences {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    constexpr unsigned kWidth = 8 * sizeof(E);
    std::uint32_t result = Adds ? c : 0;
    for (unsigned shift = 0; shift < 32; shift += kWidth) {
      const int x = static_cast<E>(a >> shift);
      const int y = static_cast<E>(b >> shift);
      const auto difference = static_cast<std::uint32_t>(x < y ? y - x : x - y);
      result += Adds ? difference : (difference & ((1u << kWidth) - 1)) << shift;
    }
    return result;
  }
};

template <class E>
Operation absolute_differences(bool adds) {
  using U = std::uint32_t;
  return adds ? map_each<AbsoluteDifferences<E, true>, U, U, U, U>()
              : map_each<AbsoluteDifferences<E, false>, U, U, U, U>();
}

}  // namespace

// Only whole words of unsigned results; element masks, .sat and mixed signs stay unknown.
std::optional<Operation> find_video_operation(InstructionReader& reader) {
  using enum ptx::ScalarType;
  const bool is_of_4 = reader.opcode() == "vabsdiff4";
  if (!is_of_4 && reader.opcode() != "vabsdiff2") return std::nullopt;
  const bool adds = reader.take("add");
  if (reader.take_type() != u32) return std::nullopt;
  const ptx::ScalarType a = reader.take_type();
  if (reader.take_type() != a) return std::nullopt;
  if (a == u32) {
    return is_of_4 ? absolute_differences<std::uint8_t>(adds)
                   : absolute_differences<std::uint16_t>(adds);
  }
  if (a != s32) return std::nullopt;
  return is_of_4 ? absolute_differences<std::int8_t>(adds)
                 : absolute_differences<std::int16_t>(adds);
}

}  // namespace warplens::machine
