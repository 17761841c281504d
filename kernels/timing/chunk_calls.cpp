// Scenarios that cut the arrays into chunks: each is copied in, added to b, which is on the device
// already, and copied back.
#include <algorithm>
#include <cstring>

#include "kernels/timing/add_launch.h"
#include "kernels/timing/device_arrays.h"
#include "kernels/timing/scenario_calls.h"

namespace warplens::timing {
namespace {

class ChunkCalls final : public ScenarioCalls {
 public:
  ChunkCalls(AddProblem& problem, HostRun& run, const ScenarioSetting& setting)
      : problem_(problem), run_(run), setting_(setting), arrays_(*problem.gpu) {}

  Result<void> prepare() override {
    if (problem_.a.size() % setting_.parts != 0) {
      return fail(
          tr("{} elements are not cut into {} equal chunks", problem_.a.size(), setting_.parts));
    }
    TRY(auto launch, AddLaunch::make(problem_));
    launch_.emplace(std::move(launch));
    launch_->set_count(elements());
    TRY(arrays_.allocate(problem_.bytes()));
    TRY(problem_.gpu->driver().check(
        arrays_.calls().cuMemcpyHtoD_v2(arrays_[1], problem_.b.data(), problem_.bytes()),
        "cuMemcpyHtoD"));
    TRY(prepare_host());
    return problem_.gpu->synchronize();
  }

  Result<void> make_calls() override {
    for (std::size_t i = 0; i < setting_.parts; ++i) TRY(chunk(i));
    return run_.wait_for_device();
  }

  Result<Outcome> check() override {
    if (to_ != problem_.c.data()) std::memcpy(problem_.c.data(), to_, problem_.bytes());
    return Outcome{wrong_sum(problem_)};
  }

 private:
  Result<void> prepare_host() {
    from_ = problem_.a.data();
    to_ = problem_.c.data();
    if (setting_.scenario != Scenario::pageable_streams) {
      TRY(const PinnedArrays* pinned, pinned_of(problem_));
      from_ = pinned->from();
      to_ = pinned->to();
      std::memcpy(pinned->from(), problem_.a.data(), problem_.bytes());
    }
    std::fill_n(to_, problem_.c.size(), 0.0f);
    return {};
  }

  Result<void> chunk(std::size_t i) {
    const std::size_t stream =
        setting_.scenario == Scenario::one_stream ? 1 : 1 + i % kChunkStreams;
    const std::size_t back = setting_.scenario == Scenario::default_stream ? 0 : stream;
    const std::size_t first = i * elements();
    const std::uint64_t bytes = elements() * sizeof(float);
    const auto& calls = arrays_.calls();
    TRY(run_.queue({Action::copy_to_device, "cuMemcpyHtoDAsync", bytes, stream}, "Memcpy HtoD",
                   [&] {
                     return calls.cuMemcpyHtoDAsync_v2(at(0, first), from_ + first, bytes,
                                                       run_.stream(stream));
                   }));
    launch_->set_addresses({at(0, first), at(1, first), at(2, first)});
    TRY(run_.queue({Action::kernel, "cuLaunchKernel", 0, stream}, launch_->name(),
                   [&] { return (*launch_)(run_.stream(stream)); }));
    return run_.queue({Action::copy_to_host, "cuMemcpyDtoHAsync", bytes, back}, "Memcpy DtoH", [&] {
      return calls.cuMemcpyDtoHAsync_v2(to_ + first, at(2, first), bytes, run_.stream(back));
    });
  }

  [[nodiscard]] std::size_t elements() const { return problem_.a.size() / setting_.parts; }
  [[nodiscard]] CUdeviceptr at(std::size_t array, std::size_t element) const {
    return arrays_[array] + element * sizeof(float);
  }

  AddProblem& problem_;
  HostRun& run_;
  ScenarioSetting setting_;
  DeviceArrays arrays_;
  std::optional<AddLaunch> launch_;
  const float* from_ = nullptr;  // of the host
  float* to_ = nullptr;
};

}  // namespace

ScenarioCallsPtr chunk_calls(AddProblem& problem, HostRun& run, const ScenarioSetting& setting) {
  return std::make_unique<ChunkCalls>(problem, run, setting);
}

}  // namespace warplens::timing
