// PTX's video instructions on one value (PTX ISA, "Scalar Video Instructions", "SIMD Video
// Instructions").
//
//   vadd.s32.u32.s32.sat.max d, a.b1, b.h0, c    parts of a and b, each extended by its type
//   vadd4.u32.u32.u32.add    d, a, b, c          byte by byte, all added to c
//
// Where they differ it is what an H200 does, not what PTX says (tests/data/h200-instructions.tsv): of
// words, .sat leaves an unsigned result that is too large as it is; d.h1 takes the upper half of the
// result, not the lower one; vmad is signed.
#pragma once

#include <cstdint>

namespace warplens::machine {

struct VideoOperation {
  enum class What : std::uint8_t { add, sub, absdiff, avrg, min, max, shl, shr, mad, set };
  // What becomes of the result and c.
  enum class Second : std::uint8_t { none, add, min, max, merge };
  enum class Compare : std::uint8_t { eq, ne, lt, le, gt, ge };
  enum class Part : std::uint8_t { whole, b0, b1, b2, b3, h0, h1 };

  What what = What::add;
  Second second = Second::none;
  Compare compare = Compare::eq;
  Part to = Part::whole, a = Part::whole, b = Part::whole;
  bool is_signed = false, is_a_signed = false, is_b_signed = false;
  bool saturates = false;
  bool wraps = false;      // shifts: .wrap, by the low 5 bits
  std::uint8_t scale = 0;  // vmad: bits cut off at the end
  std::uint8_t parts = 1;  // SIMD: 2 or 4
};

// As an operation's option.
[[nodiscard]] std::uint32_t packed(VideoOperation operation);
[[nodiscard]] VideoOperation unpacked(std::uint32_t bits);

[[nodiscard]] std::uint32_t apply(const VideoOperation& operation, std::uint32_t a, std::uint32_t b,
                                  std::uint32_t c);

}  // namespace warplens::machine
