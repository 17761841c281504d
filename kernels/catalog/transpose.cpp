// The transpose family: parameters, and each variant's idea in a sentence.
#include "kernels/catalog/transpose_plans.h"

namespace warplens::catalog {
namespace {

// 16384² floats are 1 GiB; element indices still fit an int.
constexpr std::int64_t kMaximumSide = 16384;

std::vector<Parameter> parameters() {
  return {
      {"rows", {"Rows", "行数"}, 1, kMaximumSide, 64, {}, {}, true},
      {"cols", {"Columns", "列数"}, 1, kMaximumSide, 96, {}, {}, true},
      {"block_shape",
       {"Block shape", "线程块形状"},
       block_shape(8, 8),
       block_shape(32, 32),
       block_shape(32, 8),
       {block_shape(8, 8), block_shape(16, 16), block_shape(32, 8), block_shape(32, 32)},
       {{"8 × 8", "8 × 8"}, {"16 × 16", "16 × 16"}, {"32 × 8", "32 × 8"}, {"32 × 32", "32 × 32"}}},
      {"tile", {"Tile side", "瓦片边长"}, 16, 32, 32, {16, 32}, {}},
      // plan_tile_padded accepts tile to tile + 4.
      {"pitch", {"Tile pitch (floats)", "瓦片行距（浮点数）"}, 16, 36, 33, {}, {}},
  };
}

Variant variant(std::string name, Text idea, std::vector<std::string> own_parameters,
                Result<Plan> (*plan)(const Parameters&)) {
  Variant result;
  result.source = fmt::format("kernels/catalog/transpose/{}.cu", name);
  result.name = std::move(name);
  result.idea = std::move(idea);
  result.parameters = {"rows", "cols"};
  result.parameters.insert(result.parameters.end(), own_parameters.begin(), own_parameters.end());
  result.plan = plan;
  return result;
}

Variant broken(Variant twin) {
  twin.broken = true;
  return twin;
}

}  // namespace

Family transpose_family() {
  Family family;
  family.name = "transpose";
  family.title = {"Transpose", "矩阵转置"};
  family.parameters = parameters();
  family.variants = {
      variant("coalesced_read",
              {"One element a thread, reading along rows: contiguous loads, scattered stores.",
               "每个线程一个元素，沿行读取：读连续，写分散。"},
              {"block_shape"}, plan_coalesced_read),
      variant("coalesced_write",
              {"One element a thread, writing along rows: contiguous stores, scattered loads.",
               "每个线程一个元素，沿行写入：写连续，读分散。"},
              {"block_shape"}, plan_coalesced_write),
      variant("tile",
              {"A tile is turned in shared memory: both global sides contiguous, but the column "
               "read conflicts.",
               "在共享内存中转置一个瓦片：两侧全局访问都连续，但按列读取发生 bank 冲突。"},
              {"tile"}, plan_tile),
      variant("tile_padded",
              {"The tile's rows are padded, so that a column spreads over the banks.",
               "给瓦片的每一行加填充，使一列分散到不同的 bank。"},
              {"tile", "pitch"}, plan_tile_padded),
      variant("packed_padded",
              {"Four floats a global access through a padded tile: a quarter of the instructions.",
               "经过带填充的瓦片，每次全局访问四个浮点数：指令数减为四分之一。"},
              {}, plan_packed_padded),
      variant("packed_xor",
              {"Four floats a global access, and column XOR row in place of padding: no conflict, "
               "no extra memory.",
               "每次全局访问四个浮点数，用列号异或行号代替填充：没有冲突，也不多占共享内存。"},
              {}, plan_packed_xor),
      broken(
          variant("tile_nobarrier",
                  {"Broken: the tile without its barrier, so that lanes read what others may not "
                   "have written.",
                   "错误示例：瓦片缺少屏障，线程可能读到别人尚未写入的元素。"},
                  {"tile"}, plan_tile_nobarrier)),
  };
  return family;
}

}  // namespace warplens::catalog
