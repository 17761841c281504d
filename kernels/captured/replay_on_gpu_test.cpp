// Launches as a running program had them, run again on a GPU that gives other addresses: the
// simulated driver (tests/simulated_cuda).
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <set>

#include "kernels/base/tensor_map.h"
#include "kernels/captured/captured_test_kit.h"
#include "kernels/captured/replay.h"
#include "tests/simulated_cuda/use.h"

namespace warplens::captured {
namespace {

using namespace captured_test;
using testing::HasSubstr;
using trace::Verdict;

// Each event but for its place in time: how warps take turns, and how often one turns while it
// waits, is nobody's promise.
std::set<std::string> events_of(const trace::Trace& trace) {
  std::set<std::string> all;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const trace::EventView event = trace.events.view(row);
    std::string text = fmt::format("{} {} {} {:x} {:x} {}", event.block, event.warp, event.site,
                                   event.mask, event.taken, fmt::join(event.address, " "));
    for (const trace::BulkCopy& copy : event.copies)
      text += fmt::format(" {:x} {}", copy.map != nullptr ? copy.map->address : copy.global,
                          fmt::join(copy.place.first, " "));
    all.insert(std::move(text));
  }
  return all;
}

class ReplaysOnAGpu : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(simulated::use_simulated_driver());
    auto gpu = device::Gpu::open(device::Driver::open().value());
    gpu_ = std::make_shared<const device::Gpu>(std::move(*gpu));
  }

  [[nodiscard]] Result<trace::Run> run(const Program& program, bool is_on_gpu) const {
    TRY(const auto replay, replay_of(program, program.episodes.front()));
    run::Options options;
    if (is_on_gpu) options.gpu = gpu_;
    return run::run_own(replay.kernel, options);
  }

  static std::string said_of(const trace::Run& run) {
    std::string all;
    for (const Text& note : run.notes) all += note.in(Language::en) + "\n";
    if (run.mismatch.has_value())
      all +=
          run.mismatch->buffer + " is " + run.mismatch->actual + ", not " + run.mismatch->expected;
    return all;
  }

  // The GPU leaves what it left in the program, and its trace is the CPU's.
  void expect_alike(const Program& program) const {
    const auto cpu = run(program, false), gpu = run(program, true);
    ASSERT_TRUE(cpu.has_value()) << cpu.error().message.in(Language::en);
    ASSERT_TRUE(gpu.has_value()) << gpu.error().message.in(Language::en);
    EXPECT_EQ(cpu->verdict, Verdict::match) << said_of(*cpu);
    EXPECT_EQ(gpu->verdict, Verdict::match) << said_of(*gpu);
    EXPECT_EQ(said_of(*gpu), said_of(*cpu));
    ASSERT_EQ(gpu->traces.size(), cpu->traces.size());
    for (std::size_t i = 0; i < cpu->traces.size(); ++i) {
      EXPECT_EQ(gpu->traces[i]->backend, "Simulated device");
      EXPECT_EQ(gpu->traces[i]->sites, cpu->traces[i]->sites);
      EXPECT_EQ(gpu->traces[i]->totals, cpu->traces[i]->totals);
      EXPECT_EQ(events_of(*gpu->traces[i]), events_of(*cpu->traces[i]));
      EXPECT_EQ(gpu->traces[i]->buffers, cpu->traces[i]->buffers);
    }
  }
  void expect_alike(Episode episode) const { expect_alike(program_of({std::move(episode)})); }

  std::shared_ptr<const device::Gpu> gpu_;
};

TEST_F(ReplaysOnAGpu, FollowPointersInParameters) { expect_alike(scaled()); }

TEST_F(ReplaysOnAGpu, FollowPointersInStructuresAndInMemory) { expect_alike(summed()); }

TEST_F(ReplaysOnAGpu, FollowTheAddressInATensorMap) { expect_alike(tiled()); }

TEST_F(ReplaysOnAGpu, HaveVariablesAsTheProgramHadThem) { expect_alike(weighed()); }

TEST_F(ReplaysOnAGpu, RunAGraphsLaunchesCopiesAndFillsInOrder) { expect_alike(graph()); }

TEST_F(ReplaysOnAGpu, RunLaunchesOfSeveralImages) {
  Program program = program_of({graph()});
  program.images.push_back(program.images.front());
  std::get<Launch>(program.episodes[0].steps[2]).image = 1;
  expect_alike(program);
}

// The second launch adds to what the first one left in its variables, in another module of theirs.
TEST_F(ReplaysOnAGpu, CarryVariablesFromLaunchToLaunch) {
  Episode episode = weighed();
  episode.steps.push_back(episode.steps.front());
  for (Allocation& allocation : episode.allocations) {
    if (allocation.variable == "launches")
      allocation.parts[0].after = bytes_of(std::vector<int>{43});
  }
  expect_alike(episode);
}

