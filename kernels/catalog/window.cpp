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

std::vector<Rung> window_ladder() {
  return {
      {"blur_direct",
       {},
       {"The bottom: each pixel is asked for by every square that it is in, nine times for 3 × 3; "
        "L1 answers, and every request takes its instructions.",
        "起点：每个像素被它所在的每个窗口各读一次，3 × 3 时是九次；由 L1 "
        "应答，但每个请求都要花指令。"}},
      {"blur_rolling",
       {},
       {"Fewer than half of the requests and instructions for the same bytes, and all of a "
        "thread's loads under way before the first sum.",
        "字节数不变，请求和指令不到一半；一个线程的读取在第一次求和之前全部在途。"}},
      {"blur_strip",
       {},
       {"One load of 16 bytes in place of three or five of 4 for each row: the requests are few "
        "enough for DRAM alone to be left as the limit.",
        "每行一次 16 字节的读取，代替三次或五次 4 字节的：请求少到限制只剩 DRAM。"}},
      {"blur_separable_fused",
       {},
       {"Nothing at DRAM's rate already. A block makes a row's sums once, by accesses of 16 bytes "
        "wherever rows start: there DRAM's rate, too.",
        "速率已是 DRAM 的地方没有提升。线程块对每行只求一次和，无论各行从哪里开始，访问都是 16 "
        "字节：那里也应达到 DRAM 的速率。"}},
  };
}

}  // namespace

Family window_family() {
  Family family;
  family.name = "window";
  family.title = {"Windows over a matrix", "矩阵上的窗口"};
  family.kind = OperatorKind::window;
  family.timed = window_timed();
  family.parameters = window_parameters();
  const VariantOf variant{family.name, {"rows", "cols", "window"}};
  family.ideas = {{{"Neighbours come from", "相邻元素取自"},
                   {{"blur_direct", {"global memory", "全局内存"}},
                    {"blur_tile", {"shared memory", "共享内存"}},
                    {"blur_rolling", {"registers", "寄存器"}},
                    {"blur_strip", {"lanes beside", "相邻的 lane"}}}},
                  {{"A tile has", "一个 tile 中"},
                   {{"blur_tile", {"a pixel a thread", "每线程一个像素"}},
                    {"blur_wide_tile", {"16 pixels a thread", "每线程 16 个像素"}}}},
                  {{"Along rows, then columns", "先沿行再沿列"},
                   {{"blur_separable", {"two launches", "两次启动"}},
                    {"blur_separable_fused", {"one launch", "一次启动"}}}},
                  {{"Two filters", "两次滤波"},
                   {{"blur_twice", {"two launches", "两次启动"}},
                    {"blur_twice_fused", {"one launch", "一次启动"}}}}};
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
      variant(
          "blur_wide_tile",
          {"Tiles of 128 columns: 16 pixels a thread, four in one access, all of them under way "
           "together.",
           "128 列宽的 tile：每个线程 16 个像素，一次访问四个，所有访问同时在途。"},
          plan_blur_wide_tile),
      variant("blur_separable",
              {"Two launches, along rows and along columns: 2 × side loads in place of side².",
               "两次启动，先沿行再沿列：读取次数从边长的平方降为边长的两倍。"},
              plan_blur_separable),
      variant("blur_separable_fused",
              {"The same in one launch: the sums along rows stay in shared memory.",
               "一次启动做完同样的事：沿行的和留在共享内存里。"},
              plan_blur_separable_fused),
      variant("blur_rolling",
              {"Eight pixels of a column a thread: the sums along their rows stay in registers for "
               "the next pixels.",
               "每个线程处理一列中的八个像素：沿行的和留在寄存器里，供后面的像素使用。"},
              plan_blur_rolling),
      variant("blur_strip",
              {"The same with four pixels a lane in one access; those to its sides come from the "
               "lanes beside it.",
               "每个 lane 一次访问四个像素；两侧的像素取自相邻的 lane。"},
              plan_blur_strip),
      variant("blur_twice",
              {"Two such blurs, one after the other: the first one's result goes out to memory and "
               "comes back.",
               "先后做两次这样的模糊：第一次的结果写到内存，再读回来。"},
              plan_blur_twice),
      variant("blur_twice_fused",
              {"Both blurs in one launch: the first one's result stays in registers.",
               "一次启动做完两次模糊：第一次的结果留在寄存器里。"},
              plan_blur_twice_fused),
      with_range(
          variant(
              "maxpool",
              {"The largest element of each square, squares edge to edge: nothing is reused, lanes "
               "stand apart.",
               "每个方块取最大元素，方块首尾相接：没有数据重用，各 lane 彼此隔开。"},
              plan_maxpool),
          any_window()),
  };
  family.ladder = window_ladder();
  family.full_size = {{"rows", kMaximumSide}, {"cols", kMaximumSide}};
  return family;
}

}  // namespace warplens::catalog
