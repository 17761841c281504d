#include "kernels/timing/add_launch.h"

#include <cstring>

#include "kernels/timing/scenarios.h"

namespace warplens::timing {
namespace {

constexpr std::size_t kCountArgument = 3;  // behind a, b and c (make_plan() of the family)

}  // namespace

AddLaunch::AddLaunch(const AddProblem& problem) : problem_(&problem), grid_(problem.shape.grid) {}

Result<AddLaunch> AddLaunch::make(const AddProblem& problem) {
  const auto& step = std::get<catalog::LaunchStep>(problem.planned.plan.steps.front());
  constexpr std::uint64_t kLater = 1;
  AddLaunch launch(problem);
  TRY(auto made, run::plain_arguments(step, [](std::string_view) { return kLater; }));
  launch.arguments_ = std::move(made);
  for (run::PlainArgument& argument : launch.arguments_)
    launch.pointers_.push_back(argument.bytes.data());
  return launch;
}

void AddLaunch::set_addresses(const std::array<device::api::CUdeviceptr, 3>& arrays) {
  for (std::size_t i = 0; i < arrays.size(); ++i)
    std::memcpy(arguments_[i].bytes.data(), &arrays[i], sizeof arrays[i]);
}

void AddLaunch::set_count(std::size_t elements) {
  const auto count = static_cast<std::int32_t>(elements);
  std::memcpy(arguments_[kCountArgument].bytes.data(), &count, sizeof count);
  const std::size_t threads = problem_->shape.block.x;
  grid_.x = static_cast<std::uint32_t>((elements + threads - 1) / threads);
}

device::api::CUresult AddLaunch::operator()(device::api::CUstream stream) {
  const device::LaunchShape& shape = problem_->shape;
  const Dim3& block = shape.block;
  return problem_->gpu->driver().calls().cuLaunchKernel(
      problem_->kernel.function, grid_.x, grid_.y, grid_.z, block.x, block.y, block.z,
      shape.dynamic_shared_bytes, stream, pointers_.data(), nullptr);
}

std::string AddLaunch::name() const { return "add_" + problem_->planned.found.variant->name; }

}  // namespace warplens::timing
