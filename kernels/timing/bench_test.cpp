// On the simulated driver (tests/simulated_cuda): what is timed, and what is said of the rest. The
// libraries of this machine do not start on it.
#include "kernels/timing/bench.h"

#include <gmock/gmock.h>

#include <mutex>
#include <optional>
#include <set>

#include "kernels/base/all_tests.h"
#include "tests/simulated_cuda/use.h"

namespace warplens::timing {
namespace {

using simulated::Failing;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class Benches : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(simulated::use_simulated_driver());
    gpu_.emplace(device::Gpu::open(device::Driver::open().value()).value());
    request_.sides = {40};
    request_.repeating = {.repetitions = 2, .seconds = 0};
  }

  const catalog::Family& family(std::string_view name) {
    for (const catalog::Family& family : catalogue_.families()) {
      if (family.name == name) return family;
    }
    ADD_FAILURE() << name;
    return catalogue_.families().front();
  }

  Result<Timings> time(const catalog::Family& family) {
    return bench(catalogue_, *gpu_, family, request_, observer_, stop_.get_token());
  }
  Timings timed(std::string_view name) {
    auto timings = time(family(name));
    EXPECT_TRUE(timings.has_value()) << timings.error().message.in(Language::en);
    return timings.value_or(Timings{});
  }
  static std::vector<std::string> names(const Timings& timings) {
    std::vector<std::string> names;
    for (const Entry& entry : timings.entries) names.push_back(entry.name);
    return names;
  }

  static std::vector<std::string> absent(const Timings& timings) {
    std::vector<std::string> lines;
    for (const Both& each : timings.absent) lines.push_back(each.en);
    return lines;
  }

  const run::Catalogue catalogue_ = run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets").value();
  std::optional<device::Gpu> gpu_;
  BenchRequest request_;
  Observer observer_;
  std::stop_source stop_;
};

TEST_F(Benches, TimeEveryRightVariantOfEveryFamily) {
  for (const catalog::Family& family : catalogue_.families()) {
    if (!family.timed.has_value()) continue;
    if ((is_too_slow_here() || is_emulated()) && family.name != "invert") continue;
    SCOPED_TRACE(family.name);
    const Timings timings = timed(family.name);
    for (const catalog::Variant& variant : family.variants) {
      EXPECT_EQ(testing::Value(names(timings), Contains(variant.name)), !variant.broken)
          << variant.name;
    }
    EXPECT_THAT(names(timings), Contains("device_copy"));
    for (const std::string& line : absent(timings)) EXPECT_THAT(line, Not(HasSubstr("wrong")));
  }
}

TEST_F(Benches, SayWhatAnEntryIsOf) {
  request_.variants = {"tile_padded"};
  request_.settings = {{"pitch", 35}};
  const Timings timings = timed("transpose");
  ASSERT_THAT(names(timings), ElementsAre("device_copy", "tile_padded"));
  const Entry& tile = timings.entries[1];
  EXPECT_EQ(tile.parameters, (Parameters{{"rows", 40}, {"cols", 40}, {"tile", 32}, {"pitch", 35}}));
  EXPECT_EQ(tile.side, 40);
  EXPECT_EQ(tile.image.size(), 64u);
  EXPECT_EQ(tile.bytes, 2 * 4 * 40 * 40);
  EXPECT_TRUE(tile.fits_in_l2);
  EXPECT_GE(tile.seconds.repetitions, 2u);
  const Entry& copy = timings.entries[0];
  EXPECT_EQ(copy.kind, EntryKind::ceiling);
  EXPECT_EQ(copy.parameters, (Parameters{{"rows", 40}, {"cols", 40}}));
  EXPECT_EQ(copy.bytes, tile.bytes);
  EXPECT_EQ(timings.device.name, "Simulated device");
  EXPECT_EQ(timings.device.compute_capability, "9.0");
}

