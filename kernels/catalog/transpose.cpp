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
  if (more == 0) return {"as wide as the tile", "与 tile 同宽"};
  if (more == 1) return {"one float more than the tile", "比 tile 多一个浮点数"};
  return {fmt::format("{} floats more than the tile", more),
          fmt::format("比 tile 多 {} 个浮点数", more)};
}

// Of the blocks that walk over tiles, or over elements.
Text share_of_blocks(const Parameters& p) {
  const auto tile = p.find("tile");
  if (tile == p.end()) return threads_for({"rows", "cols"})(p);
  const auto across = [&](std::string_view side) {
    return (p.find(side)->second + tile->second - 1) / tile->second;
  };
  const std::int64_t tiles = across("rows") * across("cols"), blocks = p.at("blocks");
  return {fmt::format("{} {} for {} {}", blocks, blocks == 1 ? "block" : "blocks", tiles,
                      tiles == 1 ? "tile" : "tiles"),
          fmt::format("{} 个线程块处理 {} 个 tile", blocks, tiles)};
}

std::vector<Parameter> transpose_parameters() {
  return {
      meaning({"rows", {"Rows", "行数"}, 1, kMaximumSide, 64, {}, {}, true}, in_tiles("rows")),
      meaning({"cols", {"Columns", "列数"}, 1, kMaximumSide, 96, {}, {}, true}, in_tiles("cols")),
      {"block_shape",
       {"Block shape", "线程块形状"},
       block_shape(8, 8),
       block_shape(32, 32),
       block_shape(32, 8),
       {block_shape(8, 8), block_shape(16, 16), block_shape(32, 8), block_shape(32, 32)},
       {{"8 × 8", "8 × 8"}, {"16 × 16", "16 × 16"}, {"32 × 8", "32 × 8"}, {"32 × 32", "32 × 32"}}},
      meaning({"blocks", {"Blocks", "线程块数"}, 1, 4096, 4, {}, {}}, share_of_blocks),
      {"threads",
       {"Threads a block", "每个线程块的线程数"},
       32,
       1024,
       256,
       {32, 64, 128, 256, 512, 1024},
       {}},
      {"tile", {"Tile side", "tile 边长"}, 16, 32, 32, {16, 32}, {}},
      // plan_tile_padded accepts tile to tile + 4.
      meaning({"pitch", {"Tile pitch (floats)", "tile 行距（浮点数）"}, 16, 36, 33, {}, {}},
              pitch_beside_tile),
  };
}

std::vector<IdeaGroup> transpose_ideas() {
  const Text none{"none", "无"}, padding{"padding", "填充"}, exclusive_or{"XOR", "异或"},
      shift{"shift", "移位"}, against{"Against conflicts", "避免冲突"};
  const Text loads{"loads", "读"}, stores{"stores", "写"}, contiguous{"Contiguous", "连续的是"};
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
        {"packed_vector", {"XOR by float4", "按 float4 异或"}}}},
      {contiguous, {{"coalesced_read", loads}, {"coalesced_write", stores}}},
      {contiguous, {{"linear_read", loads}, {"linear_write", stores}}},
      {{"Blocks walk", "线程块的走向"},
       {{"wide_tile", {"along rows", "沿着行"}}, {"wide_tile_down", {"down columns", "沿着列"}}}},
      {{"After the stores", "写入之后"},
       {{"tile", {"barrier", "屏障"}}, {"tile_nobarrier", {"none", "无"}}}},
      {{"In the loop", "循环中"},
       {{"tile_gridstride", {"two barriers", "两道屏障"}},
        {"tile_gridstride_onebarrier", {"one barrier", "一道屏障"}}}},
  };
}

