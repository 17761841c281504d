// The gemm family: parameters, and each variant's idea in a sentence.
#include "kernels/catalog/gemm_plans.h"

namespace warplens::catalog {
namespace {

// 16384² floats are 1 GiB; element indices still fit an int.
constexpr std::int64_t kMaximumSide = 16384;

std::vector<Parameter> parameters() {
  return {
      {"m", {"Rows of A and C (m)", "A 与 C 的行数 (m)"}, 1, kMaximumSide, 64, {}, {}, true},
      {"n", {"Columns of B and C (n)", "B 与 C 的列数 (n)"}, 1, kMaximumSide, 64, {}, {}, true},
      {"k",
       {"Columns of A, rows of B (k)", "A 的列数、B 的行数 (k)"},
       1,
       kMaximumSide,
       64,
       {},
       {},
       true},
  };
}

Variant variant(std::string name, Text idea, std::vector<std::string> own_parameters,
                Result<Plan> (*plan)(const Parameters&)) {
  Variant result;
  result.source = fmt::format("kernels/catalog/gemm/{}.cu", name);
  result.name = std::move(name);
  result.idea = std::move(idea);
  result.parameters = {"m", "n", "k"};
  result.parameters.insert(result.parameters.end(), own_parameters.begin(), own_parameters.end());
  result.plan = plan;
  return result;
}

}  // namespace

Family gemm_family() {
  Family family;
  family.name = "gemm";
  family.title = {"Matrix product", "矩阵乘法"};
  family.parameters = parameters();
  family.variants = {
      variant("register_tile",
              {"A 64 × 64 tile a block and 4 × 4 elements a thread, in registers: half a shared "
               "load a multiply-add.",
               "每个线程块 64 × 64 的瓦片，每个线程在寄存器中保存 4 × 4 "
               "个元素：每次乘加只需半次共享内存读取。"},
              {}, plan_gemm_register_tile),
  };
  family.full_size = {{"m", 4096}, {"n", 4096}, {"k", 4096}};
  return family;
}

}  // namespace warplens::catalog
