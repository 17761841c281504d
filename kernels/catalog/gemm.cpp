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
      meaning({"m", {"Rows of C (m)", "C 的行数 (m)"}, 1, kMaximumSide, 64, {}, {}, true},
              in_tiles("m")),
      meaning({"n", {"Columns of C (n)", "C 的列数 (n)"}, 1, kMaximumSide, 64, {}, {}, true},
              in_tiles("n")),
      meaning({"k", {"Terms a sum (k)", "每个和的项数 (k)"}, 1, kMaximumSide, 64, {}, {}, true},
              in_tiles("k")),
      {"tile", {"Tile side", "tile 边长"}, 16, 32, 16, {16, 32}, {}},
      {"block_tile",
       {"Tile of C a block", "每个线程块负责的 C 的 tile"},
       gemm_tile_by_size,
       gemm_tile_128x256,
       gemm_tile_by_size,
       {gemm_tile_by_size, gemm_tile_64x128, gemm_tile_128x256},
       {{"by size", "按大小选择"}, {"64 × 128", "64 × 128"}, {"128 × 256", "128 × 256"}}},
      {"splits", {"Parts of each sum", "每个和分成几部分"}, 1, 256, 4, {}, {}},
  };
}

std::vector<Rung> gemm_ladder() {
  return {
      {"row_loop",
       {},
       {"The definition: two loads for every multiply-add, both through L1.",
        "按定义计算：每次乘加读取两次，都经过 L1。"}},
      {"chessboard",
       {{"tile", 32}},
       {"Tiles in shared memory: a 32nd of the global loads, but still two shared ones a "
        "multiply-add.",
        "tile 放进共享内存：全局读取减为三十二分之一，但每次乘加仍要读两次共享内存。"}},
      {"register_tile",
       {},
       {"16 sums a thread: half a shared load a multiply-add instead of two, so less than half "
        "of the wavefronts.",
        "每个线程 16 个和：每次乘加的共享内存读取由两次减为半次，wavefront 不到一半。"}},
      {"vector_reads",
       {},
       {"Two 16-byte reads a step for 16 multiply-adds: fewer instructions beside the "
        "arithmetic, but the same words and no fewer wavefronts.",
        "每步两次 16 字节读取供 16 次乘加：算术之外的指令更少，但读的 4 字节字相同，wavefront "
        "并不减少。"}},
      {"warp_tiles",
       {},
       {"8 wavefronts for 64 multiply-adds a thread instead of 24: shared memory limits no "
        "longer, arithmetic does.",
        "每个线程 64 次乘加只要 8 个 wavefront，而不是 24 个：限制不再是共享内存，而是算术。"}},
      {"stages",
       {},
       {"Loads are under way while the block multiplies, and one barrier a step is left of two.",
        "线程块计算时读取也在进行，每步的两个屏障只剩一个。"}},
      {"read_ahead",
       {},
       {"The same accesses, but no sum waits for its shared read: the latency is hidden within "
        "a thread.",
        "访问完全相同，但没有求和要等共享内存读取：延迟在线程内部就被掩盖。"}},
      {"grouped_blocks",
       {},
       {"Blocks that run together read fewer different tiles: more of L2, less of DRAM, once the "
        "matrices are larger than L2.",
        "同时运行的线程块读取的不同 tile 更少：矩阵大于 L2 时，更多来自 L2，更少来自 DRAM。"}},
      {"fastest",
       {},
       {"12 wavefronts for 128 multiply-adds a thread instead of 16, no tests in the loop, tiles "
        "that fill the SMs at every size, and four times the warps where C is small.",
        "每个线程 128 次乘加要 12 个 wavefront，而不是 16 个；循环中没有判断；"
        "tile 按大小选择，好填满各个 SM；C 较小时 warp 数是四倍。"}},
  };
}

