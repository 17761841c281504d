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
      {{"After the stores", "写入之后"},
       {{"tile", {"barrier", "屏障"}}, {"tile_nobarrier", {"none", "无"}}}},
      {{"In the loop", "循环中"},
       {{"tile_gridstride", {"two barriers", "两道屏障"}},
        {"tile_gridstride_onebarrier", {"one barrier", "一道屏障"}}}},
  };
}

}  // namespace

Family transpose_family() {
  Family family;
  family.name = "transpose";
  family.title = {"Transpose", "矩阵转置"};
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
  family.full_size = {{"rows", 16384}, {"cols", 16384}};
  family.ladder = {
      {"coalesced_read",
       {},
       {"One element a thread: loads are contiguous, each store touches 32 sectors.",
        "每个线程一个元素：读取连续，每次写入触及 32 个 sector。"}},
      {"tile",
       {},
       {"A tile in shared memory makes stores contiguous too: 4 sectors in place of 32.",
        "经过共享内存中的 tile，写入也连续：4 个 sector，而不是 32 个。"}},
      {"tile_padded",
       {},
       {"Padding removes the conflicts: 1 wavefront in place of 32.",
        "填充消除冲突：wavefront 从 32 个减为 1 个。"}},
      {"packed_vector",
       {},
       {"Four floats an access: a quarter of the instructions.",
        "每次访问四个浮点数：指令减为四分之一。"}}};
  return family;
}

}  // namespace warplens::catalog
