// A copy in one stream, and in another the kernel that needs what is copied: with and without an
// event to wait for.
#include <algorithm>
#include <cstring>

#include "kernels/timing/add_launch.h"
#include "kernels/timing/device_arrays.h"
#include "kernels/timing/scenario_calls.h"

namespace warplens::timing {
namespace {

constexpr std::size_t kCopies = 1, kKernels = 2;  // streams

class TwoStreamCalls final : public ScenarioCalls {
 public:
  TwoStreamCalls(AddProblem& problem, HostRun& run, Scenario scenario)
      : problem_(problem), run_(run), scenario_(scenario), arrays_(*problem.gpu) {}

  // The device's a holds zeros, which tell what was added before the copy came.
  Result<void> prepare() override {
    TRY(auto launch, AddLaunch::make(problem_));
    launch_.emplace(std::move(launch));
    const std::uint64_t bytes = problem_.bytes();
    TRY(arrays_.allocate(bytes));
    launch_->set_addresses({arrays_[0], arrays_[1], arrays_[2]});
    TRY(problem_.gpu->driver().check(arrays_.calls().cuMemsetD8_v2(arrays_[0], 0, bytes),
                                     "cuMemsetD8"));
    TRY(problem_.gpu->driver().check(
        arrays_.calls().cuMemcpyHtoD_v2(arrays_[1], problem_.b.data(), bytes), "cuMemcpyHtoD"));
    TRY(const PinnedArrays* pinned, pinned_of(problem_));
    from_ = pinned->from();
    std::memcpy(pinned->from(), problem_.a.data(), bytes);
    return problem_.gpu->synchronize();
  }

  Result<void> make_calls() override {
    const std::uint64_t bytes = problem_.bytes();
    TRY(run_.queue_before_event({Action::copy_to_device, "cuMemcpyHtoDAsync", bytes, kCopies},
                                "Memcpy HtoD", [&] {
                                  return arrays_.calls().cuMemcpyHtoDAsync_v2(
                                      arrays_[0], from_, bytes, run_.stream(kCopies));
                                }));
    if (scenario_ == Scenario::event_wait) TRY(run_.let_wait(kKernels));
    TRY(run_.queue({Action::kernel, "cuLaunchKernel", 0, kKernels}, launch_->name(),
                   [&] { return (*launch_)(run_.stream(kKernels)); }));
    return run_.wait_for_device();
  }

  Result<Outcome> check() override {
    TRY(problem_.gpu->driver().check(
        arrays_.calls().cuMemcpyDtoH_v2(problem_.c.data(), arrays_[2], problem_.bytes()),
        "cuMemcpyDtoH"));
    if (scenario_ == Scenario::event_wait) return Outcome{wrong_sum(problem_)};
    return Outcome{"", wrong_elements()};
  }

 private:
  [[nodiscard]] std::uint64_t wrong_elements() const {
    std::uint64_t wrong = 0;
    for (std::size_t i = 0; i < problem_.c.size(); ++i)
      wrong += problem_.c[i] != problem_.a[i] + problem_.b[i] ? 1 : 0;
    return wrong;
  }

  AddProblem& problem_;
  HostRun& run_;
  Scenario scenario_;
  DeviceArrays arrays_;
  std::optional<AddLaunch> launch_;
  const float* from_ = nullptr;  // of the host, page-locked
};

}  // namespace

ScenarioCallsPtr two_stream_calls(AddProblem& problem, HostRun& run, Scenario scenario) {
  return std::make_unique<TwoStreamCalls>(problem, run, scenario);
}

}  // namespace warplens::timing
