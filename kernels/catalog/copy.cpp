// The copy family: what the other families of its bytes are held against.
#include "kernels/catalog/copy_plans.h"
#include "kernels/catalog/describe.h"
#include "kernels/catalog/timed.h"

namespace warplens::catalog {
namespace {

std::vector<Rung> copy_ladder() {
  return {{"element",
           {},
           {"The bottom: a sector is read once and written once, but each warp has only 128 bytes "
            "under way.",
            "起点：每个 sector 读一次、写一次，但每个 warp 只有 128 字节在途。"}},
          {"vector",
           {},
           {"Four times the bytes under way in each warp for the same sectors, and a quarter of "
            "the instructions: DRAM alone is left as the limit.",
            "sector 数不变，每个 warp 在途的字节数是四倍，指令数减为四分之一：限制只剩 DRAM。"}}};
}

}  // namespace

Family copy_family() {
  Family family;
  family.name = "copy";
  family.title = {"Copy", "复制"};
  family.kind = OperatorKind::rearrangement;
  family.timed = copy_timed();
  family.parameters = {
      {"rows", {"Rows", "行数"}, 1, kMaximumSide, 64, {}, {}, true},
      {"cols", {"Columns", "列数"}, 1, kMaximumSide, 96, {}, {}, true},
  };
  family.ideas = {
      {{"An access", "一次访问"},
       {{"element", {"a float", "一个浮点数"}}, {"vector", {"four floats", "四个浮点数"}}}},
      {{"Blocks walk", "线程块的走向"},
       {{"tiles", {"along rows", "沿着行"}}, {"tiles_down", {"down columns", "沿着列"}}}}};
  const VariantOf variant{family.name, {"rows", "cols"}};
  family.variants = {
      variant(
          "element",
          {"One float a thread, in the order of memory.", "每个线程一个浮点数，按内存中的顺序。"},
          plan_copy_element),
      variant(
          "vector",
          {"A float4 a thread, in the order of memory.", "每个线程一个 float4，按内存中的顺序。"},
          plan_copy_vector),
      variant("tiles",
              {"The tiles of the fastest transpose without the turning, along the rows.",
               "最快的矩阵转置所用的 tile，只是不转置，沿着行走。"},
              plan_copy_tiles),
      variant("tiles_down",
              {"The same tiles down the columns: what a transpose has to do on one of its sides.",
               "同样的 tile，但沿着列走：矩阵转置总有一侧必须这样做。"},
              plan_copy_tiles_down),
  };
  family.ladder = copy_ladder();
  family.full_size = {{"rows", kMaximumSide}, {"cols", kMaximumSide}};
  return family;
}

}  // namespace warplens::catalog
