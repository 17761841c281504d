// The add family: parameters, and each variant's idea in a sentence.
#include "kernels/catalog/add_plans.h"

namespace warplens::catalog {
namespace {

constexpr std::int64_t kMaximumElements = 1 << 28;  // three buffers of 1 GiB
constexpr std::int64_t kMaximumOffset = 32;         // a whole cache line

Parameter offset(std::string name, Text label) {
  return {std::move(name), std::move(label), 0, kMaximumOffset, 0, {}, {}, true};
}

std::vector<Parameter> parameters() {
  return {
      {"n", {"Elements", "元素数"}, 1, kMaximumElements, 4096, {}, {}, true},
      {"blocks", {"Blocks", "线程块数"}, 1, 65536, 4, {}, {}},
      {"threads", {"Threads a block", "每个线程块的线程数"}, 1, 1024, 64, {}, {}},
      offset("offset_a", {"Offset of a (floats)", "a 的偏移（浮点数）"}),
      offset("offset_b", {"Offset of b (floats)", "b 的偏移（浮点数）"}),
      offset("offset_c", {"Offset of c (floats)", "c 的偏移（浮点数）"}),
  };
}

Variant variant(std::string name, Text idea, std::vector<std::string> own_parameters,
                Result<Plan> (*plan)(const Parameters&)) {
  Variant result;
  result.source = fmt::format("kernels/catalog/add/{}.cu", name);
  result.name = std::move(name);
  result.idea = std::move(idea);
  result.parameters = std::move(own_parameters);
  for (const char* offset : {"offset_a", "offset_b", "offset_c"}) {
    result.parameters.emplace_back(offset);
  }
  result.plan = plan;
  return result;
}

}  // namespace

Family add_family() {
  Family family;
  family.name = "add";
  family.title = {"Adding vectors", "向量相加"};
  family.parameters = parameters();
  family.variants = {
      variant(
          "block_stride",
          {"Each block walks its own contiguous chunk, its threads side by side: contiguous "
           "accesses, blocks far apart.",
           "每个线程块处理自己的一段连续数据，块内线程并排前进：访问连续，线程块之间相距很远。"},
          {"n", "blocks", "threads"}, plan_add_block_stride),
      variant("grid_stride",
              {"All threads of the grid stand side by side and step by the grid's width: "
               "contiguous accesses, blocks close together.",
               "整个网格的线程并排，每步前进一个网格的宽度：访问连续，线程块之间紧挨着。"},
              {"n", "blocks", "threads"}, plan_add_grid_stride),
  };
  family.full_size = {{"n", kMaximumElements}, {"blocks", 1056}, {"threads", 256}};
  return family;
}

}  // namespace warplens::catalog