TEST_F(ReplaysOnAGpu, GoOnFromOneAllocationIntoTheNext) {
  Episode episode;
  episode.name = "add_to";
  episode.steps = {launch("add_to", {4, 1, 1}, {128, 1, 1}, kX, 1.0f, 512)};
  episode.allocations = {memory(kX, bytes_of(counted(256)), bytes_of(counted(256, 1))),
                         memory(kY, bytes_of(counted(256)), bytes_of(counted(256, 1)))};
  expect_alike(episode);
}

// 4 bytes behind a multiple of 8, so that lanes' sectors are those of the program.
TEST_F(ReplaysOnAGpu, KeepTheLowBitsOfAddresses) {
  constexpr std::uint64_t kOdd = 0x7f12'3400'1234;
  Episode episode;
  episode.name = "add_to";
  episode.steps = {launch("add_to", {1, 1, 1}, {128, 1, 1}, kOdd, 1.0f, 100)};
  episode.allocations = {memory(kOdd, bytes_of(counted(100)), bytes_of(counted(100, 1)))};
  expect_alike(episode);
}

TEST_F(ReplaysOnAGpu, SayWhatWasNotCapturedOfAnAllocation) {
  Episode episode = scaled();
  Allocation& x = episode.allocations[0];
  x.parts[0].before.resize(512);
  x.parts[0].after.resize(512);
  const Program program = program_of({episode});
  const auto cpu = run(program, false), gpu = run(program, true);
  ASSERT_TRUE(gpu.has_value()) << gpu.error().message.in(Language::en);
  EXPECT_EQ(gpu->verdict, Verdict::unchecked);
  EXPECT_THAT(said_of(*gpu), HasSubstr("512 of its 1024 bytes were captured"));
  EXPECT_EQ(said_of(*gpu), said_of(*cpu));
  EXPECT_EQ(events_of(*gpu->traces[0]), events_of(*cpu->traces[0]));
}

// What is known begins and ends within an element of the fill.
TEST_F(ReplaysOnAGpu, FillWhatIsKnown) {
  constexpr std::uint64_t kZ = 0x10'0000'0000;
  const std::vector<std::uint8_t> filled{3, 4, 1, 2, 3, 4, 1};
  Episode episode = scaled();
  episode.steps.insert(episode.steps.begin(), Fill{kZ, 16, 0x04030201, 4});
  Allocation z = memory(kZ + 2, bytes_of(std::vector<std::uint8_t>(7)), bytes_of(filled));
  z.address = kZ;
  z.bytes = 64;
  episode.allocations.insert(episode.allocations.begin(), z);
  expect_alike(episode);
}

// More than the device has, of which a little is known.
TEST_F(ReplaysOnAGpu, TakeOfALargeAllocationWhatIsKnown) {
  Episode episode = scaled();
  for (Allocation& allocation : episode.allocations) {
    allocation.address -= std::uint64_t{3} << 40;
    allocation.bytes = std::uint64_t{4} << 40;
  }
  Allocation& only = episode.allocations[0];
  only.parts.push_back(episode.allocations[1].parts[0]);
  episode.allocations.pop_back();
  expect_alike(episode);
}

TEST_F(ReplaysOnAGpu, NameTheElementThatDiffers) {
  Episode episode = summed();
  episode.allocations.back().parts[0].after[3] = std::byte{0x7e};
  const auto gpu = run(program_of({episode}), true);
  ASSERT_TRUE(gpu.has_value()) << gpu.error().message.in(Language::en);
  ASSERT_EQ(gpu->verdict, Verdict::mismatch);
  EXPECT_EQ(gpu->mismatch->buffer, "arg0+8");
  EXPECT_EQ(gpu->mismatch->element, 0u);
}

TEST_F(ReplaysOnAGpu, AreRefusedWithTextures) {
  Episode episode;
  episode.name = "fetch";
  episode.steps = {launch("fetch", {1, 1, 1}, {32, 1, 1}, std::uint64_t{1}, kX)};
  episode.allocations = {memory(kX, bytes_of(counted(32)))};
  Program program = program_of({episode});
  program.images[0].ptx =
      ".version 8.0\n.target sm_90\n.address_size 64\n"
      ".visible .entry fetch(.param .u64 t, .param .u64 out) {\n"
      "  .reg .u64 %rd<3>;\n  .reg .s32 %r<2>;\n  .reg .f32 %f<5>;\n"
      "  ld.param.u64 %rd1, [t];\n  mov.u32 %r1, %tid.x;\n"
      "  tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r1}];\n  ret;\n}\n";
  const auto gpu = run(program, true);
  ASSERT_FALSE(gpu.has_value());
  EXPECT_THAT(gpu.error().message.in(Language::en),
              HasSubstr("fetch uses textures or surfaces, which are not captured"));
}

}  // namespace
}  // namespace warplens::captured
