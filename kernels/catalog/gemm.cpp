// The gemm family: parameters, and each variant's idea in a sentence.
#include "kernels/catalog/describe.h"
#include "kernels/catalog/gemm_plans.h"
#include "kernels/catalog/meanings.h"
#include "kernels/catalog/summed.h"
#include "kernels/catalog/timed.h"

namespace warplens::catalog {
namespace {

// 16384² floats are 1 GiB; element indices still fit an int.

std::vector<Parameter> gemm_parameters() {
  return {
      meaning({"m", tr("Rows of C (m)"), 1, kMaximumSide, 64, {}, {}, true}, in_tiles("m")),
      meaning({"n", tr("Columns of C (n)"), 1, kMaximumSide, 64, {}, {}, true}, in_tiles("n")),
      meaning({"k", tr("Terms a sum (k)"), 1, kMaximumSide, 64, {}, {}, true}, in_tiles("k")),
      {"tile", tr("Tile side"), 16, 32, 16, {16, 32}, {}},
      {"block_tile",
       tr("Tile of C a block"),
       gemm_tile_by_size,
       gemm_tile_128x256,
       gemm_tile_by_size,
       {gemm_tile_by_size, gemm_tile_64x128, gemm_tile_128x256},
       {tr_in("tile", "by size"), tr("64 × 128"), tr("128 × 256")}},
      {"splits", tr("Parts of each sum"), 1, 256, 4, {}, {}},
  };
}

std::vector<Rung> gemm_ladder() {
  return {
      {"row_loop", {}, tr("The definition: two loads for every multiply-add, both through L1.")},
      {"chessboard",
       {{"tile", 32}},
       tr("Tiles in shared memory: a 32nd of the global loads, but still two shared ones a "
          "multiply-add.")},
      {"register_tile",
       {},
       tr("16 sums a thread: half a shared load a multiply-add instead of two, so less than half "
          "of the wavefronts.")},
      {"vector_reads",
       {},
       tr("Two 16-byte reads a step for 16 multiply-adds: fewer instructions beside the "
          "arithmetic, but the same words and no fewer wavefronts.")},
      {"warp_tiles",
       {},
       tr("8 wavefronts for 64 multiply-adds a thread instead of 24: shared memory limits no "
          "longer, arithmetic does.")},
      {"stages",
       {},
       tr("Loads are under way while the block multiplies, and one barrier a step is left of "
          "two.")},
      {"read_ahead",
       {},
       tr("The same accesses, but no sum waits for its shared read: the latency is hidden within "
          "a thread.")},
      {"grouped_blocks",
       {},
       tr("Blocks that run together read fewer different tiles: more of L2, less of DRAM, once the "
          "matrices are larger than L2.")},
      {"fastest",
       {},
       tr("12 wavefronts for 128 multiply-adds a thread instead of 16, no tests in the loop, tiles "
          "that fill the SMs at every size, and four times the warps where C is small.")},
  };
}

// The index of gemm/placed.cu.
OwnIndex placed_index() {
  return {.function = "place_of",
          .arguments = {{"step", 16}, {"row", 128}},
          .constants = {{"kTile", 128}, {"kSteps", 16}, {"kVector", 4}},
          .written = "step * kTile + row",
          .places = 16 * (128 + 16)};
}

}  // namespace

Family gemm_family() {
  Family family;
  family.name = "gemm";
  family.title = tr("Matrix product");
  family.kind = OperatorKind::product;
  family.timed = gemm_timed();
  family.summed = gemm_summed();
  family.parameters = gemm_parameters();
  const VariantOf variant{family.name, {"m", "n", "k"}};
  family.ideas = {
      {tr("Elements of C a thread"),
       {{"chessboard", tr("1 × 1")}, {"vector_reads", tr("4 × 4")}, {"warp_tiles", tr("8 × 8")}}},
      {tr_in("pitch", "Rows of the tiles"),
       {{"register_tile", tr("64 floats")}, {"register_tile_padded", tr("65 floats")}}},
      {tr("The sum of k terms"),
       {{"chessboard", tr("float")},
        {"double_rounded", tr("double, rounded")},
        {"double_sum", tr("double")},
        {"kahan", tr("compensated")},
        {"pairwise", tr("in pairs")}}},
      {tr("Compensation"), {{"kahan", tr("kept")}, {"kahan_lost", tr("lost")}}},
      {tr("Loops"),
       {{"outer_register", tr("unrolled")}, {"outer_register_rolled", tr("#pragma unroll 1")}}}};
  family.variants = {
      variant("row_loop",
              tr("A block a row of C: both factors of every multiply-add come from global memory."),
              plan_gemm_row_loop),
      variant(
          "row_shared",
          tr("The block keeps its row of A in shared memory, piece by piece, so that it may have "
             "any length."),
          plan_gemm_row_shared),
      variant("pitched",
              tr("Rows start on aligned addresses, as cudaMallocPitch places them: no request "
                 "straddles a sector more than it must."),
              plan_gemm_pitched),
      variant("chessboard",
              tr("Square tiles of A and B in shared memory, an element of C a thread: global loads "
                 "fall by the tile side."),
              plan_gemm_chessboard, {"tile"}),
      variant("kahan",
              tr("A compensated float sum: what an addition rounds off is corrected with the next "
                 "term."),
              plan_gemm_kahan),
      variant("double_sum", tr("A float64 accumulator, rounded to float once at the end."),
              plan_gemm_double_sum),
      variant(
          "double_rounded",
          tr("The float64 sum rounded to float at each step: more work, and the float sum's bits."),
          plan_gemm_double_rounded),
      variant("pairwise",
              tr("Tiles' sums are added in pairs, like a tournament: float32, and few roundings a "
                 "term."),
              plan_gemm_pairwise),
      variant("outer_register",
              tr("Outer products of 8 × 8 interleaved elements a thread, without shared memory: a "
                 "quarter of a load a multiply-add."),
              plan_gemm_outer_register),
      variant("outer_register_rolled",
              tr("The same with loops that are not unrolled: an array with an index that varies "
                 "lies in local memory, not in registers."),
              plan_gemm_outer_register),
      variant("outer_shared",
              tr("Outer products out of shared memory, with a contiguous 8 × 8 square a thread: it "
                 "conflicts, and C is written scattered."),
              plan_gemm_outer_shared),
      variant(
          "register_tile",
          tr("A 64 × 64 tile a block and 4 × 4 elements a thread, in registers: each word that is "
             "read from shared memory serves four multiply-adds."),
          plan_gemm_register_tile),
      variant("register_tile_padded",
              tr("The same tiles with rows of 65 floats: fewer conflicts in the PTX, but ptxas can "
                 "no longer make one access of four."),
              plan_gemm_register_tile_padded),
      variant("double_buffer",
              tr("Two pairs of tiles in plain C++: the next is loaded into registers while one is "
                 "worked on."),
              plan_gemm_double_buffer),
      variant("async_copy",
              tr("Copies go from global to shared memory by themselves (cp.async), two steps ahead "
                 "of the sums."),
              plan_gemm_async_copy),
      variant("vector_reads",
              tr("A's tile stands turned in shared memory, its groups swizzled: four rows of A and "
                 "four columns of B come by one 16-byte read each."),
              plan_gemm_vector_reads),
      variant("warp_tiles",
              tr("A 32 × 64 tile a warp and 8 × 8 elements a thread, lanes numbered so that their "
                 "16-byte reads merge."),
              plan_gemm_warp_tiles),
      with_index(
          variant(
              "placed",
              tr("warp_tiles with the place of A's elements in a function of its own: a person may "
                 "write another expression."),
              plan_gemm_placed),
          placed_index()),
      variant("stages",
              tr("Three pairs of tiles, 49 KB: cp.async brings two of them while one is worked on, "
                 "turning A on the way."),
              plan_gemm_stages),
      variant("read_ahead",
              tr("Two sets of registers: a step's words are read from shared memory while the step "
                 "before is multiplied."),
              plan_gemm_stages),
      variant(
          "grouped_blocks",
          tr("Blocks walk down groups of eight block rows, so that those that run together read "
             "fewer different tiles."),
          plan_gemm_grouped_blocks),
      variant(
          "fastest",
          tr("16 × 8 elements a thread, tiles chosen by size, and a loop without tests: rows and "
             "columns beyond the edges repeat the last ones. Of a small tile four groups of warps "
             "share the steps of k."),
          plan_gemm_fastest, {"block_tile"}),
      variant("split_k",
              tr("The steps of k shared out among several blocks a tile of C, whose partial sums a "
                 "second launch adds in the order of k: for a small C and long sums."),
              plan_gemm_split_k, {"splits"}),
      broken(variant("kahan_lost",
                     tr("Broken: the compensation is never computed, so that this is a plain sum "
                        "in disguise."),
                     plan_gemm_kahan)),
  };
  family.ladder = gemm_ladder();
  family.gemm = GemmRoles{"a", "b", "c", {"tile_a", "piece"}, {"tile_b"}};
  family.gemm->parts = "partials";
  family.gemm->pitched_b = "pitched";
  family.full_size = {{"m", 4096}, {"n", 4096}, {"k", 4096}};
  return family;
}

}  // namespace warplens::catalog
