// Of bulk copies and the tensor maps that they are passed, and of what no figure counts.
#include <fmt/format.h>

#include "kernels/machine/launch/finding_text.h"

namespace warplens::machine::finding_text {

FindingText uncounted_read(std::string_view opcode) {
  return tr(
      "{} reads shared memory by itself: no access's figures have that; What limits it has wgmma's",
      opcode);
}

FindingText no_such_field(std::uint32_t dimension, std::uint64_t value) {
  return tr(
      "replaces a field of a tensor map, dimension {}, by {}, which no tensor map has: the run "
      "ends here",
      dimension, value);
}

FindingText box_before_tensor(std::int64_t first, std::uint32_t dimension) {
  return tr(
      "writes a box that begins at {} of dimension {}: what is written to global memory must "
      "not begin before the tensor, where only loads may",
      first, dimension);
}

FindingText box_beyond_tensor(std::span<const std::int64_t> first,
                              std::span<const std::uint64_t> sizes, bool is_store) {
  const std::string from = fmt::format("{}", fmt::join(first, ", "));
  const std::string tensor = fmt::format("{}", fmt::join(sizes, ", "));
  return is_store ? tr("copies a box from ({}) on, which lies wholly outside of its tensor of "
                       "({}): nothing is written",
                       from, tensor)
                  : tr("copies a box from ({}) on, which lies wholly outside of its tensor of "
                       "({}): nothing but the fill of its map arrives",
                       from, tensor);
}

FindingText corners_outside_tensor() {
  return {
      tr("writes pixels by a tensor map whose corners lie outside of the tensor: only loads may "
         "do so")};
}

FindingText no_such_reduction(std::string_view operation) {
  return tr(
      "does .{} with elements of a type for which a GPU has none, by its tensor map: the run "
      "ends here",
      operation);
}

FindingText uneven_tma_copy(std::uint64_t address, std::uint64_t bytes) {
  return tr(
      "copies {} bytes from address {:#x}: a bulk copy's bytes and its addresses are "
      "multiples of 16",
      bytes, address);
}

FindingText uneven_box(std::int64_t first) {
  return tr("copies a box that begins at byte {} of the tensor's rows: it must be a multiple of 16",
            first);
}

FindingText opaque_tensor_map(std::uint32_t dimensions, bool is_im2col) {
  if (is_im2col) {
    return tr(
        "is passed no tensor map of im2col with {} dimensions that can be read: the run ends "
        "here",
        dimensions);
  }
  return tr(
      "cp.async.bulk.tensor.{0}d is passed no tensor map of {0} dimensions that can be read: "
      "the run ends here",
      dimensions);
}

FindingText unknown_tensor_map(std::uint32_t dimensions, const Text& what) {
  return tr(
      "cp.async.bulk.tensor.{}d is passed a tensor map {}, and what it copies is not known: the "
      "run ends here",
      dimensions, what);
}

}  // namespace warplens::machine::finding_text