std::vector<Rung> transpose_ladder() {
  return {
      {"coalesced_read",
       {},
       {"The bottom: a store of a warp touches 32 sectors for 4 bytes each.",
        "起点：一个 warp 的一次写入涉及 32 个 sector，每个只用 4 字节。"}},
      {"coalesced_write",
       {},
       {"The scattered side is the loads': a sector read for one float stays in L1 for the next "
        "rows, a sector written in part does not.",
        "分散的一侧换成读：为一个浮点数读来的 sector 会留在 L1 里供后面的行使用，"
        "只写了一部分的 sector 不会。"}},
      {"tile",
       {},
       {"4 sectors a request on both sides in place of 32 on one; but the column read takes 32 "
        "wavefronts.",
        "两侧每个请求都是 4 个 sector，不再有一侧是 32 个；但按列读取要 32 个 wavefront。"}},
      {"tile_padded",
       {},
       {"One wavefront in place of 32 for the column read, for one column more.",
        "只多一列，按列读取就从 32 个 wavefront 降到一个。"}},
      {"packed_vector",
       {},
       {"A quarter of the requests to global memory for the same sectors: fewer instructions, "
        "which were not the limit.",
        "sector 数不变，全局内存的请求减为四分之一：指令更少，但限制不在指令。"}},
      {"wide_tile",
       {},
       {"Pieces of 256 bytes of a row in place of 128, and twice the bytes under way in each "
        "thread, for two-way conflicts.",
        "每段是一行的 256 字节而不是 128 字节，每个线程在途的字节数加倍，代价是 2 路冲突。"}},
      {"wide_tile_down",
       {},
       {"The same accesses; the blocks that run at one time write long pieces of few rows, so that "
        "DRAM turns to another row less often for stores.",
        "访问不变；同时运行的线程块写的是少数几行的长段，DRAM 为写入而换行的次数更少。"}},
      {"fastest",
       {},
       {"The same kernel where rows start on 16 bytes; at other lengths no sector is stored by two "
        "blocks, so none has to be read to be put together.",
        "各行从 16 字节边界开始时是同一个核函数；其他长度下没有 sector 由两个线程块各写一部分，"
        "也就不必读回来拼。"}},
  };
}

}  // namespace

