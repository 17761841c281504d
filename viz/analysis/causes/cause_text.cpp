#include "viz/analysis/causes/cause_text.h"

#include <fmt/format.h>

#include <array>
#include <bit>

namespace warplens::analysis {
namespace {

Text stride_sentence(const Evidence& seen) {
  if (seen.is_shared) {
    return tr(
        "neighbouring lanes are {} bytes apart and meet in the same banks: {} wavefronts, {} would "
        "do",
        seen.bytes, seen.now, seen.ideal);
  }
  return tr("neighbouring lanes are {} bytes apart: {} sectors, {} would do", seen.bytes, seen.now,
            seen.ideal);
}

Text misalignment_sentence(const Evidence& seen) {
  return tr("a row of bytes begins {} bytes into a sector: {} sectors, {} would do", seen.bytes,
            seen.now, seen.ideal);
}

Text column_sentence(const Evidence& seen) {
  return tr(
      "lanes go down rows that are {} bytes apart and meet in the same banks: {} wavefronts, {} "
      "would do",
      seen.bytes, seen.now, seen.ideal);
}

Text swizzle_sentence(const Evidence& seen) {
  return tr(
      "the XOR swizzle spreads these accesses of {} bytes a lane over too few banks: {} "
      "wavefronts, {} would do",
      seen.bytes, seen.now, seen.ideal);
}

Text structures_sentence(const Evidence& seen) {
  return tr(
      "each lane takes one part of its own structure or chunk of {} bytes: {} sectors, {} would do",
      seen.bytes, seen.now, seen.ideal);
}

Text partial_sentence(const Evidence& seen) {
  return tr(seen.now == 1 ? tr("{} of the warp's {} lanes is active")
                          : tr("{} of the warp's {} lanes are active"),
            seen.now, seen.ideal);
}

Text local_sentence(const Evidence& seen) {
  return tr("a thread's own array or spilled registers lie in local memory: {}",
            tr(seen.now == 1 ? tr("{} sector") : tr("{} sectors"), seen.now));
}

Text atomic_sentence(const Evidence& seen) {
  return tr("{} of {} active lanes update one address and take turns", seen.now, seen.ideal);
}

Text narrow_sentence(const Evidence& seen) {
  return tr("{} loads lie side by side in every lane: one of {} bytes would do", seen.now,
            seen.bytes);
}

Text redundant_sentence(const Evidence& seen) {
  return tr("{} of these {} bytes were loaded by the same block before", seen.now, seen.ideal);
}

struct Row {
  TextView title;
  Text (*sentence)(const Evidence& seen);
  TextView advice;
};

// Rows in the order of CauseKind.
constexpr std::array<Row, kCauseNames.size()> kRows{{
    {tr("stride"), stride_sentence,
     tr("give neighbouring lanes neighbouring elements: exchange the loops, or load rows and turn "
        "them in shared memory")},
    {tr("misaligned rows"), misalignment_sentence,
     tr("begin rows at multiples of 32 bytes: pad the pitch, as cudaMallocPitch does; of a "
        "stencil, load the aligned row once and take the neighbours from shared memory or "
        "shuffles")},
    {tr("column read"), column_sentence,
     tr("make the pitch odd in elements (tile[32][33]), or swizzle the columns")},
    {tr("swizzle too small for the width"), swizzle_sentence,
     tr("swizzle in units of the access, by as many low bits of the row as lanes are served "
        "together: 3 for 16 bytes a lane, 4 for 8, 5 for 4")},
    {tr("array of structures"), structures_sentence,
     tr("keep each member in an array of its own (a structure of arrays), let neighbouring lanes "
        "take neighbouring elements of a chunk, or load whole structures into shared memory "
        "first")},
    {tr("partial warps"), partial_sentence,
     tr("let conditions and the lengths of loops follow whole warps (tid < n) rather than single "
        "lanes (tid % 2)")},
    {tr("local memory"), local_sentence,
     tr("index the array by constants and unroll its loops (#pragma unroll) so that it becomes "
        "registers; allow more registers, or use shared memory")},
    {tr("atomics on one address"), atomic_sentence,
     tr("add up within the warp (__reduce_add_sync, shuffles) or the block first, then update "
        "once; or spread over several copies")},
    {tr("narrow loads"), narrow_sentence,
     tr("load a vector (float2, float4) where the address is aligned to it")},
    {tr("redundant loads"), redundant_sentence,
     tr("keep the value in a register, or load a tile into shared memory once for the whole "
        "block")},
}};

const Row& row_of(CauseKind kind) { return kRows[static_cast<std::size_t>(kind)]; }

// The sentence about lanes whose addresses are apart in shared memory.
constexpr TextView kSharedStride =
    tr("give neighbouring lanes neighbouring words, so that 32 lanes want 32 banks");

Text padding_text(const RowPadding& padding, std::uint32_t element) {
  const std::uint64_t pitch = padding.pitch + padding.bytes;
  return tr("begin its rows {} elements of {} bytes apart, in place of {}", pitch / element,
            element, padding.pitch / element);
}

// In elements, as an index is.
Text swizzle_text(const ByteSwizzle& swizzle, std::uint32_t element) {
  const auto element_bits = static_cast<std::uint32_t>(std::countr_zero(element));
  return tr(
      "put element i at i ^ ((i & {}) >> {}), CuTe's Swizzle<{},{},{}> of elements of {} bytes",
      fmt::format("{:#x}", swizzle.source_mask() >> element_bits), swizzle.shift, swizzle.bits,
      swizzle.base - element_bits, swizzle.shift, element);
}

Text swizzle_in_place(const BetterLayouts& layouts) {
  const Text text = swizzle_text(*layouts.swizzle, layouts.element_bytes);
  if (!layouts.replaced.has_value()) return text;
  const ByteSwizzle& old = *layouts.replaced;
  const auto element_bits = static_cast<std::uint32_t>(std::countr_zero(layouts.element_bytes));
  return tr("{}, in place of Swizzle<{},{},{}>", text, old.bits, old.base - element_bits,
            old.shift);
}

Text layout_text(const BetterLayouts& layouts) {
  if (!layouts.swizzle.has_value()) return padding_text(*layouts.padding, layouts.element_bytes);
  const Text swizzle = swizzle_in_place(layouts);
  if (!layouts.padding.has_value()) return swizzle;
  return tr("{}; or {}", padding_text(*layouts.padding, layouts.element_bytes), swizzle);
}

// Of a block's last warp that has no more lanes.
constexpr TextView kCutBlock = tr("make the block a multiple of 32 threads");

}  // namespace

Text layout_advice(const BetterLayouts& layouts, const Evidence& seen) {
  if (layouts.is_empty()) {
    return tr(
        "of all accesses to this array together no padding of its rows and no XOR swizzle takes "
        "fewer wavefronts: change which lanes access what");
  }
  return tr(layouts.wavefronts == 1 ? tr("{}: {} wavefront here in place of {}")
                                    : tr("{}: {} wavefronts here in place of {}"),
            layout_text(layouts), layouts.wavefronts, seen.now);
}

Text layout_gain(const BetterLayouts& layouts, const Evidence& seen) {
  const std::uint32_t element = layouts.element_bytes;
  const auto conflicts = [&](std::uint64_t wavefronts) {
    return wavefronts > seen.ideal ? wavefronts - seen.ideal : 0;
  };
  if (layouts.padding.has_value()) {
    const RowPadding& padding = *layouts.padding;
    return tr("pitch {} instead of {}: {} conflicts → {} (counted)",
              (padding.pitch + padding.bytes) / element, padding.pitch / element,
              conflicts(seen.now), conflicts(layouts.wavefronts));
  }
  const ByteSwizzle& swizzle = *layouts.swizzle;
  const auto element_bits = static_cast<std::uint32_t>(std::countr_zero(element));
  return tr("Swizzle<{},{},{}>: {} conflicts → {} (counted)", swizzle.bits,
            swizzle.base - element_bits, swizzle.shift, conflicts(seen.now),
            conflicts(layouts.wavefronts));
}

TextView cause_title(CauseKind kind) { return row_of(kind).title; }

Text cause_sentence(const Suspect& suspect) {
  return row_of(suspect.kind).sentence(suspect.evidence);
}

Text cause_advice(const Suspect& suspect) {
  if (suspect.kind == CauseKind::partial_warps && suspect.evidence.is_cut) return kCutBlock;
  const bool is_of_banks = suspect.kind == CauseKind::stride && suspect.evidence.is_shared;
  return is_of_banks ? kSharedStride : row_of(suspect.kind).advice;
}

}  // namespace warplens::analysis
