// What the lesson on occupancy says, asked of ptxas's report, the trace and the recordings.
#include "app/lessons/course_test.h"
#include "app/session/kernel_result.h"
#include "app/session/occupancy_choice.h"
#include "app/session/resident.h"
#include "app/session/timed_settings.h"
#include "kernels/timing/timings.h"

namespace warplens::lessons {
namespace {

using analysis::Need;
using analysis::SmLimit;
using session::Figure;

class OccupancyLesson : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("occupancy", id); }

  session::SeenOccupancy seen() {
    const session::LaunchResult& launch = *session_.launch();
    return *session::seen_occupancy(session_.selection().kernel, launch.trace->launch,
                                    launch.reports, session_.chosen<session::OccupancyChoice>());
  }
  void choose(std::string_view gpu) {
    session::OccupancyChoice choice = session_.chosen<session::OccupancyChoice>();
    choice.gpu = *analysis::occupancy_gpu_named(gpu);
    session_.choose(choice);
  }
  void what_if(Need need, std::uint32_t value) {
    session::OccupancyChoice choice = session_.chosen<session::OccupancyChoice>();
    choice.of(need) = value;
    session_.choose(choice);
  }
  // Blocks and warps on the GPU that is chosen.
  std::pair<std::uint32_t, std::uint32_t> resident() {
    return {seen().occupancy.blocks, seen().occupancy.warps};
  }
  const analysis::Multiprocessor& sm() {
    return *analysis::multiprocessor(session_.chosen<session::OccupancyChoice>().on().capability);
  }

  // Seconds, median, of what the H200 recorded at `side`.
  double seconds(const std::string& kernel, std::int64_t side,
                 const catalog::Parameters& settings = {}) {
    const auto found = *catalogue_.find(kernel);
    const auto timings = timing::read_timings(
        fmt::format("{}/assets/recordings/h100-{}.json", WARPLENS_SOURCE_DIR, found.family->name));
    const auto parameters =
        session::timed_parameters(*found.family, *found.variant, side, settings);
    for (const timing::Entry& entry : timings->entries) {
      if (entry.name == found.variant->name && entry.parameters == parameters)
        return entry.seconds.median;
    }
    ADD_FAILURE() << kernel << " was not timed so";
    return 0;
  }
  // Of a launch as it is timed, on an H200: warps resident on each SM, at most those launched.
  std::uint32_t warps_launched(const std::string& kernel, const catalog::Parameters& settings) {
    constexpr std::uint32_t kMultiprocessors = 132;
    const auto found = *catalogue_.find(kernel);
    const auto parameters =
        session::timed_parameters(*found.family, *found.variant, 4096, settings);
    const auto plan = *found.variant->plan(parameters);
    const auto& launch = std::get<catalog::LaunchStep>(plan.steps.front());
    const auto blocks = static_cast<std::uint32_t>(launch.grid.count());
    const auto threads = static_cast<std::uint32_t>(launch.block.count());
    const auto reports = *analysis::Resources::read(catalogue_.assets() / "ptx/resources.json");
    const auto report = *reports.of(kernel + ".ptx", launch.entry, 90);
    const auto most = analysis::blocks_an_sm(
        90, {threads, report.registers, report.shared_bytes + launch.dynamic_shared_bytes});
    return std::min(*most, (blocks + kMultiprocessors - 1) / kMultiprocessors) * (threads / 32);
  }
};

TEST_F(OccupancyLesson, BlocksOf256FillAnSmOfTheH200AndOfTheT4) {
  const Step& step = enter_here("resident");
  EXPECT_EQ(resident(), (std::pair{8u, 64u}));
  EXPECT_EQ(seen().occupancy.warps, sm().warps);
  EXPECT_FALSE(is_done(step, session_));
  EXPECT_EQ(controls_to_set(step, session_), std::vector<std::string>{"occupancy.t4"});
  choose("t4");
  EXPECT_TRUE(is_done(step, session_));
  EXPECT_EQ(resident(), (std::pair{4u, 32u}));
  EXPECT_EQ(seen().occupancy.warps, sm().warps);
  const auto add = timing::read_timings(WARPLENS_SOURCE_DIR "/assets/recordings/h100-add.json");
  EXPECT_EQ(add->device.multiprocessors, 132u);
}

