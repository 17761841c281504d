#include "kernels/run/toolkit/entry_name.h"
#include "kernels/timing/scenarios.h"

namespace warplens::timing {
namespace {

constexpr const char* kKernel = "add/linear_1d";
constexpr std::int64_t kThreads = 256;  // a block: whole warps, and many of them

std::vector<float> numbers(std::size_t count, std::uint32_t seed) {
  std::vector<float> made(count);
  for (float& value : made) {
    seed = seed * 1664525u + 1013904223u;  // Numerical Recipes' generator; 24 bits are exact floats
    value = static_cast<float>((seed >> 8) + 1) / 16777216.0f;
  }
  return made;
}

Result<void> check_room(const device::Gpu& gpu, std::uint64_t bytes) {
  TRY(const std::uint64_t free, gpu.free_bytes());
  if (bytes <= free / 3) return {};
  return fail(tr("three arrays of {} bytes need more GPU memory than the {} bytes that are free",
                 bytes, free));
}

}  // namespace

Result<AddProblem> make_add_problem(const run::Catalogue& catalogue, const device::Gpu& gpu,
                                    std::uint64_t bytes) {
  const auto elements = static_cast<std::int64_t>(bytes / sizeof(float));
  TRY(auto planned,
      run::plan_variant(catalogue, kKernel, {{"n", elements}, {"threads", kThreads}}));
  TRY(check_room(gpu, bytes));
  const auto& step = std::get<catalog::LaunchStep>(planned.plan.steps.front());
  TRY(const auto entry, run::find_entry(*planned.module, step.entry));
  TRY(device::LoadedModule compiled, gpu.compile(planned.module->text));
  TRY(const device::Kernel kernel, compiled.kernel(*entry));
  const device::LaunchShape shape{step.grid, step.block, step.dynamic_shared_bytes, step.cluster};
  const auto count = static_cast<std::size_t>(elements);
  return AddProblem{&gpu,   std::move(planned), std::move(compiled), kernel,
                    shape,  numbers(count, 1),  numbers(count, 2),   std::vector<float>(count),
                    nullptr};
}

Result<PinnedArrays*> pinned_of(AddProblem& problem) {
  if (problem.pinned == nullptr) {
    auto made = std::make_shared<PinnedArrays>(*problem.gpu);
    TRY(made->allocate(problem.bytes()));
    problem.pinned = std::move(made);
  }
  return problem.pinned.get();
}

}  // namespace warplens::timing
