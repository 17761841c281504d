#include "viz/scene/access/gemm_names.h"

#include <fmt/format.h>

namespace warplens::scene {
namespace {

constexpr std::uint32_t kLetters = 26, kNumbers = 99;

}  // namespace

bool has_names(const analysis::GemmShape& shape) {
  const std::uint64_t of_a = std::uint64_t{shape.m} * shape.k;
  const std::uint64_t of_b = std::uint64_t{shape.k} * shape.n;
  return of_a <= kNumbers && of_b <= kLetters;
}

std::string name_of(analysis::Factor factor, analysis::MatrixElement element,
                    const analysis::GemmShape& shape) {
  if (factor == analysis::Factor::a)
    return fmt::format("{}", element.row * shape.k + element.column + 1);
  return std::string(1, static_cast<char>('a' + element.row * shape.n + element.column));
}

std::string sum_of(analysis::MatrixElement of_c, std::uint64_t steps,
                   const analysis::GemmShape& shape) {
  std::string sum;
  for (std::uint32_t step = 0; step < shape.k; ++step) {
    if ((steps >> step & 1) == 0) continue;
    if (!sum.empty()) sum += " + ";
    sum += name_of(analysis::Factor::a, {of_c.row, step}, shape);
    sum += name_of(analysis::Factor::b, {step, of_c.column}, shape);
  }
  return sum;
}

}  // namespace warplens::scene