Family transpose_family() {
  Family family;
  family.name = "transpose";
  family.title = {"Transpose", "矩阵转置"};
  family.kind = OperatorKind::rearrangement;
  family.timed = transpose_timed();
  family.parameters = transpose_parameters();
  family.ideas = transpose_ideas();
  const VariantOf variant{family.name, {"rows", "cols"}};
  family.variants = {
      variant("linear_read",
              {"A one-dimensional loop over the input: contiguous loads at any shape, and a "
               "division for each element.",
               "用一维循环遍历输入：任何形状下读都连续，但每个元素要做一次除法。"},
              plan_linear, {"blocks", "threads"}),
      variant("linear_write",
              {"A one-dimensional loop over the output: contiguous stores at any shape, scattered "
               "loads.",
               "用一维循环遍历输出：任何形状下写都连续，读则分散。"},
              plan_linear, {"blocks", "threads"}),
      variant("coalesced_read",
              {"One element a thread, reading along rows: contiguous loads, scattered stores.",
               "每个线程一个元素，沿行读取：读连续，写分散。"},
              plan_coalesced_read, {"block_shape"}),
      variant("coalesced_write",
              {"One element a thread, writing along rows: contiguous stores, scattered loads.",
               "每个线程一个元素，沿行写入：写连续，读分散。"},
              plan_coalesced_write, {"block_shape"}),
      variant("tile",
              {"A tile is turned in shared memory: both global sides contiguous, but the column "
               "read conflicts.",
               "在共享内存中转置一个 tile：两侧全局访问都连续，但按列读取发生 bank 冲突。"},
              plan_tile, {"tile"}),
      variant("tile_fastpath",
              {"The bounds test is made once a block: full tiles take loops without it.",
               "每个线程块只做一次边界判断：完整的 tile 走没有判断的循环。"},
              plan_tile, {"tile"}),
      variant("tile_padded",
              {"The tile's rows are padded, so that a column spreads over the banks.",
               "给 tile 的每一行加填充，使一列分散到不同的 bank。"},
              plan_tile_padded, {"tile", "pitch"}),
      variant("tile_xor",
              {"The tile's own thread mapping, with column XOR row in place of padding: no "
               "conflict, no extra memory.",
               "线程映射与 tile 相同，用列号异或行号代替填充：没有冲突，也不多占共享内存。"},
              plan_tile_xor),
      variant("tile_shift",
              {"The same by addition: each row of the tile is rotated by its number.",
               "同样的做法改用加法：tile 的每一行按行号循环移位。"},
              plan_tile_shift),
      variant("tile_gridstride",
              {"A fixed number of blocks walks over the tiles, with a second barrier before the "
               "tile is used again.",
               "固定数量的线程块循环处理各个 tile，再次使用 tile 之前要有第二个屏障。"},
              plan_walked_tiles, {"tile", "blocks"}),
      variant("packed_padded",
              {"Four floats a global access through a padded tile: a quarter of the instructions.",
               "经过带填充的 tile，每次全局访问四个浮点数：指令数减为四分之一。"},
              plan_packed_padded),
      variant("packed_xor",
              {"Four floats a global access, and column XOR row in place of padding: no conflict, "
               "no extra memory.",
               "每次全局访问四个浮点数，用列号异或行号代替填充：没有冲突，也不多占共享内存。"},
              plan_packed_xor),
      variant("packed_shift",
              {"Each row of the tile is rotated by its number in place of the XOR: the same costs "
               "by addition.",
               "用加法代替异或：tile 的每一行按行号循环移位，开销相同。"},
              plan_packed_shift),
      variant("packed_vector",
              {"The XOR moves groups of four floats, so that a float4 enters the tile by one "
               "store, without a conflict.",
               "异或以四个浮点数为一组移动，一个 float4 只需一次写入 tile，且没有冲突。"},
              plan_packed_vector),
      variant("wide_tile",
              {"A tile of 64 × 64: two float4 a thread are asked for before the first is kept.",
               "64 × 64 的 tile：每个线程先发出两个 float4 的读取，再存入第一个。"},
              plan_wide_tile),
      variant("wide_tile_down",
              {"The same blocks, which walk down the matrix first: neighbours write pieces of the "
               "same rows.",
               "同样的线程块，但先沿着矩阵往下走：相邻的线程块写同几行中相邻的几段。"},
              plan_wide_tile_down),
      variant("whole_sectors",
              {"Any length, one float a lane: a block's piece of every row begins and ends with a "
               "sector, wherever the row starts.",
               "任意长度，每个 lane 一个浮点数：无论一行从哪里开始，线程块负责的每一段都在 sector "
               "的边界上开始和结束。"},
              plan_whole_sectors),
      variant(
          "fastest",
          {"Of five kernels the one that the matrix's lengths ask for: the wide tile down "
           "columns where both are multiples of four, else one float a lane, of large matrices by "
           "whole sectors.",
           "按矩阵的行列数从五个核函数中选一个：都是四的倍数时用先沿着列走的 64 × 64 "
           "tile，否则每个 lane 一个浮点数，大矩阵按完整的 sector 写入。"},
          plan_transpose_fastest),
      broken(
          variant("tile_nobarrier",
                  {"Broken: the tile without its barrier, so that lanes read what others may not "
                   "have written.",
                   "错误示例：tile 缺少屏障，线程可能读到别人尚未写入的元素。"},
                  plan_tile, {"tile"})),
      broken(variant(
          "tile_gridstride_onebarrier",
          {"Broken: the walk over tiles without its second barrier, so that the next tile "
           "overwrites what others still read.",
           "错误示例：循环处理 tile 时缺少第二个屏障，下一个 tile 会覆盖别人还在读的元素。"},
          plan_walked_tiles, {"tile", "blocks"})),
  };
  family.ladder = transpose_ladder();
  family.full_size = {{"rows", 16384}, {"cols", 16384}};
  return family;
}

}  // namespace warplens::catalog