TEST_F(OccupancyLesson, RegistersComeInEightsAThread) {
  const Step& step = enter_here("registers");
  EXPECT_EQ(seen().needs.registers, 26u);
  EXPECT_EQ(seen().occupancy.of_a_block(SmLimit::registers), 32u * seen().needs.threads);
  EXPECT_EQ(resident(), (std::pair{8u, 64u}));
  EXPECT_EQ(sm().registers, 65536u);
  what_if(Need::registers, 32);
  EXPECT_EQ(resident(), (std::pair{8u, 64u}));
  EXPECT_FALSE(is_done(step, session_));
  EXPECT_EQ(controls_to_set(step, session_), std::vector<std::string>{"occupancy.registers"});
  for (const std::uint32_t registers : {33u, 40u}) {
    what_if(Need::registers, registers);
    EXPECT_EQ(seen().occupancy.of_a_block(SmLimit::registers), 40u * seen().needs.threads);
    EXPECT_EQ(resident(), (std::pair{6u, 48u}));
  }
  EXPECT_TRUE(is_done(step, session_));
  what_if(Need::registers, 41);
  EXPECT_LT(resident().second, 48u);
}

TEST_F(OccupancyLesson, OneBlockOf1024FillsAnSmOfTheT4) {
  const Step& step = enter_here("one-large-block");
  EXPECT_EQ(seen().needs.threads, 1024u);
  EXPECT_EQ(expected_answer(step, session_), 1);
  EXPECT_EQ(resident(), (std::pair{1u, 32u}));
  EXPECT_EQ(sm().warps, 32u);
  EXPECT_EQ(sm().blocks, 16u);
  what_if(Need::threads, 64);
  EXPECT_EQ(resident(), (std::pair{16u, 32u}));
  EXPECT_EQ(sm().warps * 32 / sm().blocks, 64u);
  what_if(Need::threads, 1024);
  for (const char* gpu : {"a100", "h200"}) {
    choose(gpu);
    EXPECT_EQ(resident().first, 2u) << gpu;
  }
}

TEST_F(OccupancyLesson, BlocksOfOneWarpLeaveHalfOfTheT4EmptyAndBlocksOfTwoNothing) {
  const Step& step = enter_here("small-blocks");
  EXPECT_EQ(expected_answer(step, session_), 16);
  EXPECT_EQ(resident(), (std::pair{16u, 16u}));
  EXPECT_TRUE(seen().occupancy.limits(SmLimit::blocks));
  EXPECT_GT(seen().occupancy.by(SmLimit::registers), 32u) << "plenty";
  EXPECT_GT(seen().occupancy.by(SmLimit::shared_memory), 32u);
  answer(step, 1, session_);
  what_if(Need::threads, 128);
  EXPECT_FALSE(is_done(step, session_)) << "it fills the SM, but 64 do, too";
  what_if(Need::threads, 64);
  EXPECT_TRUE(is_done(step, session_));
  std::set<std::uint32_t> blocks;
  for (const analysis::OccupancyGpu& gpu : analysis::kOccupancyGpus) {
    choose(gpu.id);
    EXPECT_EQ(seen().occupancy.warps, sm().warps) << gpu.id;
    blocks.insert(seen().occupancy.blocks);
  }
  EXPECT_EQ(blocks, (std::set<std::uint32_t>{16, 24, 32}));
}