// As in gemm/placed.cu.
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
  family.title = {"Matrix product", "矩阵乘法"};
  family.kind = OperatorKind::product;
  family.timed = gemm_timed();
  family.summed = gemm_summed();
  family.parameters = gemm_parameters();
  const VariantOf variant{family.name, {"m", "n", "k"}};
  family.ideas = {{{"Elements of C a thread", "每个线程的 C 元素"},
                   {{"chessboard", {"1 × 1", "1 × 1"}},
                    {"vector_reads", {"4 × 4", "4 × 4"}},
                    {"warp_tiles", {"8 × 8", "8 × 8"}}}},
                  {{"Rows of the tiles", "tile 行距"},
                   {{"register_tile", {"64 floats", "64 个浮点数"}},
                    {"register_tile_padded", {"65 floats", "65 个浮点数"}}}},
                  {{"The sum of k terms", "k 项之和"},
                   {{"chessboard", {"float", "float"}},
                    {"double_rounded", {"double, rounded", "double，逐步舍入"}},
                    {"double_sum", {"double", "double"}},
                    {"kahan", {"compensated", "带补偿"}},
                    {"pairwise", {"in pairs", "两两相加"}}}},
                  {{"Compensation", "补偿量"},
                   {{"kahan", {"kept", "保留"}}, {"kahan_lost", {"lost", "丢失"}}}}};
  family.variants = {
      variant("row_loop",
              {"A block a row of C: both factors of every multiply-add come from global memory.",
               "每个线程块计算 C 的一行：每次乘加的两个因子都来自全局内存。"},
              plan_gemm_row_loop),
      variant("row_shared",
              {"The block keeps its row of A in shared memory, piece by piece, so that it may have "
               "any length.",
               "线程块把 A 的一行分段放进共享内存，因此行可以任意长。"},
              plan_gemm_row_shared),
      variant(
          "pitched",
          {"Rows start on aligned addresses, as cudaMallocPitch places them: no request "
           "straddles a sector more than it must.",
           "每一行都从对齐的地址开始，如同 cudaMallocPitch 的布局：没有请求会多跨一个 sector。"},
          plan_gemm_pitched),
      variant("chessboard",
              {"Square tiles of A and B in shared memory, an element of C a thread: global loads "
               "fall by the tile side.",
               "A 与 B 的方形 tile 放进共享内存，每个线程计算 C "
               "的一个元素：全局读取减为 tile 边长分之一。"},
              plan_gemm_chessboard, {"tile"}),
      variant(
          "kahan",
          {"A compensated float sum: what an addition rounds off is corrected with the next term.",
           "带补偿的浮点求和：每次加法舍去的部分在下一项中补回。"},
          plan_gemm_kahan),
      variant("double_sum",
              {"A float64 accumulator, rounded to float once at the end.",
               "用 float64 累加，最后只舍入一次到 float。"},
              plan_gemm_double_sum),
      variant(
          "double_rounded",
          {"The float64 sum rounded to float at each step: more work, and the float sum's bits.",
           "float64 的和每一步都舍入成 float：运算更多，结果的各位却与 float 求和相同。"},
          plan_gemm_double_rounded),
      variant("pairwise",
              {"Tiles' sums are added in pairs, like a tournament: float32, and few roundings a "
               "term.",
               "各 tile 的和像淘汰赛一样两两相加：只用 float32，每一项经过的舍入很少。"},
              plan_gemm_pairwise),
      variant(
          "outer_register",
          {"Outer products of 8 × 8 interleaved elements a thread, without shared memory: a "
           "quarter of a load a multiply-add.",
           "外积：每个线程计算交错排布的 8 × 8 个元素，不用共享内存：每次乘加只需四分之一次读取。"},
          plan_gemm_outer_register),
      variant("outer_shared",
              {"Outer products out of shared memory, with a contiguous 8 × 8 square a thread: it "
               "conflicts, and C is written scattered.",
               "从共享内存做外积，每个线程负责连续的 8 × 8 方块：读取有冲突，写回 C 时分散。"},
              plan_gemm_outer_shared),
      variant(
          "register_tile",
          {"A 64 × 64 tile a block and 4 × 4 elements a thread, in registers: each word that is "
           "read from shared memory serves four multiply-adds.",
           "每个线程块 64 × 64 的 tile，每个线程在寄存器中保存 4 × 4 "
           "个元素：从共享内存读取的每个 4 字节字参与四次乘加。"},
          plan_gemm_register_tile),
      variant("register_tile_padded",
              {"The same tiles with rows of 65 floats: fewer conflicts in the PTX, but ptxas can "
               "no longer make one access of four.",
               "同样的 tile，行距改为 65 个浮点数：PTX 中的冲突更少，但 ptxas "
               "无法再把四次访问合并为一次。"},
              plan_gemm_register_tile_padded),
      variant("double_buffer",
              {"Two pairs of tiles in plain C++: the next is loaded into registers while one is "
               "worked on.",
               "用普通 C++ 实现的两组 tile：计算一组时，把下一组读进寄存器。"},
              plan_gemm_double_buffer),
      variant("async_copy",
              {"Copies go from global to shared memory by themselves (cp.async), two steps ahead "
               "of the sums.",
               "由 cp.async 直接从全局内存复制到共享内存，比计算提前两步。"},
              plan_gemm_async_copy),
      variant("vector_reads",
              {"A's tile stands turned in shared memory, its groups swizzled: four rows of A and "
               "four columns of B come by one 16-byte read each.",
               "A 的 tile 在共享内存中转置存放，并按组 swizzle：A 的四行和 B "
               "的四列各用一次 16 字节读取。"},
              plan_gemm_vector_reads),
      variant("warp_tiles",
              {"A 32 × 64 tile a warp and 8 × 8 elements a thread, lanes numbered so that their "
               "16-byte reads merge.",
               "每个 warp 32 × 64 的 tile，每个线程 8 × 8 个元素，lane 的编号让 16 "
               "字节的读取得以合并。"},
              plan_gemm_warp_tiles),
      with_index(
          variant(
              "placed",
              {"warp_tiles with the place of A's elements in a function of its own: a person may "
               "write another expression.",
               "warp_tiles，但 A 的元素的位置由一个单独的函数给出：可以改写其中的表达式。"},
              plan_gemm_placed),
          placed_index()),
      variant("stages",
              {"Three pairs of tiles, 49 KB: cp.async brings two of them while one is worked on, "
               "turning A on the way.",
               "三组 tile，共 49 KB：计算一组时，cp.async 正在取另外两组，并顺便转置 A。"},
              plan_gemm_stages),
      variant("read_ahead",
              {"Two sets of registers: a step's words are read from shared memory while the step "
               "before is multiplied.",
               "两组寄存器：计算这一步时，下一步的数据已在从共享内存读取。"},
              plan_gemm_stages),
      variant("grouped_blocks",
              {"Blocks walk down groups of eight block rows, so that those that run together read "
               "fewer different tiles.",
               "线程块按每八行一组向下排列，同时运行的线程块读取的不同 tile 更少。"},
              plan_gemm_grouped_blocks),
      variant(
          "fastest",
          {"16 × 8 elements a thread, tiles chosen by size, and a loop without tests: rows and "
           "columns beyond the edges repeat the last ones. Of a small tile four groups of warps "
           "share the steps of k.",
           "每个线程 16 × 8 个元素，tile 按大小选择，循环中没有判断：超出边缘的行和列重复最后"
           "一行和最后一列。小的 tile 由四组 warp 分担 k 的各步。"},
          plan_gemm_fastest, {"block_tile"}),
      variant("split_k",
              {"The steps of k shared out among several blocks a tile of C, whose partial sums a "
               "second launch adds in the order of k: for a small C and long sums.",
               "C 的每个 tile 由几个线程块分担 k 的各步，部分和由第二次启动按 k 的次序相加："
               "用于 C 小而求和长的情形。"},
              plan_gemm_split_k, {"splits"}),
      broken(variant(
          "kahan_lost",
          {"Broken: the compensation is never computed, so that this is a plain sum in disguise.",
           "错误示例：从不计算补偿量，实际上只是普通求和。"},
          plan_gemm_kahan)),
  };
  family.ladder = gemm_ladder();
  family.product = ProductRoles{"a", "b", "c", {"tile_a", "piece"}, {"tile_b"}};
  family.product->parts = "partials";
  family.product->pitched_b = "pitched";
  family.full_size = {{"m", 4096}, {"n", 4096}, {"k", 4096}};
  return family;
}

}  // namespace warplens::catalog
