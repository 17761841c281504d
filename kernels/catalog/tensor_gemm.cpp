// The tensor_gemm family: matrix products on tensor cores, each variant's idea in a sentence.
#include "kernels/catalog/describe.h"
#include "kernels/catalog/meanings.h"
#include "kernels/catalog/summed.h"
#include "kernels/catalog/tensor_gemm_plans.h"
#include "kernels/catalog/timed.h"

namespace warplens::catalog {
namespace {

std::vector<Parameter> tensor_parameters() {
  return {
      meaning({"m", tr("Rows of C (m)"), 1, kMaximumSide, 64, {}, {}, true}, in_tiles("m")),
      meaning({"n", tr("Columns of C (n)"), 1, kMaximumSide, 64, {}, {}, true}, in_tiles("n")),
      meaning({"k", tr("Terms a sum (k)"), 1, kMaximumSide, 64, {}, {}, true}, in_tiles("k")),
      {"type",
       tr("Type of A and B"),
       tensor_f16,
       tensor_bf16,
       tensor_f16,
       {tensor_f16, tensor_bf16},
       {tr("f16"), tr("bf16")}},
      {"cluster",
       tr("Blocks a cluster"),
       0,
       2,
       0,
       {0, 1, 2},
       {tr("by size"), tr("1 block"), tr("{} blocks", 2)}},
  };
}

std::vector<Rung> tensor_ladder() {
  return {
      {"one_tile",
       {},
       tr("The bottom: an mma.sync takes twelve loads of two bytes a lane, and a row of A is asked "
          "for "
          "anew by every 8 columns of C.")},
      {"shared",
       {},
       tr("Each element comes from global memory once for 64 rows or columns of C, eight in a "
          "load: "
          "the "
          "sectors asked of L1 and L2 fall; 8-way shared reads take their place.")},
      {"ldmatrix",
       {},
       tr("Far fewer instructions gather the fragments, but each of them is 8-way: as many "
          "wavefronts, "
          "so little is gained where shared memory is the limit.")},
      {"swizzled", {}, tr("An eighth of the wavefronts of every ldmatrix: 4 instead of 32.")},
      {"warp_tiles",
       {},
       tr("Half the bytes a multiply-add from shared memory and from global memory, for registers: "
          "fewer warps an SM are left to hide the waits for global memory.")},
      {"stages",
       {},
       tr("Two steps' copies are under way while one is worked on, and one barrier a step: the "
          "waits "
          "for global memory that warp_tiles has in every step go.")},
      {"wide_tiles",
       {},
       tr("Three quarters of the bytes from L2 a multiply-add, and ldmatrix a part ahead of the "
          "tensor "
          "cores.")},
      {"tall_tiles",
       {},
       tr("Half as many multiply-adds again for each tile of B: seven ninths of the bytes from L2, "
          "five sixths of the shared wavefronts.")},
      {"warpgroups",
       {},
       tr("No ldmatrix and no fragments: wgmma reads the tiles where they lie, B's once for 64 "
          "rows "
          "of C, and goes on while the copies of a later step are asked for.")},
      {"producer",
       {},
       tr("No warp that multiplies asks for copies, no barrier of the block holds wgmma back, and "
          "the "
          "copies of the next tile are under way while the last is stored.")},
      {"tma",
       {},
       tr("Five instructions of one thread a step in place of 24 of each of 128: no address and no "
          "swizzle to compute, and no load or store unit between L2 and shared memory.")},
      {"tma_store",
       {},
       tr("No store of a lane: a block's sums go out in rows of 128 bytes, and it exits before "
          "they "
          "are written.")},
      {"clusters",
       {},
       tr("Two thirds of the bytes from L2 a multiply-add, and the copies of the next tile are "
          "under way while the last is stored.")},
  };
}

}  // namespace

Family tensor_gemm_family() {
  Family family;
  family.name = "tensor_gemm";
  family.title = tr("Matrix product on tensor cores");
  family.kind = OperatorKind::product;
  family.timed = tensor_gemm_timed();
  family.parameters = tensor_parameters();
  const VariantOf variant{family.name, {"m", "n", "k", "type"}};
  const VariantOf eight_bits{family.name, {"m", "n", "k"}};
  family.ideas = {{tr("Rows of the tiles"), {{"ldmatrix", tr("plain")}, {"swizzled", tr("XOR")}}},
                  {tr("The sum of k terms"),
                   {{"one_tile", tr("f16")},
                    {"fp8", tr("fp8, mma.sync")},
                    {"fp8_wgmma", tr("fp8, wgmma")},
                    {"fp8_promoted", tr("fp8, promoted")}}}};
  family.variants = {
      variant(
          "one_tile",
          tr("A warp a tile of 16 × 8 by mma.sync, whose fragments every lane loads from global "
             "memory by itself."),
          plan_tensor_one_tile),
      variant(
          "shared",
          tr("Tiles of 64 × 64 in shared memory, out of which lanes gather their fragments word by "
             "word: 8-way."),
          plan_tensor_shared),
      variant("ldmatrix",
              tr("Four 8 × 8 matrices an instruction instead of word by word; rows 128 bytes apart "
                 "still meet at the same banks."),
              plan_tensor_ldmatrix),
      variant(
          "swizzled",
          tr("The 16-byte groups of each row exchanged by an XOR with its number: no conflict, and "
             "no byte more."),
          plan_tensor_swizzled),
      variant(
          "warp_tiles",
          tr("64 × 64 of C a warp in registers: each fragment that is read serves twice as many "
             "mma.sync."),
          plan_tensor_warp_tiles),
      variant("stages", tr("Three pairs of tiles that cp.async fills two steps ahead of the sums."),
              plan_tensor_stages),
      variant("wide_tiles",
              tr("Tiles of 128 × 256, fragments loaded ahead of their mma.sync, blocks in an order "
                 "that "
                 "keeps what they read in L2."),
              plan_tensor_wide_tiles),
      variant(
          "tall_tiles",
          tr("Tiles of 192 × 256 and 96 × 64 a warp: fragments of A come by turns of 16 rows, so "
             "that the sums have the registers."),
          plan_tensor_tall_tiles),
      variant(
          "warpgroups",
          tr("wgmma, by which four warps multiply tiles of 128 × 256 that lie in shared memory: "
             "the registers keep the sums alone."),
          plan_tensor_warpgroups),
      variant("producer",
              tr("One warpgroup copies and two multiply, in blocks that go from tile to tile, with "
                 "two mbarriers a stage in place of the block's barrier."),
              plan_tensor_producer),
      variant(
          "tma",
          tr("TMA brings whole boxes of A and B, swizzled as wgmma reads them: one thread asks, "
             "and an mbarrier counts the bytes."),
          plan_tensor_tma),
      variant("tma_store",
              tr("The sums leave by TMA, too: a warpgroup puts 32 columns into shared memory while "
                 "those before are stored."),
              plan_tensor_tma_store),
      variant("clusters",
              tr("Two blocks of a cluster share the tile of B, of which each brings both one half "
                 "(multicast), and go from tile to tile."),
              plan_tensor_clusters, {"cluster"}),
      eight_bits("fp8",
                 tr("one_tile of e4m3: what is loaded as f16 is made 8 bits, four of them a "
                    "register, and mma.sync takes 32 steps of k."),
                 plan_tensor_fp8),
      eight_bits("fp8_wgmma", tr("The same product by wgmma, whose sums of e4m3 keep 13 bits."),
                 plan_tensor_fp8_wgmma),
      eight_bits("fp8_promoted",
                 tr("A sum on tensor cores ends after 128 terms and is added to a float's in "
                    "registers (promotion)."),
                 plan_tensor_fp8_promoted),
  };
  family.summed = tensor_gemm_summed();
  family.full_size = {{"m", 4096}, {"n", 4096}, {"k", 4096}};
  family.ladder = tensor_ladder();
  family.gemm = GemmRoles{"a", "b", "c", {"tile_a", "tiles"}, {"tile_b", "tiles"}, true};
  return family;
}

}  // namespace warplens::catalog
