// The add family: parameters, and each variant's idea in a sentence.
#include "kernels/catalog/add_plans.h"
#include "kernels/catalog/describe.h"
#include "kernels/catalog/meanings.h"
#include "kernels/catalog/timed.h"

namespace warplens::catalog {
namespace {

constexpr std::int64_t kMaximumElements = kMaximumSide * kMaximumSide;  // three buffers of 1 GiB
constexpr std::int64_t kLargestByteOffset = 32;                         // a cache line

Parameter offset(std::string_view buffer) {
  return {
      fmt::format("offset_{}", buffer),
      {fmt::format("Offset of {} (floats)", buffer), fmt::format("{} 的偏移（浮点数）", buffer)},
      0,
      kLargestByteOffset,
      0,
      {},
      {}};
}

// "64 for 50 columns": what so many blocks reach.
Text across(const Parameters& p) {
  return {fmt::format("{} for {} columns", p.at("grid_x") * p.at("block_x"), p.at("cols")),
          fmt::format("{} 列线程对 {} 列", p.at("grid_x") * p.at("block_x"), p.at("cols"))};
}
Text down(const Parameters& p) {
  return {fmt::format("{} for {} rows", p.at("grid_y") * p.at("block_y"), p.at("rows")),
          fmt::format("{} 行线程对 {} 行", p.at("grid_y") * p.at("block_y"), p.at("rows"))};
}

std::vector<Parameter> add_parameters() {
  return {
      meaning({"n", {"Elements", "元素数"}, 1, kMaximumElements, 4096, {}, {}, true}, in_blocks),
      {"rows", {"Rows", "行数"}, 1, kMaximumSide, 64, {}, {}, true},
      {"cols", {"Columns", "列数"}, 1, kMaximumSide, 64, {}, {}, true},
      meaning({"blocks", {"Blocks", "线程块数"}, 1, 65536, 4, {}, {}}, threads_for({"n"})),
      meaning({"threads", {"Threads a block", "每个线程块的线程数"}, 1, 1024, 64, {}, {}},
              in_warps),
      {"block_x", {"Block width", "线程块宽度"}, 1, 256, 32, {}, {}},
      meaning({"block_y", {"Block height", "线程块高度"}, 1, 256, 8, {}, {}}, block_in_warps),
      meaning({"grid_x", {"Blocks across", "横向线程块数"}, 1, 64, 2, {}, {}}, across),
      meaning({"grid_y", {"Blocks down", "纵向线程块数"}, 1, 64, 7, {}, {}}, down),
      offset("a"),
      offset("b"),
      offset("c"),
  };
}

// Shuffles take a whole warp.
Parameter whole_warps() {
  Parameter threads = {"threads", {"Threads a block", "每个线程块的线程数"}, 32, 1024, 64, {}, {}};
  threads.choices = {32, 64, 128, 256, 512, 1024};
  return threads;
}

}  // namespace

namespace {

std::vector<Rung> add_ladder() {
  return {
      {"one_thread_blocks",
       {},
       {"The bottom: a warp for each element, with one lane of 32 at work, and a block's start for "
        "each.",
        "起点：每个元素一个 warp，32 个 lane 中只有一个在工作，每个元素还要启动一个线程块。"}},
      {"thread_chunk",
       {},
       {"Every lane works, and a few blocks do all of it; but lanes stand a chunk apart, so each "
        "request is still a sector a lane.",
        "所有 lane 都工作，只用少量线程块；但各 lane 相隔一整段，每个请求仍是每个 lane 一个 "
        "sector。"}},
      {"block_stride",
       {},
       {"Lanes side by side: 4 or 5 sectors a request in place of 32, all bytes of which are used "
        "at once.",
        "各 lane 相邻：每个请求 4 或 5 个 sector 而不是 32 个，其中的字节立刻全部用上。"}},
      {"grid_stride",
       {},
       {"The same sectors in another order: all blocks work in one stretch of memory, so that "
        "DRAM's open pages are used up.",
        "sector 不变，只换顺序：所有线程块在同一段内存里工作，DRAM 打开的页可以用完。"}},
      {"vector4",
       {},
       {"A quarter of the instructions, and four times as many bytes under way in each warp.",
        "指令数减为四分之一，每个 warp 在途的字节数是四倍。"}},
      {"one_vector",
       {},
       {"No loop: no thread waits with its next loads for its last store, and blocks follow each "
        "other without a slowest one that all wait for.",
        "没有循环：线程不必等上一次写入才发出下一次读取，线程块一个接一个，不必等最慢的。"}},
      {"fastest",
       {},
       {"As many bytes under way in each thread, by single floats: four times the requests, which "
        "are not the limit, and the same sectors at any offset.",
        "每个线程在途的字节数不变，但都是单个的浮点数：请求数是四倍，而限制不在请求；任何偏移下 "
        "sector 数都相同。"}},
  };
}

}  // namespace

Family add_family() {
  Family family;
  family.name = "add";
  family.title = {"Adding vectors", "向量相加"};
  family.kind = OperatorKind::element_wise;
  family.timed = add_timed();
  family.parameters = add_parameters();
  const VariantOf variant{family.name, {"offset_a", "offset_b", "offset_c"}};
  family.ideas = {{{"A thread's elements", "线程的元素"},
                   {{"block_stride", {"block stride", "线程块步长"}},
                    {"thread_chunk", {"one chunk", "连续一段"}},
                    {"grid_stride", {"grid stride", "网格步长"}}}},
                  {{"Wide access", "宽访问"},
                   {{"linear_1d", {"a float each", "各读一个浮点数"}},
                    {"vector4", {"float4", "float4"}},
                    {"one_vector", {"one float4", "一个 float4"}},
                    {"peeled", {"peeled", "剥离"}},
                    {"misaligned_shuffle", {"shuffled", "shuffle 拼接"}},
                    {"fastest", {"four floats", "四个浮点数"}}}}};
  family.variants = {
      variant("one_thread_blocks",
              {"A block for each element: a warp with one active lane, a sector moved for every "
               "float.",
               "每个元素一个线程块：warp 中只有一个活动 lane，每个浮点数都要搬运一整个 sector。"},
              plan_add_one_thread_blocks, {"n"}),
      variant("matrix_2d",
              {"A two-dimensional grid over a matrix: contiguous rows, idle lanes where the "
               "columns are no multiple of 32.",
               "用二维网格覆盖矩阵：行内访问连续，列数不是 32 的倍数时会有空闲的 lane。"},
              plan_add_matrix_2d, {"rows", "cols", "block_x", "block_y"}),
      broken(variant(
          "matrix_2d_own_grid",
          {"The grid is typed in instead of computed from the matrix: too small, and elements are "
           "never written; too large, and whole blocks have nothing to do.",
           "网格大小是手填的，不是按矩阵算出来的：太小，就有元素没人写；太大，就有整个线程块无事可"
           "做。"},
          plan_add_matrix_2d_own_grid, {"rows", "cols", "block_x", "block_y", "grid_x", "grid_y"})),
      variant("linear_1d",
              {"One element a thread in one dimension: contiguous accesses at any length.",
               "一维网格，每个线程一个元素：任何长度下访问都连续。"},
              plan_add_linear_1d, {"n", "threads"}),
      variant(
          "block_stride",
          {"Each block walks its own contiguous chunk, its threads side by side: contiguous "
           "accesses, blocks far apart.",
           "每个线程块处理自己的一段连续数据，块内线程并排前进：访问连续，线程块之间相距很远。"},
          plan_add_walk, {"n", "blocks", "threads"}),
      variant("thread_chunk",
              {"Each thread walks its own contiguous chunk: the lanes of a warp touch places far "
               "apart.",
               "每个线程处理自己的一段连续数据：同一 warp 的各 lane 访问的位置相距很远。"},
              plan_add_walk, {"n", "blocks", "threads"}),
      variant("grid_stride",
              {"All threads of the grid stand side by side and step by the grid's width: "
               "contiguous accesses, blocks close together.",
               "整个网格的线程并排，每步前进一个网格的宽度：访问连续，线程块之间紧挨着。"},
              plan_add_walk, {"n", "blocks", "threads"}),
      variant("vector4",
              {"Four floats an access where pointers and length allow it, one at a time where they "
               "do not.",
               "指针和长度都合适时每次访问四个浮点数，否则逐个访问。"},
              plan_add_walk, {"n", "blocks", "threads"}),
      variant("one_vector",
              {"A float4 a thread and no loop: as many threads as there are vectors.",
               "每个线程只处理一个 float4，没有循环：有多少个向量就有多少个线程。"},
              plan_add_one_vector, {"n", "threads"}),
      variant("fastest",
              {"Four single floats a thread, a block's width apart and all asked for before the "
               "first is added: nothing has to be aligned.",
               "每个线程四个单独的浮点数，彼此相隔一个线程块的宽度，先全部发出读取再相加：什么都不"
               "必对齐。"},
              plan_add_fastest, {"n", "threads"}),
      broken(variant("vector4_unchecked",
                     {"Four floats an access without looking at the pointers: right only where all "
                      "of them are aligned.",
                      "每次访问四个浮点数，却不检查指针：只有三个指针都对齐时才正确。"},
                     plan_add_walk, {"n", "blocks", "threads"})),
      variant("peeled",
              {"Equally misaligned pointers: a few elements are peeled off, and the rest is "
               "aligned for all three.",
               "三个指针的未对齐量相同：先单独处理开头几个元素，其余部分对三者都对齐。"},
              plan_add_peeled, {"n", "blocks", "threads"}),
      with_range(variant("misaligned_shuffle",
                         {"Differently misaligned pointers: aligned vectors are loaded and joined "
                          "anew with the next lane's by shuffles.",
                          "三个指针的未对齐量各不相同：按对齐的向量读取，再用 shuffle 与下一个 "
                          "lane 的数据拼接。"},
                         plan_add_walk, {"n", "blocks", "threads"}),
                 whole_warps()),
  };
  family.ladder = add_ladder();
  family.full_size = {{"n", kMaximumElements},
                      {"rows", kMaximumSide},
                      {"cols", kMaximumSide},
                      {"blocks", 1056},
                      {"threads", 256}};
  return family;
}

}  // namespace warplens::catalog