TEST_F(OccupancyLesson, Float4TakesRegistersAndOnTheH200Blocks) {
  const Step& step = enter_here("float4");
  EXPECT_EQ(seen().needs.registers, 12u);
  const auto bytes_of_a_load = [&] {
    const trace::EventView load = session_.launch()->trace->events.view(session_.cursor().event);
    return load.address[31] + session_.launch()->trace->sites[load.site].width - load.address[0];
  };
  EXPECT_EQ(bytes_of_a_load(), 128u);
  select("add/vector4");
  EXPECT_TRUE(is_done(step, session_));
  EXPECT_EQ(seen().needs.registers, 40u);
  EXPECT_EQ(resident(), (std::pair{6u, 48u}));
  EXPECT_TRUE(seen().occupancy.limits(SmLimit::registers));
  go_to(kGlobalLoad);
  EXPECT_EQ(bytes_of_a_load(), 512u);
  choose("rtx4090");
  EXPECT_EQ(seen().needs.registers, 40u);
  EXPECT_EQ(seen().occupancy.warps, sm().warps);
  EXPECT_EQ(sm().warps, 48u);
  EXPECT_LT(seconds("add/vector4", 16384), seconds("add/linear_1d", 16384));
}

TEST_F(OccupancyLesson, PaddingDropsABlockOnTheRtx4090AndNoneOnTheH200) {
  const Step& step = enter_here("padding-price");
  EXPECT_EQ(expected_answer(step, session_), 2);
  EXPECT_EQ(seen().needs.shared_bytes, 33280u);
  EXPECT_EQ(sm().shared_bytes, 100u << 10);
  EXPECT_EQ(sm().reserved_bytes, 1024u);
  EXPECT_EQ(3 * (33280 + 1024), 100.5 * 1024);
  EXPECT_TRUE(seen().occupancy.limits(SmLimit::shared_memory));
  choose("h200");
  EXPECT_EQ(sm().shared_bytes, 228u << 10);
  EXPECT_EQ(seen().occupancy.by(SmLimit::shared_memory), 6u);
  EXPECT_EQ(resident().first, 4u);
  EXPECT_TRUE(seen().occupancy.limits(SmLimit::registers));
  select("gemm/register_tile");
  EXPECT_EQ(seen().needs.shared_bytes, 32u << 10);
  EXPECT_EQ(seen().occupancy.by(SmLimit::shared_memory), 6u);
  choose("rtx4090");
  EXPECT_EQ(resident().first, 3u);
  choose("t4");
  EXPECT_EQ(sm().reserved_bytes, 0u) << "since compute capability 8.0";
}

TEST_F(OccupancyLesson, TheProductWithTheFewestWarpsTookTheLeastTime) {
  const Step& step = enter_here("fewer-warps");
  const auto results_a_thread = [&] {
    const trace::TracedLaunch& launch = session_.launch()->trace->launch;
    const auto& p = session_.selection().parameters;
    const double threads = static_cast<double>(launch.grid.count() * launch.block.count());
    return static_cast<double>(p.at("m") * p.at("n")) / threads;
  };
  EXPECT_EQ(expected_answer(step, session_), 321) << "double_buffer first";
  answer(step, 123, session_);
  EXPECT_EQ(resident().second, 64u);
  EXPECT_LE(results_a_thread(), 1);
  select("gemm/register_tile");
  EXPECT_EQ(resident().second, 40u);
  set("m", 128);
  set("n", 128);
  EXPECT_EQ(results_a_thread(), 16);
  EXPECT_FALSE(is_done(step, session_));
  select("gemm/double_buffer");
  EXPECT_TRUE(is_done(step, session_));
  EXPECT_EQ(resident().second, 24u);
  EXPECT_EQ(results_a_thread(), 16);
  EXPECT_LT(seconds("gemm/double_buffer", 4096), seconds("gemm/register_tile", 4096));
  EXPECT_LT(seconds("gemm/register_tile", 4096), seconds("gemm/chessboard", 4096));
}

