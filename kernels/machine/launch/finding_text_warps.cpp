// Of instructions that a warp, or a warpgroup, executes together.
#include "kernels/machine/launch/finding_text.h"

namespace warplens::machine::finding_text {

FindingText partial_warp(std::string_view opcode, int lanes) {
  return tr(
      "only {1} lanes come to this {0}, which asks for a whole warp of 32: PTX leaves it "
      "undefined",
      opcode, lanes);
}

FindingText undefined_metadata(std::uint32_t indices) {
  return tr("the metadata of the sparse factor have 0b{:04b}, which PTX leaves undefined", indices);
}

FindingText undefined_selector(std::uint32_t byte, std::uint32_t thread) {
  return tr(
      "the scales of this mma are to come from byte-id {} and thread-id {}, which PTX leaves "
      "undefined",
      byte, thread);
}

FindingText partial_warpgroup(std::uint32_t warps) {
  return tr(
      "wgmma asks for a whole warpgroup of 4 warps, of which the block has only {}: PTX leaves it "
      "undefined",
      warps);
}

FindingText stuck_warpgroup(std::uint64_t arrived, std::uint64_t expected) {
  return tr(
      "only {} of the warpgroup's {} threads come to this wgmma.wait_group, which waits for all of "
      "them, and no other thread can go on",
      arrived, expected);
}

FindingText uneven_matrices(std::uint32_t lane, std::uint32_t other) {
  return tr(
      "lane {} gives this wgmma another matrix descriptor or scale-d than lane {}, where a warp "
      "has "
      "one: PTX leaves it undefined",
      lane, other);
}

FindingText uneven_warpgroup(std::uint32_t warp, std::uint32_t other) {
  return tr(
      "warp {} gives this wgmma another matrix descriptor than warp {} of its warpgroup, which has "
      "one: PTX leaves it undefined",
      warp, other);
}

FindingText left_out_of_mask(std::uint32_t lane, std::uint64_t mask) {
  return tr("lane {} executes this with member mask {:#010x}, which leaves it out", lane, mask);
}

FindingText inactive_shuffle(std::uint32_t lane, std::uint32_t source, bool is_live) {
  const FindingText state =
      is_live ? FindingText{tr("does not take part")} : FindingText{tr("has exited")};
  return tr("lane {} takes and uses the value of lane {}, which {}", lane, source, state);
}

}  // namespace warplens::machine::finding_text
