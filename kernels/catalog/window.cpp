// The window family: kernels whose outputs need neighbouring inputs.
#include "kernels/catalog/describe.h"
#include "kernels/catalog/timed.h"
#include "kernels/catalog/window_plans.h"

namespace warplens::catalog {
namespace {

constexpr std::int64_t kMaximumPool = 32;

std::vector<Parameter> window_parameters() {
  return {
      {"rows", {"Rows", "行数"}, 1, kMaximumSide, 64, {}, {}, true},
      {"cols", {"Columns", "列数"}, 1, kMaximumSide, 96, {}, {}, true},
      {"window", {"Window", "窗口"}, 3, 5, 3, {3, 5}, {{"3 × 3", "3 × 3"}, {"5 × 5", "5 × 5"}}},
  };
}

Parameter any_window() {
  return meaning({"window", {"Window side", "窗口边长"}, 1, kMaximumPool, 2, {}, {}},
                 [](const Parameters& p) {
                   const std::int64_t elements = p.at("window") * p.at("window");
                   return Text{fmt::format("{} elements a square", elements),
                               fmt::format("每个方块 {} 个元素", elements)};
                 });
}

}  // namespace

Family window_family() {
  Family family;
  family.name = "window";
  family.title = {"Windows over a matrix", "矩阵上的窗口"};
  family.timed = window_timed();
  family.parameters = window_parameters();
  const VariantOf variant{family.name, {"rows", "cols", "window"}};
  family.ideas = {{{"Neighbours come from", "相邻元素取自"},
                   {{"blur_direct", {"global memory", "全局内存"}},
                    {"blur_tile", {"shared memory", "共享内存"}}}}};
  family.variants = {
      variant("blur_direct",
              {"Each thread reads the square around its element from global memory: neighbours "
               "load the same elements again.",
               "每个线程直接从全局内存读取周围的方形窗口：相邻线程重复读取相同的元素。"},
              plan_blur_direct),
      variant("blur_tile",
              {"A block loads its tile with a halo into shared memory once, and sums from there.",
               "线程块把 tile 连同外圈一次读入共享内存，再从中求和。"},
              plan_blur_tile),
      variant("blur_separable",
              {"Two launches, along rows and along columns: 2 × side loads in place of side².",
               "两次启动，先沿行再沿列：读取次数从边长的平方降为边长的两倍。"},
              plan_blur_separable),
      with_range(
          variant(
              "maxpool",
              {"The largest element of each square, squares edge to edge: nothing is reused, lanes "
               "stand apart.",
               "每个方块取最大元素，方块首尾相接：没有数据重用，各 lane 彼此隔开。"},
              plan_maxpool),
          any_window()),
  };
  family.full_size = {{"rows", kMaximumSide}, {"cols", kMaximumSide}};
  return family;
}

}  // namespace warplens::catalog