TEST_F(OccupancyLesson, AFourthBlockTakesFewerRegistersAndLessSharedMemory) {
  const Step& step = enter_here("fourth-block");
  EXPECT_EQ(resident(), (std::pair{3u, 24u}));
  EXPECT_TRUE(seen().occupancy.limits(SmLimit::registers));
  EXPECT_TRUE(seen().occupancy.limits(SmLimit::shared_memory));
  what_if(Need::registers, 16);
  EXPECT_EQ(resident().first, 3u);
  what_if(Need::registers, 64);
  what_if(Need::shared_bytes, 24 * 1024);
  EXPECT_EQ(resident(), (std::pair{4u, 32u}));
  EXPECT_TRUE(is_done(step, session_));
  for (const auto& [need, beyond] :
       {std::pair{Need::registers, 65u}, std::pair{Need::shared_bytes, 24 * 1024 + 1u}}) {
    const auto needs = analysis::with(seen().needs, need, beyond);
    EXPECT_EQ(analysis::occupancy(sm(), needs).blocks, 3u);
  }
}

TEST_F(OccupancyLesson, AFourthBlockIsNotWonByOtherThreadsOrAnotherGpu) {
  const Step& step = enter_here("fourth-block");
  choose("h200");
  what_if(Need::shared_bytes, 0);
  what_if(Need::registers, 1);
  EXPECT_EQ(resident().second, 64u);
  EXPECT_FALSE(is_done(step, session_));
  choose("rtx4090");
  what_if(Need::threads, 512);
  session_.undo();
  EXPECT_TRUE(is_done(step, session_)) << "back at 256 threads";
}

TEST_F(OccupancyLesson, From32WarpsOnMoreChangeLittle) {
  (void)enter_here("when-occupancy");
  const auto time = [&](std::int64_t blocks) {
    return seconds("add/grid_stride", 4096, {{"blocks", blocks}});
  };
  constexpr std::array<std::pair<std::int64_t, std::uint32_t>, 4> kWarps{
      {{132, 8}, {264, 16}, {528, 32}, {1056, 64}}};
  for (const auto& [blocks, warps] : kWarps) {
    EXPECT_EQ(warps_launched("add/grid_stride", {{"blocks", blocks}}), warps) << blocks;
  }
  EXPECT_GT(time(132), 1.2 * time(264));
  EXPECT_GT(time(264), 1.1 * time(528));
  for (const std::int64_t blocks : {1056, 2112, 8448}) {
    EXPECT_NEAR(time(blocks) / time(528), 1, 0.06) << blocks;
  }
}

TEST_F(OccupancyLesson, EqualBlocksOfFewerWarpsTakeLonger) {
  const auto warps = [&](std::int64_t threads) {
    return warps_launched("reduce/sequential", {{"threads", threads}, {"blocks", 1056}});
  };
  EXPECT_EQ(warps(64), 16u);
  EXPECT_EQ(warps(256), 64u);
  EXPECT_EQ(warps(1024), 64u);
  const auto time = [&](std::int64_t threads) {
    return seconds("reduce/sequential", 4096, {{"threads", threads}});
  };
  EXPECT_GT(time(64), 2 * time(256));
  EXPECT_LT(time(1024), 1.2 * time(256));
}

TEST_F(OccupancyLesson, InversionIsFullWithBlocksOf64ThreadsAndYetSlow) {
  EXPECT_EQ(warps_launched("invert/pixel", {{"threads", 64}}), 64u);
  EXPECT_EQ(warps_launched("invert/pixel", {{"threads", 256}}), 64u);
  EXPECT_GT(seconds("invert/pixel", 4096, {{"threads", 64}}), 2 * seconds("invert/pixel", 4096));
}

TEST_F(OccupancyLesson, ABlockOf1024ThreadsFillsTwoThirdsOf48Places) {
  const Step& step = enter_here("two-thirds");
  EXPECT_EQ(expected_answer(step, session_), 32);
  EXPECT_EQ(sm().warps, 48u);
  set("block_shape", 1616);
  EXPECT_EQ(resident(), std::pair(6u, 48u));
  for (const std::uint32_t threads : {1024u, 1536u, 2048u}) {
    EXPECT_EQ(threads % 128, 0u);
    EXPECT_EQ(threads % 256, 0u);
  }
}

}  // namespace
}  // namespace warplens::lessons
