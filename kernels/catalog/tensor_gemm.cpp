// The tensor_gemm family: matrix products on tensor cores, each variant's idea in a sentence.
#include "kernels/catalog/describe.h"
#include "kernels/catalog/meanings.h"
#include "kernels/catalog/tensor_gemm_plans.h"
#include "kernels/catalog/timed.h"

namespace warplens::catalog {
namespace {

std::vector<Parameter> tensor_parameters() {
  return {
      meaning({"m", {"Rows of C (m)", "C 的行数 (m)"}, 1, kMaximumSide, 64, {}, {}, true},
              in_tiles("m")),
      meaning({"n", {"Columns of C (n)", "C 的列数 (n)"}, 1, kMaximumSide, 64, {}, {}, true},
              in_tiles("n")),
      meaning({"k", {"Terms a sum (k)", "每个和的项数 (k)"}, 1, kMaximumSide, 64, {}, {}, true},
              in_tiles("k")),
      {"type",
       {"Type of A and B", "A 与 B 的类型"},
       tensor_f16,
       tensor_bf16,
       tensor_f16,
       {tensor_f16, tensor_bf16},
       {{"f16", "f16 类型"}, {"bf16", "bf16 类型"}}},
  };
}

std::vector<Rung> tensor_ladder() {
  return {
      {"one_tile",
       {},
       {"The bottom: an mma.sync takes twelve loads of two bytes a lane, and a row of A is asked "
        "for "
        "anew by every 8 columns of C.",
        "最底层：一条 mma.sync 要每个 lane 做十二次 2 字节的读取，C 的每 8 列都要重新请求 A "
        "的一行。"}},
      {"shared",
       {},
       {"Each element comes from global memory once for 64 rows or columns of C, eight in a load: "
        "the "
        "sectors asked of L1 and L2 fall; 8-way shared reads take their place.",
        "每个元素为 C 的 64 行或 64 列只从全局内存来一次，一次读取带来八个：向 L1 和 L2 请求的 "
        "sector 减少，取而代之的是 8 路冲突的共享内存读取。"}},
      {"ldmatrix",
       {},
       {"Far fewer instructions gather the fragments, but each of them is 8-way: as many "
        "wavefronts, "
        "so little is gained where shared memory is the limit.",
        "收集 fragment 的指令少得多，但每条都有 8 路冲突：wavefront "
        "一样多，因此在共享内存是瓶颈时收益不大。"}},
      {"swizzled",
       {},
       {"An eighth of the wavefronts of every ldmatrix: 4 instead of 32.",
        "每次 ldmatrix 的 wavefront 降到八分之一：4 个，而不是 32 个。"}},
      {"warp_tiles",
       {},
       {"Half the bytes a multiply-add from shared memory and from global memory, for registers: "
        "fewer warps an SM are left to hide the waits for global memory.",
        "每次乘加从共享内存和全局内存取的字节都减半，代价是寄存器：每个 SM "
        "上用来掩盖全局内存等待的 warp 更少。"}},
      {"stages",
       {},
       {"Two steps' copies are under way while one is worked on, and one barrier a step: the waits "
        "for global memory that warp_tiles has in every step go.",
        "计算一步时有两步的拷贝在途，每步一个屏障：warp_tiles 每步都有的全局内存等待消失。"}},
      {"wide_tiles",
       {},
       {"Three quarters of the bytes from L2 a multiply-add, and ldmatrix a part ahead of the "
        "tensor "
        "cores.",
        "每次乘加从 L2 取的字节减为四分之三，ldmatrix 比 Tensor Core 提前一份。"}},
      {"tall_tiles",
       {},
       {"Half as many multiply-adds again for each tile of B: seven ninths of the bytes from L2, "
        "five sixths of the shared wavefronts.",
        "B 的每个 tile 再多算一半的乘加：从 L2 取的字节减为九分之七，共享内存的 wavefront "
        "减为六分之五。"}},
      {"warpgroups",
       {},
       {"No ldmatrix and no fragments: wgmma reads the tiles where they lie, B's once for 64 rows "
        "of C, and goes on while the copies of a later step are asked for.",
        "没有 ldmatrix，也没有 fragment：wgmma 就地读取共享内存中的 tile，B 的 tile 每 64 行 C "
        "只读一次；请求后面一步的拷贝时它照样继续。"}},
      {"producer",
       {},
       {"No warp that multiplies asks for copies, no barrier of the block holds wgmma back, and "
        "the "
        "copies of the next tile are under way while the last is stored.",
        "做乘法的 warp 不再请求拷贝，没有线程块的屏障让 wgmma 等待；存储上一个 tile "
        "时，下一个 tile 的拷贝已在途中。"}},
      {"tma",
       {},
       {"Five instructions of one thread a step in place of 24 of each of 128: no address and no "
        "swizzle to compute, and no load or store unit between L2 and shared memory.",
        "每一步只要一个线程的五条指令，而不是 128 个线程各 24 条：不再计算地址和 swizzle，L2 "
        "与共享内存之间也不再经过 load/store 单元。"}},
  };
}

}  // namespace

Family tensor_gemm_family() {
  Family family;
  family.name = "tensor_gemm";
  family.title = {"Matrix product on tensor cores", "Tensor Core 上的矩阵乘法"};
  family.kind = OperatorKind::product;
  family.timed = tensor_gemm_timed();
  family.parameters = tensor_parameters();
  const VariantOf variant{family.name, {"m", "n", "k", "type"}};
  family.ideas = {{{"Rows of the tiles", "tile 的行"},
                   {{"ldmatrix", {"plain", "原样"}}, {"swizzled", {"XOR", "XOR"}}}}};
  family.variants = {
      variant("one_tile",
              {"A warp a tile of 16 × 8 by mma.sync, whose fragments every lane loads from global "
               "memory by itself.",
               "每个 warp 用 mma.sync 计算 16 × 8 的一个 tile，各 lane 自己从全局内存读取 "
               "fragment。"},
              plan_tensor_one_tile),
      variant(
          "shared",
          {"Tiles of 64 × 64 in shared memory, out of which lanes gather their fragments word by "
           "word: 8-way.",
           "共享内存中 64 × 64 的 tile，各 lane 从中逐个 4 字节字地收集 fragment：8 路冲突。"},
          plan_tensor_shared),
      variant(
          "ldmatrix",
          {"Four 8 × 8 matrices an instruction instead of word by word; rows 128 bytes apart "
           "still meet at the same banks.",
           "一条指令读四个 8 × 8 矩阵，不再逐个元素读取；相距 128 字节的行仍落在相同的 bank 上。"},
          plan_tensor_ldmatrix),
      variant(
          "swizzled",
          {"The 16-byte groups of each row exchanged by an XOR with its number: no conflict, and "
           "no byte more.",
           "每行的 16 字节组按行号做 XOR 交换：没有冲突，也不多占字节。"},
          plan_tensor_swizzled),
      variant(
          "warp_tiles",
          {"64 × 64 of C a warp in registers: each fragment that is read serves twice as many "
           "mma.sync.",
           "每个 warp 在寄存器中保存 C 的 64 × 64：读来的每个 fragment 供两倍的 mma.sync 使用。"},
          plan_tensor_warp_tiles),
      variant("stages",
              {"Three pairs of tiles that cp.async fills two steps ahead of the sums.",
               "三对 tile，由 cp.async 比求和提前两步填好。"},
              plan_tensor_stages),
      variant(
          "wide_tiles",
          {"Tiles of 128 × 256, fragments loaded ahead of their mma.sync, blocks in an order that "
           "keeps what they read in L2.",
           "128 × 256 的 tile，fragment 在 mma.sync 之前提前读取，线程块的次序使读取的内容留在 "
           "L2 中。"},
          plan_tensor_wide_tiles),
      variant("tall_tiles",
              {"Tiles of 192 × 256 and 96 × 64 a warp: fragments of A come by turns of 16 rows, so "
               "that the sums have the registers.",
               "192 × 256 的 tile，每个 warp 96 × 64：A 的 fragment 每轮只取 16 "
               "行，把寄存器留给和。"},
              plan_tensor_tall_tiles),
      variant("warpgroups",
              {"wgmma, by which four warps multiply tiles of 128 × 256 that lie in shared memory: "
               "the registers keep the sums alone.",
               "用 wgmma：四个 warp 一起直接计算共享内存中 128 × 256 的 tile，寄存器只存放和。"},
              plan_tensor_warpgroups),
      variant("producer",
              {"One warpgroup copies and two multiply, in blocks that go from tile to tile, with "
               "two mbarriers a stage in place of the block's barrier.",
               "一个 warpgroup 做拷贝，两个做乘法，线程块逐个处理 tile，每个阶段两个 "
               "mbarrier，取代线程块的屏障。"},
              plan_tensor_producer),
      variant("tma",
              {"TMA brings whole boxes of A and B, swizzled as wgmma reads them: one thread asks, "
               "and an mbarrier counts the bytes.",
               "TMA 搬来 A 和 B 的整个 box，并按 wgmma 读取的方式做好 swizzle：一个线程发出请求，"
               "由 mbarrier 对到达的字节计数。"},
              plan_tensor_tma),
  };
  family.full_size = {{"m", 4096}, {"n", 4096}, {"k", 4096}};
  family.ladder = tensor_ladder();
  family.product = ProductRoles{"a", "b", "c", {"tile_a", "tiles"}, {"tile_b", "tiles"}, true};
  return family;
}

}  // namespace warplens::catalog
