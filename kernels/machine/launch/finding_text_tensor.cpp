// Of tensor memory and of tcgen05, which uses it.
#include "kernels/machine/launch/finding_text.h"

namespace warplens::machine::finding_text {

FindingText tensor_cell(TensorCell cell) {
  return tr("column {} of lane {} of tensor memory", cell.column, cell.lane);
}

FindingText bad_tensor_columns(std::uint32_t columns) {
  return tr("asks for {} columns of tensor memory: it must be 32, 64, 128, 256 or 512", columns);
}

FindingText allocates_without_permit() {
  return {
      tr("allocates tensor memory behind a tcgen05.relinquish_alloc_permit of its block, which may "
         "not do so any more")};
}

FindingText frees_unallocated(std::uint32_t address, std::uint32_t columns) {
  return tr("frees {1} columns of tensor memory at {0:#x}, where no allocation of as many begins",
            address, columns);
}

FindingText left_allocated(std::uint32_t columns) {
  return tr(
      "the block ends with {} columns of tensor memory allocated: all must be freed by "
      "tcgen05.dealloc",
      columns);
}

FindingText stuck_allocation(std::uint32_t columns, std::uint32_t allocated) {
  return tr(
      "waits for {} free columns of tensor memory in a row, of which {} of 512 are allocated and "
      "nobody frees any",
      columns, allocated);
}

FindingText no_pair(std::string_view opcode, std::uint32_t rank, std::uint32_t blocks) {
  return tr(
      "{} works on two blocks of a cluster whose ranks differ in the last bit alone: this one's is "
      "{} and its cluster has {}, so that there is no other, and the run ends here",
      opcode, rank, blocks);
}

FindingText pair_has_exited(std::string_view opcode, const Dim3& block) {
  return tr("{} works on two blocks of a cluster, of which block ({}, {}, {}) has exited", opcode,
            block.x, block.y, block.z);
}

FindingText uneven_pair(std::uint32_t columns, std::uint32_t other) {
  return tr(
      "asks for {} columns of tensor memory where the other block of the pair asks for {}: both "
      "allocate alike",
      columns, other);
}

FindingText pair_apart(std::uint32_t column, std::uint32_t other) {
  return tr(
      "is given columns of tensor memory from {} on, and the other block of the pair from {} on: "
      "what one of them passes to tcgen05 names the same columns of both",
      column, other);
}

FindingText stuck_pair(const Dim3& block) {
  return tr(
      "waits for block ({}, {}, {}), the other one of the pair, to come to a tcgen05.alloc, too",
      block.x, block.y, block.z);
}

FindingText in_other_block(const FindingText& what) {
  return tr("{} (in the other block of the pair)", what);
}

FindingText uneven_operand(std::string_view opcode, std::uint32_t lane, std::uint32_t other) {
  return tr(
      "lane {1} gives this {0} another operand than lane {2}, where a warp has one: PTX leaves it "
      "undefined",
      opcode, lane, other);
}

FindingText outside_tensor_memory(std::string_view opcode, std::uint32_t lanes,
                                  std::uint32_t columns, TensorCell first) {
  return tr(
      "{} accesses {} lanes and {} columns from {} on, which reaches beyond its 128 lanes and 512 "
      "columns",
      opcode, lanes, columns, tensor_cell(first));
}

FindingText unallocated_columns(std::string_view opcode, std::uint32_t first,
                                std::uint32_t columns) {
  return tr("{} accesses columns {} to {} of tensor memory, which are not all allocated", opcode,
            first, first + columns - 1);
}

FindingText uneven_lane(std::string_view opcode, std::uint32_t lane, std::uint32_t multiple) {
  return tr("{} begins at lane {} of tensor memory: it must be a multiple of {}", opcode, lane,
            multiple);
}

FindingText uneven_scales(TensorCell cell, std::uint32_t lane) {
  return tr(
      "the scales at lane {} and column {} of tensor memory are not those at lane {}: PTX asks for "
      "the same ones in all four parts of 32 lanes",
      cell.lane, cell.column, lane);
}

FindingText foreign_lanes(std::uint32_t lane, std::uint32_t own) {
  return tr(
      "names lane {} of tensor memory, of which this warp reaches lanes {} to {} only: PTX leaves "
      "it undefined, and here it is the same one of the warp's own",
      lane, own, own + 31);
}

FindingText unset_cell(TensorCell cell) {
  return tr("reads {}, which was never written", tensor_cell(cell));
}

FindingText unknown_product(std::uint32_t bits) {
  return tr(
      "tcgen05.mma is passed the instruction descriptor {:#010x}, whose product is not known: the "
      "run ends here",
      bits);
}

FindingText unknown_lanes() {
  return {tr(
      "tcgen05.mma of a pair of blocks is passed lanes that are not to be written: which block's "
      "they are, no document says, and the run ends here")};
}

FindingText unknown_mask(std::uint64_t bits) {
  return tr(
      "tcgen05.mma.ws is passed the zero-column mask descriptor {:#018x}: but for zero, which "
      "leaves no column out, they are not known, and the run ends here",
      bits);
}

FindingText unknown_descriptor(std::string_view opcode, std::uint64_t bits) {
  return tr(
      "{} is passed the shared memory descriptor {:#018x}, whose layout is not known: the run ends "
      "here",
      opcode, bits);
}

}  // namespace warplens::machine::finding_text
