// The gemm family: parameters, and each variant's idea in a sentence.
#include "kernels/catalog/describe.h"
#include "kernels/catalog/gemm_plans.h"
#include "kernels/catalog/meanings.h"
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
  };
}

}  // namespace

Family gemm_family() {
  Family family;
  family.name = "gemm";
  family.title = {"Matrix product", "矩阵乘法"};
  family.timed = gemm_timed();
  family.parameters = gemm_parameters();
  const VariantOf variant{family.name, {"m", "n", "k"}};
  family.ideas = {{{"Rows of the tiles", "tile 行距"},
                   {{"register_tile", {"64 floats", "64 个浮点数"}},
                    {"register_tile_padded", {"65 floats", "65 个浮点数"}}}},
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
      variant("pitched",
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
      broken(variant(
          "kahan_lost",
          {"Broken: the compensation is never computed, so that this is a plain sum in disguise.",
           "错误示例：从不计算补偿量，实际上只是普通求和。"},
          plan_gemm_kahan)),
  };
  family.full_size = {{"m", 4096}, {"n", 4096}, {"k", 4096}};
  return family;
}

}  // namespace warplens::catalog