TEST_F(Benches, LeaveOutASizeForWhichMemoryLacksAndKeepTheRest) {
  request_.sides = {40, 16384};
  request_.variants = {"tile"};
  request_.baselines = false;
  request_.longest_launch = 1e9;
  request_.memory = memory_held() + (std::uint64_t{256} << 20);  // of two buffers of 1 GiB
  const Timings timings = timed("transpose");
  EXPECT_THAT(names(timings), Contains("tile").Times(1));
  EXPECT_THAT(absent(timings), Contains(AllOf(HasSubstr("tile at 16384"), HasSubstr("memory"))));
}

TEST_F(Benches, ASizeThatIsSetIsNoSide) {
  request_.variants = {"tile"};
  request_.settings = {{"cols", 50}};
  EXPECT_EQ(timed("transpose").entries.at(1).side, 0);
}

TEST_F(Benches, DoNotTimeAWrongResult) {
  catalog::Family wrong = family("transpose");
  for (catalog::Variant& variant : wrong.variants) {
    variant.plan = [plan = variant.plan](const Parameters& parameters) {
      auto changed = plan(parameters);
      changed->reference = [](catalog::HostBuffers& buffers) { buffers.as<float>("out")[7] = 2; };
      return changed;
    };
  }
  request_.variants = {"tile"};
  int wrong_results = 0;
  observer_.left_out = [&](const std::string&, bool is_wrong) { wrong_results += is_wrong; };
  const auto timings = time(wrong);
  ASSERT_TRUE(timings.has_value());
  EXPECT_THAT(names(*timings), ElementsAre("device_copy"));
  EXPECT_THAT(absent(*timings), Contains(HasSubstr("tile at 40: its result is wrong: out[")));
  EXPECT_EQ(wrong_results, 1);
}

TEST_F(Benches, TimeEachVariantWithEveryValueOfASweepAndTheRestOnce) {
  request_.sides = {20, 40};
  request_.variants = {"grid_stride"};
  request_.sweep = {"blocks", {1, 3, 7}};
  const Timings timings = timed("add");
  EXPECT_THAT(names(timings),
              ElementsAre("device_copy", "grid_stride", "grid_stride", "grid_stride", "device_copy",
                          "grid_stride", "grid_stride", "grid_stride"));
  std::vector<std::int64_t> blocks;
  for (const Entry& entry : timings.entries)
    if (entry.kind == EntryKind::variant) blocks.push_back(entry.parameters.at("blocks"));
  EXPECT_THAT(blocks, ElementsAre(1, 3, 7, 1, 3, 7));
}

// Says that its results are large; `wrong` is the one element that is expected to be another.
catalog::Family large_transposes(catalog::Family family, std::set<std::uint64_t>& looked_at,
                                 const std::optional<std::uint64_t>& wrong) {
  family.timed->work = [](const catalog::Variant&, const Parameters&) {
    return catalog::Work{1e12, 0};
  };
  family.timed->expected_at = [&looked_at, &wrong, at = family.timed->expected_at](
                                  catalog::HostBuffers& initial, const catalog::Variant& variant,
                                  const Parameters& parameters, std::string_view buffer,
                                  std::uint64_t element) {
    static std::mutex mutex;  // a whole check asks from all cores
    const std::scoped_lock lock(mutex);
    looked_at.insert(element);
    return at(initial, variant, parameters, buffer, element) + (element == wrong ? 1 : 0);
  };
  return family;
}

