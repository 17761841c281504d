// The transpose family: parameters, and each variant's idea in a sentence.
#include "kernels/catalog/describe.h"
#include "kernels/catalog/meanings.h"
#include "kernels/catalog/timed.h"
#include "kernels/catalog/transpose_plans.h"

namespace warplens::catalog {
namespace {

// 16384² floats are 1 GiB; element indices still fit an int.

Text pitch_beside_tile(const Parameters& p) {
  const std::int64_t more = p.at("pitch") - p.at("tile");
  if (more == 0) return tr("as wide as the tile");
  if (more == 1) return tr("one float more than the tile");
  return tr("{} floats more than the tile", more);
}

Text room_in_bytes(const Parameters& p) { return tr("{} bytes", p.at("room") * 4); }

// The share of the blocks that walk over tiles, or over elements.
Text share_of_blocks(const Parameters& p) {
  const auto tile = p.find("tile");
  if (tile == p.end()) return threads_for({"rows", "cols"})(p);
  const auto across = [&](std::string_view side) {
    return (p.find(side)->second + tile->second - 1) / tile->second;
  };
  const std::int64_t tiles = across("rows") * across("cols"), blocks = p.at("blocks");
  return tr("{} for {}", in_number(blocks, tr("1 block"), tr("{} blocks")),
            in_number(tiles, tr("1 tile"), tr("{} tiles")));
}

std::vector<Parameter> transpose_parameters() {
  return {
      meaning({"rows", tr("Rows"), 1, kMaximumSide, 64, {}, {}, true}, in_tiles("rows")),
      meaning({"cols", tr("Columns"), 1, kMaximumSide, 96, {}, {}, true}, in_tiles("cols")),
      {"block_shape",
       tr("Block shape"),
       block_shape(8, 8),
       block_shape(32, 32),
       block_shape(32, 8),
       {block_shape(8, 8), block_shape(16, 16), block_shape(32, 8), block_shape(32, 32)},
       {tr("8 × 8"), tr("16 × 16"), tr("32 × 8"), tr("32 × 32")}},
      meaning({"blocks", tr("Blocks"), 1, 4096, 4, {}, {}}, share_of_blocks),
      {"threads", tr("Threads a block"), 32, 1024, 256, {32, 64, 128, 256, 512, 1024}, {}},
      {"tile", tr("Tile side"), 16, 32, 32, {16, 32}, {}},
      // plan_tile_padded accepts tile to tile + 4.
      meaning({"pitch", tr("Tile pitch (floats)"), 16, 36, 33, {}, {}}, pitch_beside_tile),
      {"swizzle",
       tr("Swizzle of TMA"),
       0,
       128,
       128,
       {0, 32, 64, 128},
       {tr("none"), tr("{} bytes", 32), tr("{} bytes", 64), tr("{} bytes", 128)}},
      meaning({"room", tr("Room for the tile (floats)"), 32 * 32, 32 * 36, 32 * 36, {}, {}},
              room_in_bytes),
  };
}

std::vector<IdeaGroup> transpose_ideas() {
  const Text none = tr("none"), padding = tr("padding"), exclusive_or = tr("XOR"),
             shift = tr("shift"), against = tr("Against conflicts");
  const Text loads = tr_in("that are contiguous", "loads"),
             stores = tr_in("that are contiguous", "stores"), contiguous = tr("Contiguous");
  return {
      {against,
       {{"tile", none},
        {"tile_padded", padding},
        {"tile_xor", exclusive_or},
        {"tile_shift", shift}}},
      {against,
       {{"packed_padded", padding},
        {"packed_xor", exclusive_or},
        {"packed_shift", shift},
        {"packed_vector", tr("XOR by float4")}}},
      {contiguous, {{"coalesced_read", loads}, {"coalesced_write", stores}}},
      {contiguous, {{"linear_read", loads}, {"linear_write", stores}}},
      {tr("Blocks walk"),
       {{"wide_tile", tr("along rows")}, {"wide_tile_down", tr("down columns")}}},
      {tr("After the stores"), {{"tile", tr("barrier")}, {"tile_nobarrier", tr("none")}}},
      {tr("In the loop"),
       {{"tile_gridstride", tr("two barriers")},
        {"tile_gridstride_onebarrier", tr("one barrier")}}},
  };
}

// The index of transpose/placed.cu.
OwnIndex tile_place() {
  return {.function = "place_of",
          .arguments = {{"row", 32}, {"col", 32}},
          .constants = {{"kTile", 32}},
          .written = "row * kTile + col",
          .places = 32 * 36};
}

std::vector<Rung> transpose_ladder() {
  return {
      {"coalesced_read",
       {},
       tr("The bottom: a store of a warp touches 32 sectors for 4 bytes each.")},
      {"coalesced_write",
       {},
       tr("The scattered side is the loads': a sector read for one float stays in L1 for the next "
          "rows, a sector written in part does not.")},
      {"tile",
       {},
       tr("4 sectors a request on both sides in place of 32 on one; but the column read takes 32 "
          "wavefronts.")},
      {"tile_padded",
       {},
       tr("One wavefront in place of 32 for the column read, for one column more.")},
      {"packed_vector",
       {},
       tr("A quarter of the requests to global memory for the same sectors: fewer instructions, "
          "which were not the limit.")},
      {"wide_tile",
       {},
       tr("Pieces of 256 bytes of a row in place of 128, and twice the bytes under way in each "
          "thread, for two-way conflicts.")},
      {"wide_tile_down",
       {},
       tr("The same accesses; the blocks that run at one time write long pieces of few rows, so "
          "that "
          "DRAM turns to another row less often for stores.")},
      {"fastest",
       {},
       tr("The same kernel where rows start on 16 bytes; at other lengths no sector is stored by "
          "two "
          "blocks, so none has to be read to be put together.")},
  };
}

}  // namespace

Family transpose_family() {
  Family family;
  family.name = "transpose";
  family.title = tr("Transpose");
  family.kind = OperatorKind::rearrangement;
  family.timed = transpose_timed();
  family.parameters = transpose_parameters();
  family.ideas = transpose_ideas();
  const VariantOf variant{family.name, {"rows", "cols"}};
  family.variants = {
      variant("linear_read",
              tr("A one-dimensional loop over the input: contiguous loads at any shape, and a "
                 "division for each element."),
              plan_linear, {"blocks", "threads"}),
      variant(
          "linear_write",
          tr("A one-dimensional loop over the output: contiguous stores at any shape, scattered "
             "loads."),
          plan_linear, {"blocks", "threads"}),
      variant("coalesced_read",
              tr("One element a thread, reading along rows: contiguous loads, scattered stores."),
              plan_coalesced_read, {"block_shape"}),
      variant("coalesced_write",
              tr("One element a thread, writing along rows: contiguous stores, scattered loads."),
              plan_coalesced_write, {"block_shape"}),
      variant("tile",
              tr("A tile is turned in shared memory: both global sides contiguous, but the column "
                 "read conflicts."),
              plan_tile, {"tile"}),
      variant("tile_fastpath",
              tr("The bounds test is made once a block: full tiles take loops without it."),
              plan_tile, {"tile"}),
      variant("tile_padded",
              tr("The tile's rows are padded, so that a column spreads over the banks."),
              plan_tile_padded, {"tile", "pitch"}),
      variant("tile_xor",
              tr("The tile's own thread mapping, with column XOR row in place of padding: no "
                 "conflict, no extra memory."),
              plan_tile_xor),
      variant("tile_shift",
              tr("The same by addition: each row of the tile is rotated by its number."),
              plan_tile_shift),
      with_index(variant("placed",
                         tr("tile with the place of an element in a function of its own: a person "
                            "may write another expression."),
                         plan_transpose_placed, {"room"}),
                 tile_place()),
      variant("tile_gridstride",
              tr("A fixed number of blocks walks over the tiles, with a second barrier before the "
                 "tile is used again."),
              plan_walked_tiles, {"tile", "blocks"}),
      variant(
          "packed_padded",
          tr("Four floats a global access through a padded tile: a quarter of the instructions."),
          plan_packed_padded),
      variant(
          "packed_xor",
          tr("Four floats a global access, and column XOR row in place of padding: no conflict, "
             "no extra memory."),
          plan_packed_xor),
      variant(
          "packed_shift",
          tr("Each row of the tile is rotated by its number in place of the XOR: the same costs "
             "by addition."),
          plan_packed_shift),
      variant("packed_vector",
              tr("The XOR moves groups of four floats, so that a float4 enters the tile by one "
                 "store, without a conflict."),
              plan_packed_vector),
      variant("tma",
              tr("The tile comes by TMA, which swizzles it: one thread asks, and a float4 of each "
                 "row is read without a conflict."),
              plan_transpose_tma, {"swizzle"}),
      variant("wide_tile",
              tr("A tile of 64 × 64: two float4 a thread are asked for before the first is kept."),
              plan_wide_tile),
      variant(
          "wide_tile_down",
          tr("The same blocks, which walk down the matrix first: neighbours write pieces of the "
             "same rows."),
          plan_wide_tile_down),
      variant(
          "whole_sectors",
          tr("Any length, one float a lane: a block's piece of every row begins and ends with a "
             "sector, wherever the row starts."),
          plan_whole_sectors),
      variant("fastest",
              tr("Of five kernels the one that the matrix's lengths ask for: the wide tile down "
                 "columns where both are multiples of four, else one float a lane, of large "
                 "matrices by "
                 "whole sectors."),
              plan_transpose_fastest),
      broken(
          variant("tile_nobarrier",
                  tr("Broken: the tile without its barrier, so that lanes read what others may not "
                     "have written."),
                  plan_tile, {"tile"})),
      broken(variant(
          "tile_gridstride_onebarrier",
          tr("Broken: the walk over tiles without its second barrier, so that the next tile "
             "overwrites what others still read."),
          plan_walked_tiles, {"tile", "blocks"})),
  };
  family.ladder = transpose_ladder();
  family.full_size = {{"rows", 16384}, {"cols", 16384}};
  return family;
}

}  // namespace warplens::catalog
