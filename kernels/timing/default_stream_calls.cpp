// Scenarios that use the default stream alone.
#include <algorithm>
#include <array>
#include <cstring>

#include "kernels/timing/add_launch.h"
#include "kernels/timing/device_arrays.h"
#include "kernels/timing/scenario_calls.h"

namespace warplens::timing {
namespace {

constexpr int kLaunches = 3;                  // of the asynchronous one
constexpr std::size_t kHostElements = 16384;  // that the host adds itself meanwhile

class DefaultStreamCalls final : public ScenarioCalls {
 public:
  DefaultStreamCalls(AddProblem& problem, HostRun& run, Scenario scenario)
      : problem_(problem),
        run_(run),
        scenario_(scenario),
        arrays_(*problem.gpu),
        bytes_(problem.bytes()) {
    std::ranges::fill(problem_.c, 0.0f);
  }

  Result<void> make_calls() override {
    switch (scenario_) {
      case Scenario::five_steps:
        return five_steps();
      case Scenario::asynchronous:
        return asynchronous();
      case Scenario::events:
        return events();
      case Scenario::pageable:
        return copies(problem_.a.data(), problem_.c.data());
      default:
        return pinned();
    }
  }

  Result<Outcome> check() override {
    if (scenario_ == Scenario::asynchronous || scenario_ == Scenario::events) {
      TRY(problem_.gpu->driver().check(
          calls().cuMemcpyDtoH_v2(problem_.c.data(), arrays_[2], bytes_), "cuMemcpyDtoH"));
    }
    if (scenario_ == Scenario::pageable || scenario_ == Scenario::pinned) {
      return Outcome{difference(problem_.a)};
    }
    for (std::size_t i = 0; i < expected_.size(); ++i) {
      if (expected_[i] != problem_.c[i])
        return Outcome{fmt::format("c[{}] is not what the host adds", i)};
    }
    return Outcome{wrong_sum(problem_)};
  }

  Result<void> prepare() override {
    TRY(auto launch, AddLaunch::make(problem_));
    launch_.emplace(std::move(launch));
    if (scenario_ == Scenario::five_steps) return {};
    TRY(arrays_.allocate(bytes_));
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      const float* from = i == 0 ? problem_.a.data() : problem_.b.data();
      TRY(problem_.gpu->driver().check(calls().cuMemcpyHtoD_v2(arrays_[i], from, bytes_),
                                       "cuMemcpyHtoD"));
    }
    return problem_.gpu->synchronize();
  }

 private:
  [[nodiscard]] const device::api::Functions& calls() const { return arrays_.calls(); }

  Result<void> five_steps() {
    TRY(arrays_.allocate(run_, bytes_));
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      const float* from = i == 0 ? problem_.a.data() : problem_.b.data();
      TRY(run_.queue({Action::copy_to_device, "cuMemcpyHtoD", bytes_}, "Memcpy HtoD",
                     [&] { return calls().cuMemcpyHtoD_v2(arrays_[i], from, bytes_); }));
    }
    set_addresses();
    TRY(launch());
    TRY(run_.queue(
        {Action::copy_to_host, "cuMemcpyDtoH", bytes_}, "Memcpy DtoH",
        [&] { return calls().cuMemcpyDtoH_v2(problem_.c.data(), arrays_[2], bytes_); }, true));
    return arrays_.free(run_, bytes_);
  }

  Result<void> asynchronous() {
    set_addresses();
    for (int i = 0; i < kLaunches; ++i) TRY(launch());
    const std::size_t count = std::min(kHostElements, problem_.a.size());
    expected_.resize(count);
    run_.work("a[i] + b[i]", count * sizeof(float), [&] {
      for (std::size_t i = 0; i < count; ++i) expected_[i] = problem_.a[i] + problem_.b[i];
    });
    return run_.wait_for_stream();
  }

  Result<void> events() {
    set_addresses();
    TRY(run_.queue_between_events({Action::kernel, "cuLaunchKernel"}, launch_->name(),
                                  [&] { return (*launch_)(nullptr); }));
    return run_.wait_for_last_event();
  }

  Result<void> copies(const void* from, void* to) {
    TRY(run_.queue({Action::copy_to_device, "cuMemcpyHtoDAsync", bytes_}, "Memcpy HtoD", [&] {
      return calls().cuMemcpyHtoDAsync_v2(arrays_[2], from, bytes_, nullptr);
    }));
    TRY(run_.wait_for_stream());
    TRY(run_.queue({Action::copy_to_host, "cuMemcpyDtoHAsync", bytes_}, "Memcpy DtoH",
                   [&] { return calls().cuMemcpyDtoHAsync_v2(to, arrays_[2], bytes_, nullptr); }));
    return run_.wait_for_stream();
  }

  // Two arrays of page-locked memory: one to copy from, one to copy to.
  Result<void> pinned() {
    std::array<void*, 2> pages{};
    Result<void> done;
    for (void*& page : pages) {
      if (!done.has_value()) break;
      done = run_.call({Action::pin, "cuMemHostAlloc", bytes_}, [&] {
        return calls().cuMemHostAlloc(&page, bytes_, device::api::kHostAllocDefault);
      });
    }
    if (done.has_value()) {
      run_.work("memcpy", bytes_, [&] { std::memcpy(pages[0], problem_.a.data(), bytes_); });
      done = copies(pages[0], pages[1]);
    }
    if (done.has_value()) {
      run_.work("memcpy", bytes_, [&] { std::memcpy(problem_.c.data(), pages[1], bytes_); });
    }
    for (void* page : pages) {
      if (page == nullptr) continue;
      const Result<void> freed = run_.call({Action::unpin, "cuMemFreeHost", bytes_},
                                           [&] { return calls().cuMemFreeHost(page); });
      if (done.has_value()) done = freed;
    }
    return done;
  }

  void set_addresses() { launch_->set_addresses({arrays_[0], arrays_[1], arrays_[2]}); }

  Result<void> launch() {
    return run_.queue({Action::kernel, "cuLaunchKernel"}, launch_->name(),
                      [&] { return (*launch_)(nullptr); });
  }

  [[nodiscard]] std::string difference(const std::vector<float>& expected) const {
    const auto [wrong, right] = std::ranges::mismatch(problem_.c, expected);
    if (wrong == problem_.c.end()) return "";
    return fmt::format("element {} came back as {}, not {}", wrong - problem_.c.begin(), *wrong,
                       *right);
  }

  AddProblem& problem_;
  HostRun& run_;
  Scenario scenario_;
  DeviceArrays arrays_;
  std::uint64_t bytes_;
  std::optional<AddLaunch> launch_;
  std::vector<float> expected_;  // that the host has added itself
};

}  // namespace

ScenarioCallsPtr default_stream_calls(AddProblem& problem, HostRun& run, Scenario scenario) {
  return std::make_unique<DefaultStreamCalls>(problem, run, scenario);
}

}  // namespace warplens::timing
