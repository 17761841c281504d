// The matrix product whose sums several blocks share.
#include <algorithm>

#include "kernels/catalog/gemm_plans.h"
#include "kernels/catalog/plan_parts.h"

namespace warplens::catalog {
namespace {

// The same constants as in gemm/split_k.cu.
constexpr std::uint32_t kSplitRows = 64;
constexpr std::uint32_t kSplitCols = 128;
constexpr std::uint32_t kSplitThreads = 128;
constexpr std::uint32_t kSplitSteps = 16;
constexpr std::uint32_t kSplitVector = 4;
constexpr std::uint32_t kSplitBytes = 3 * kSplitSteps * (kSplitRows + kSplitVector + kSplitCols) *
                                      static_cast<std::uint32_t>(sizeof(float));
constexpr std::uint32_t kAddingThreads = 256;

struct Terms {
  std::uint64_t begin, end;
};

// The first part's first step is what k leaves over, all later steps are whole.
Terms terms_of(const Parameters& p, std::uint64_t part) {
  const std::uint64_t k = count(p, "k"), parts = count(p, "splits");
  const std::uint64_t steps = (k + kSplitSteps - 1) / kSplitSteps;
  const auto before = [&](std::uint64_t step) {
    return step == 0 ? 0 : k - (steps - step) * kSplitSteps;
  };
  return {before(steps * part / parts), before(steps * (part + 1) / parts)};
}

// The parts' sums in float64, each rounded once.
void sum_parts(HostBuffers& buffers, const Parameters& p) {
  const std::uint64_t m = count(p, "m"), n = count(p, "n"), k = count(p, "k");
  const std::span<const float> a = buffers.as<float>("a");
  const std::span<const float> b = buffers.as<float>("b");
  const std::span<float> partials = buffers.as<float>("partials");
  std::vector<double> sums(n);
  for (std::uint64_t row = 0; row < partials.size() / n; ++row) {
    const Terms terms = terms_of(p, row / m);
    std::fill(sums.begin(), sums.end(), 0.0);
    for (std::uint64_t i = terms.begin; i < terms.end; ++i) {
      const double factor = a[row % m * k + i];
      for (std::uint64_t col = 0; col < n; ++col) sums[col] += factor * b[i * n + col];
    }
    for (std::uint64_t col = 0; col < n; ++col) {
      partials[row * n + col] = static_cast<float>(sums[col]);
    }
  }
}

LaunchStep add_parts(std::string_view kernel, const Parameters& p) {
  const std::int64_t elements = p.at("m") * p.at("n");
  return {mangled(std::string(kernel) + "_sum", "PKfPfii"),
          {blocks_for(elements, kAddingThreads), 1, 1},
          {kAddingThreads, 1, 1},
          0,
          {BufferArgument{"partials"}, BufferArgument{"c"}, i32(elements), i32(p.at("splits"))}};
}

}  // namespace

Result<Plan> plan_gemm_split_k(std::string_view kernel, const Parameters& p) {
  const std::int64_t wide = p.at("n") % kSplitVector == 0 ? kSplitVector : 1;
  Dim3 grid = grid_over(p.at("m"), p.at("n"), {kSplitCols, kSplitRows, 1});
  grid.z = count(p, "splits");
  Plan plan = gemm_plan(p, mangled(kernel, "PKfS1_Pfiii", {wide}), grid, {kSplitThreads, 1, 1});
  plan.buffers.push_back({"partials", ElementType::f32, BufferRole::out,
                          std::uint64_t{count(p, "splits")} * count(p, "m"), count(p, "n"), 0,
                          kUnset});
  first_launch(plan).arguments[2] = BufferArgument{"partials"};
  first_launch(plan).dynamic_shared_bytes = kSplitBytes;
  plan.steps.emplace_back(add_parts(kernel, p));
  plan.reference = [p, product = plan.reference](HostBuffers& buffers) {
    product(buffers);
    sum_parts(buffers, p);
  };
  return plan;
}

double gemm_partial_element(HostBuffers& initial, const Parameters& p, std::uint64_t element) {
  const std::span<const float> a = initial.as<float>("a");
  const std::span<const float> b = initial.as<float>("b");
  const std::uint64_t m = count(p, "m"), n = count(p, "n"), k = count(p, "k");
  const std::uint64_t row = element / n % m, col = element % n;
  const Terms terms = terms_of(p, element / n / m);
  double sum = 0;
  for (std::uint64_t i = terms.begin; i < terms.end; ++i) {
    sum += double{a[row * k + i]} * double{b[i * n + col]};
  }
  return sum;
}

}  // namespace warplens::catalog