TEST_F(Benches, CompareALargeResultInSomeElementsAndInAllWhereThatIsAskedFor) {
  constexpr std::uint64_t kElements = 100 * 100;
  std::set<std::uint64_t> looked_at;
  std::optional<std::uint64_t> wrong;
  const catalog::Family large = large_transposes(family("transpose"), looked_at, wrong);
  request_.sides = {100};
  request_.variants = {"tile"};
  request_.baselines = false;
  EXPECT_EQ(time(large)->entries.at(0).checked, Checked::samples);
  EXPECT_LT(looked_at.size(), kElements);
  wrong = 1;
  while (looked_at.contains(*wrong)) ++*wrong;
  EXPECT_EQ(time(large)->entries.size(), 1u) << "no sample is wrong";

  request_.check_whole = true;
  EXPECT_THAT(absent(*time(large)),
              Contains(HasSubstr(fmt::format("its result is wrong: out[{}]", *wrong))));
  wrong.reset();
  double compared = 0;
  observer_.checked = [&](double part) { compared = part; };
  EXPECT_EQ(time(large)->entries.at(0).checked, Checked::whole);
  EXPECT_EQ(looked_at.size(), kElements);
  EXPECT_EQ(compared, 1);
}

TEST_F(Benches, CompareASmallResultWholeInAnyCase) {
  request_.variants = {"tile"};
  EXPECT_EQ(timed("transpose").entries.at(1).checked, Checked::whole);
}

TEST_F(Benches, GoOnAfterWhatDoesNotFit) {
  const Failing failing("out_of_memory");
  request_.sides = {600, 40};
  request_.variants = {"tile"};
  const Timings timings = timed("transpose");
  EXPECT_EQ(timings.entries.at(1).side, 40);
  EXPECT_EQ(timings.entries.size(), 2u);
  EXPECT_THAT(absent(timings),
              Contains(AllOf(HasSubstr("tile at 600: it needs"), HasSubstr("GiB of GPU memory"))));
}

TEST_F(Benches, GoOnAfterACombinationThatAKernelDoesNotTake) {
  request_.variants = {"peeled", "vector4"};
  request_.settings = {{"offset_a", 1}};
  const Timings timings = timed("add");
  EXPECT_THAT(names(timings), ElementsAre("device_copy", "vector4"));
  EXPECT_THAT(absent(timings), Contains(HasSubstr("peeled at 40, offset_a=1: add/peeled")));
}

TEST_F(Benches, LeaveOutWhatWouldTakeTooLong) {
  request_.sides = {40, 80};
  request_.variants = {"tile"};
  request_.baselines = false;
  request_.longest_launch = 1e-9;
  const Timings timings = timed("transpose");
  EXPECT_EQ(timings.entries.size(), 1u);
  EXPECT_THAT(absent(timings), ElementsAre(HasSubstr("tile at 80: left out, a launch would take")));
  EXPECT_THAT(timings.absent.front().in(Language::zh),
              HasSubstr("tile at 80：略去，一次启动大约要"));
}

TEST_F(Benches, KeepWhatWasTimedWhenStopped) {
  request_.sides = {40, 80, 100};
  request_.variants = {"tile"};
  request_.baselines = false;
  observer_.measured = [&](const Entry&) { stop_.request_stop(); };
  EXPECT_EQ(timed("transpose").entries.size(), 1u);
}

TEST_F(Benches, NameTheLibrariesThatAreMissing) {
  EXPECT_THAT(absent(timed("gemm")), Contains(HasSubstr("cublasSgemm: ")));
  request_.baselines = false;
  EXPECT_THAT(absent(timed("gemm")), Not(Contains(HasSubstr("cublasSgemm: "))));
}

TEST_F(Benches, RefuseWhatAFamilyDoesNotHave) {
  EXPECT_THAT(time(family("access")).error().message.in(Language::en),
              HasSubstr("access is not timed"));
  request_.variants = {"nothing"};
  EXPECT_THAT(time(family("gemm")).error().message.in(Language::en),
              HasSubstr("no variant 'nothing'"));
  request_.variants = {"row_loop"};
  request_.settings = {{"tile", 32}};
  EXPECT_THAT(time(family("gemm")).error().message.in(Language::en),
              HasSubstr("has a parameter 'tile'"));
  request_.settings = {};
  request_.sides = {20000};
  EXPECT_THAT(time(family("gemm")).error().message.in(Language::en), HasSubstr("is 20000"));
}

}  // namespace
}  // namespace warplens::timing
