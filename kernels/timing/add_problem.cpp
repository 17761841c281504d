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
  const Result<std::uint64_t> free = gpu.free_bytes();
  if (!free.has_value()) return fail(free.error());
  if (bytes <= *free / 3) return {};
  return fail_in_both(
      "three arrays of {} bytes need more GPU memory than the {} bytes that are free",
      "三个 {} 字节的数组需要的 GPU 内存超过空闲的 {} 字节", bytes, *free);
}

}  // namespace

Result<AddProblem> make_add_problem(const run::Catalogue& catalogue, const device::Gpu& gpu,
                                    std::uint64_t bytes) {
  const auto elements = static_cast<std::int64_t>(bytes / sizeof(float));
  auto planned = run::plan_variant(catalogue, kKernel, {{"n", elements}, {"threads", kThreads}});
  if (!planned.has_value()) return fail(planned.error());
  const Result<void> room = check_room(gpu, bytes);
  if (!room.has_value()) return fail(room.error());
  const auto& step = std::get<catalog::LaunchStep>(planned->plan.steps.front());
  const auto entry = run::find_entry(*planned->module, step.entry);
  if (!entry.has_value()) return fail(entry.error());
  Result<device::LoadedModule> compiled = gpu.compile(planned->module->text);
  if (!compiled.has_value()) return fail(compiled.error());
  const Result<device::Kernel> kernel = compiled->kernel(**entry);
  if (!kernel.has_value()) return fail(kernel.error());
  const device::LaunchShape shape{step.grid, step.block, step.dynamic_shared_bytes};
  const auto count = static_cast<std::size_t>(elements);
  return AddProblem{&gpu,  std::move(*planned), std::move(*compiled), *kernel,
                    shape, numbers(count, 1),   numbers(count, 2),    std::vector<float>(count)};
}

}  // namespace warplens::timing
