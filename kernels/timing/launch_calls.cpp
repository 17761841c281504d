// Many kernels in one stream: launched one by one, or captured as a graph that is launched.
#include <algorithm>

#include "kernels/timing/add_launch.h"
#include "kernels/timing/device_arrays.h"
#include "kernels/timing/scenario_calls.h"

namespace warplens::timing {
namespace {

using device::api::CUgraph;
using device::api::CUgraphExec;

constexpr std::size_t kStream = 1;

class LaunchCalls final : public ScenarioCalls {
 public:
  LaunchCalls(AddProblem& problem, HostRun& run, const ScenarioSetting& setting)
      : problem_(problem), run_(run), setting_(setting), arrays_(*problem.gpu) {}
  ~LaunchCalls() override {
    if (launchable_ != nullptr) arrays_.calls().cuGraphExecDestroy(launchable_);
    if (graph_ != nullptr) arrays_.calls().cuGraphDestroy(graph_);
  }

  Result<void> prepare() override {
    TRY(auto launch, AddLaunch::make(problem_));
    launch_.emplace(std::move(launch));
    const std::uint64_t bytes = problem_.bytes();
    TRY(arrays_.allocate(bytes));
    launch_->set_addresses({arrays_[0], arrays_[1], arrays_[2]});
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      const float* from = i == 0 ? problem_.a.data() : problem_.b.data();
      TRY(problem_.gpu->driver().check(arrays_.calls().cuMemcpyHtoD_v2(arrays_[i], from, bytes),
                                       "cuMemcpyHtoD"));
    }
    return problem_.gpu->synchronize();
  }

  Result<void> make_calls() override {
    return setting_.scenario == Scenario::graph ? graph() : one_by_one();
  }

  Result<Outcome> check() override {
    TRY(problem_.gpu->driver().check(
        arrays_.calls().cuMemcpyDtoH_v2(problem_.c.data(), arrays_[2], problem_.bytes()),
        "cuMemcpyDtoH"));
    return Outcome{wrong_sum(problem_)};
  }

 private:
  // An event behind each launch would be timed with it: there is one behind the last.
  Result<void> one_by_one() {
    const auto launch = [&] { return (*launch_)(run_.stream(kStream)); };
    TRY(run_.begin_work(call(), kernels(), launch));
    for (std::uint32_t i = 1; i < setting_.parts; ++i) TRY(run_.call(call(), launch));
    TRY(run_.end_work(kStream));
    return run_.wait_for_stream(kStream);
  }

  Result<void> graph() {
    TRY(capture());
    for (int i = 0; i < 2; ++i) {
      TRY(run_.queue({Action::kernel, "cuGraphLaunch", 0, kStream}, kernels(), [&] {
        return arrays_.calls().cuGraphLaunch(launchable_, run_.stream(kStream));
      }));
      TRY(run_.wait_for_stream(kStream));
    }
    return {};
  }

  Result<void> capture() {
    const auto& calls = arrays_.calls();
    TRY(run_.call({Action::graph, "cuStreamBeginCapture"}, [&] {
      return calls.cuStreamBeginCapture_v2(run_.stream(kStream), device::api::kCaptureGlobal);
    }));
    Result<void> captured;
    for (std::uint32_t i = 0; i < setting_.parts && captured.has_value(); ++i)
      captured = run_.call(call(), [&] { return (*launch_)(run_.stream(kStream)); });
    TRY(run_.call({Action::graph, "cuStreamEndCapture"},
                  [&] { return calls.cuStreamEndCapture(run_.stream(kStream), &graph_); }));
    TRY(captured);
    return run_.call({Action::graph, "cuGraphInstantiate"}, [&] {
      return calls.cuGraphInstantiateWithFlags(&launchable_, graph_,
                                               device::api::kGraphInstantiateDefault);
    });
  }

  [[nodiscard]] static Call call() { return {Action::kernel, "cuLaunchKernel", 0, kStream}; }
  [[nodiscard]] std::string kernels() const {
    return fmt::format("{} × {}", setting_.parts, launch_->name());
  }

  AddProblem& problem_;
  HostRun& run_;
  ScenarioSetting setting_;
  DeviceArrays arrays_;
  std::optional<AddLaunch> launch_;
  CUgraph graph_ = nullptr;
  CUgraphExec launchable_ = nullptr;
};

}  // namespace

ScenarioCallsPtr launch_calls(AddProblem& problem, HostRun& run, const ScenarioSetting& setting) {
  return std::make_unique<LaunchCalls>(problem, run, setting);
}

}  // namespace warplens::timing
