#include "viz/analysis/limits/limits.h"

#include <gmock/gmock.h>

#include "viz/analysis/limits/demand_file.h"
#include "viz/analysis/limits/limits_text.h"
#include "viz/analysis/limits/resources.h"

namespace warplens::analysis {
namespace {

using testing::HasSubstr;
using testing::Not;

ChipFigure of(double value) { return {value, "a test", false}; }

// Ten multiprocessors of 1 GHz, 1 GB/s of DRAM, an L2 of 1,000 bytes.
Chip small_chip() {
  Chip chip;
  chip.multiprocessors = of(10);
  chip.clock = of(1e9);
  chip.dram_rate = of(1e9);
  chip.l2_bytes = of(1000);
  chip.fp32_lanes = of(128);
  chip.rates[static_cast<std::size_t>(Work::fp32)] = chip.fp32_lanes;
  chip.load_store_lanes = of(16);
  return chip;
}

LaunchDemand with_work(std::initializer_list<std::pair<Work, std::uint64_t>> amounts) {
  LaunchDemand launch{.blocks = 10};
  for (const auto& [work, amount] : amounts) launch.work[static_cast<std::size_t>(work)] = amount;
  return launch;
}

double seconds(const LaunchDemand& launch, Unit unit, const Chip& chip = small_chip()) {
  return limits({&launch, 1}, chip).of(unit).seconds.value();
}

TEST(DramBytes, AreNoneWhereAllDataStayInTheL2FromRunToRun) {
  EXPECT_EQ(dram_bytes({.fetched_bytes = 600, .written_bytes = 400}, 1000), 0);
}

TEST(DramBytes, OfLargerDataLackWhatTheL2HoldsOfThem) {
  EXPECT_EQ(dram_bytes({.fetched_bytes = 3000, .written_bytes = 3000}, 1000), 5000);
}

TEST(DramBytes, WhatIsUpdatedInPlaceIsSavedTwice) {
  EXPECT_EQ(dram_bytes({.fetched_bytes = 3000, .written_bytes = 3000, .updated_bytes = 3000}, 1000),
            4000);
}

TEST(Limits, AUnitOfTheMultiprocessorsIsAsFastAsBlocksOccupyThem) {
  LaunchDemand launch{.blocks = 100, .shared_wavefronts = 10'000};
  EXPECT_DOUBLE_EQ(seconds(launch, Unit::wavefronts), 1e-6);
  launch.blocks = 5;
  EXPECT_DOUBLE_EQ(seconds(launch, Unit::wavefronts), 2e-6);
}

TEST(Limits, RatesAreThoseOfTheChipsLanes) {
  LaunchDemand launch = with_work({{Work::fp32, 4000}});
  launch.requests = 1000;
  launch.issued = 8000;
  EXPECT_DOUBLE_EQ(seconds(launch, Unit::load_store), 2e-7);
  EXPECT_DOUBLE_EQ(seconds(launch, Unit::fp32), 1e-7);
  EXPECT_DOUBLE_EQ(seconds(launch, Unit::issue), 2e-7);
}

TEST(Limits, TheUnitThatTakesLongestLimits) {
  const LaunchDemand launch{.blocks = 10, .fetched_bytes = 5000, .shared_wavefronts = 100};
  const Limits found = limits({&launch, 1}, small_chip());
  EXPECT_EQ(found.limiting, Unit::dram);
  EXPECT_DOUBLE_EQ(found.seconds, 4e-6);
  EXPECT_FALSE(found.fits_in_l2);
}

TEST(Limits, AUnitWhoseInstructionsFillTheIssueSlotsIsNamedBeforeThem) {
  LaunchDemand launch = with_work({{Work::fp32, 4000}});
  launch.issued = 4200;
  const Limits full = limits({&launch, 1}, small_chip());
  EXPECT_EQ(full.limiting, Unit::fp32);
  EXPECT_EQ(full.seconds, full.of(Unit::issue).seconds) << "no run is faster";
  launch.issued = 8000;
  EXPECT_EQ(limits({&launch, 1}, small_chip()).limiting, Unit::issue);
}

TEST(Limits, LaunchesFollowOneAnother) {
  const std::vector<LaunchDemand> launches(3, with_work({{Work::fp32, 4000}}));
  EXPECT_DOUBLE_EQ(*limits(launches, small_chip()).of(Unit::fp32).seconds, 3e-7);
}

TEST(Limits, ARateThatNobodyPublishesLimitsNothing) {
  const LaunchDemand launch{.blocks = 10, .l2_bytes = 1'000'000};
  EXPECT_FALSE(limits({&launch, 1}, small_chip()).of(Unit::l2).seconds.has_value());
  Chip chip = small_chip();
  chip.l2_rate = of(1e9);
  EXPECT_DOUBLE_EQ(seconds(launch, Unit::l2, chip), 1e-3);
}

Chip chip_with(std::initializer_list<std::pair<Work, double>> rates) {
  Chip chip = small_chip();
  for (const auto& [work, rate] : rates) chip.rates[static_cast<std::size_t>(work)] = of(rate);
  return chip;
}

TEST(Limits, AUnitsWorksFollowOneAnotherAtTheRateOfEach) {
  const LaunchDemand launch = with_work({{Work::mma_f16, 4096}, {Work::wgmma_f16, 8192}});
  const Chip chip = chip_with({{Work::mma_f16, 1024}, {Work::wgmma_f16, 2048}});
  EXPECT_DOUBLE_EQ(seconds(launch, Unit::tensor, chip), (4 + 4) / 10e9);
}

TEST(Limits, OfAUnitWithoutOneOfItsRatesNothingIsSaid) {
  const LaunchDemand launch = with_work({{Work::mma_f16, 4096}, {Work::wgmma_f16, 8192}});
  const Chip chip = chip_with({{Work::mma_f16, 1024}});
  EXPECT_FALSE(limits({&launch, 1}, chip).of(Unit::tensor).seconds.has_value());
}

TEST(Limits, SpecialFunctionsTakeTheirUnitsLanes) {
  const LaunchDemand launch = with_work({{Work::special, 1000}});
  EXPECT_DOUBLE_EQ(seconds(launch, Unit::special, chip_with({{Work::special, 16}})), 2e-7);
}

TEST(Limits, ExchangesOfTwoKindsGoSideBySide) {
  const LaunchDemand launch = with_work({{Work::shuffle, 1000}, {Work::reduction, 100}});
  const Chip chip = chip_with({{Work::shuffle, 32}, {Work::reduction, 16}});
  EXPECT_DOUBLE_EQ(seconds(launch, Unit::exchange, chip), 1e-7);
}

TEST(Limits, BlocksThatAnSmCannotHoldAtOnceFollowOneAnother) {
  LaunchDemand launch{.blocks = 60};
  launch.chains = {{.capability = 90, .first = 1000, .next = 400}};
  Chip chip = small_chip();
  EXPECT_FALSE(limits({&launch, 1}, chip).of(Unit::latency).seconds.has_value())
      << "its latencies are not known";
  chip.capability = 90;
  EXPECT_DOUBLE_EQ(seconds(launch, Unit::latency, chip), 1e-6) << "one chain at least";
  launch.blocks_an_sm = 2;
  EXPECT_DOUBLE_EQ(seconds(launch, Unit::latency, chip), 1.8e-6) << "three waves on ten SMs";
}

TEST(Limits, AnAverageBlockWaitsForItsShareOfTheLinesThatL2CannotHold) {
  LaunchDemand launch{.blocks = 10};
  launch.chains = {{.capability = 90, .first = 1000, .next = 400, .dram_lines = 20}};
  Chip chip = small_chip();
  chip.dram_cycles = of(100);
  chip.capability = 90;
  chip.l2_bytes = of(10 * 12 * 128);
  EXPECT_DOUBLE_EQ(seconds(launch, Unit::latency, chip), 1.8e-6) << "8 of 20, 12 are in L2";
  EXPECT_DOUBLE_EQ(*limits({&launch, 1}, chip, Caches::cold).of(Unit::latency).seconds, 3e-6);
  chip.l2_bytes = of(10 * 30 * 128);
  EXPECT_DOUBLE_EQ(seconds(launch, Unit::latency, chip), 1e-6);
}

TEST(Limits, WithColdCachesAllBytesComeFromDram) {
  const LaunchDemand launch{.blocks = 10, .fetched_bytes = 600, .written_bytes = 400};
  EXPECT_EQ(limits({&launch, 1}, small_chip()).of(Unit::dram).seconds, 0.0);
  EXPECT_EQ(limits({&launch, 1}, small_chip(), Caches::cold).of(Unit::dram).seconds, 1e-6);
}

TEST(Limits, OfUnitsThatNotEveryKernelNeedsOnlyThoseInUseAreShown) {
  const auto shows = [](const LaunchDemand& launch, Unit unit) {
    const auto shown = shown_units(limits({&launch, 1}, small_chip()));
    return std::ranges::any_of(shown, [&](const UnitLimit& one) { return one.unit == unit; });
  };
  EXPECT_TRUE(shows({.blocks = 1}, Unit::l2));
  EXPECT_FALSE(shows({.blocks = 1}, Unit::special));
  EXPECT_TRUE(shows(with_work({{Work::special, 1}}), Unit::special));
}

TEST(Limits, NothingIsFasterThanTheShortestLaunchOrThanBlocksStart) {
  Chip chip = small_chip();
  chip.launch = of(3e-6);
  EXPECT_DOUBLE_EQ(seconds({.blocks = 10}, Unit::launch, chip), 3e-6);
  chip.block_rate = of(1e6);
  EXPECT_DOUBLE_EQ(seconds({.blocks = 10}, Unit::launch, chip), 1e-5);
}

constexpr const char* kResources = R"({"images": {"f/k.ptx": {"entries": {"e": {"90": {
    "registers": 32, "shared_bytes": 4096}}}}}})";

TEST(Resources, AreFoundByImageEntryAndArchitecture) {
  const auto resources = Resources::parse(kResources, "r.json");
  ASSERT_TRUE(resources.has_value()) << resources.error().message.in(Language::en);
  EXPECT_EQ(resources->of("f/k.ptx", "e", 90)->shared_bytes, 4096u);
  EXPECT_FALSE(resources->of("f/k.ptx", "e", 80).has_value());
  EXPECT_EQ(resources->of("f/k.ptx", "e").at(90).registers, 32u);
  EXPECT_TRUE(resources->of("f/k.ptx", "another").empty());
  EXPECT_FALSE(Resources::parse("{}", "r.json").has_value());
  EXPECT_FALSE(Resources::parse("[", "r.json").has_value());
}

double waves_of(const LaunchDemand& launch, const EntryResources& resources, const Chip& chip) {
  return *waves(with_resources(launch, resources, chip), chip);
}

TEST(Resources, WavesAreBlocksByThoseThatAreResident) {
  Chip chip = small_chip();
  chip.capability = 90;
  const LaunchDemand launch{.blocks = 168, .threads = 256};
  EXPECT_DOUBLE_EQ(waves_of(launch, {.registers = 32}, chip), 2.1);  // eight a multiprocessor
  chip.capability = 12;
  EXPECT_FALSE(waves(with_resources(launch, {.registers = 32}, chip), chip).has_value());
}

TEST(Resources, WavesCountSharedMemoryThatTheLaunchAsksFor) {
  Chip chip = small_chip();
  chip.capability = 90;
  LaunchDemand launch{.blocks = 168, .threads = 256};
  const double as_declared = waves_of(launch, {.registers = 32}, chip);
  launch.dynamic_shared_bytes = 64 << 10;  // three fit into the 228 KiB of a multiprocessor
  EXPECT_DOUBLE_EQ(waves_of(launch, {.registers = 32}, chip), as_declared * 8 / 3);
  launch.dynamic_shared_bytes = 32 << 10;
  EXPECT_DOUBLE_EQ(waves_of(launch, {.registers = 32, .shared_bytes = 32 << 10}, chip),
                   as_declared * 8 / 3);
}

TEST(LimitsText, SaysWhenWavefrontsWouldMatter) {
  const LaunchDemand launch{.blocks = 10, .fetched_bytes = 5000, .shared_wavefronts = 10'000};
  const Text said = why(limits({&launch, 1}, small_chip()), std::nullopt);
  EXPECT_EQ(said.in(Language::en),
            "Longest of the units counted: DRAM; no run is faster than 4 µs (next: L1 and "
            "shared memory 1 µs); wavefronts hide behind it until they are "
            "4.0 times as many.");
  EXPECT_THAT(said.in(Language::zh), HasSubstr("4.0 倍"));
}

TEST(LimitsText, AConflictIsTimeWhereTheRunWasSeenToTakeWhatItsWavefrontsDo) {
  const LaunchDemand launch{.blocks = 10, .shared_wavefronts = 10'000};
  const Limits found = limits({&launch, 1}, small_chip());
  const char* is_time = "each conflict, is time";
  EXPECT_THAT(why(found, 1.2 * found.seconds).in(Language::en), HasSubstr(is_time));
  for (const auto& measured : {std::optional(2 * found.seconds), std::optional<double>()}) {
    EXPECT_THAT(why(found, measured).in(Language::en), Not(HasSubstr(is_time)));
    EXPECT_THAT(why(found, measured).in(Language::en), HasSubstr("each conflict, raises that"));
  }
}

TEST(LimitsText, AMuchLongerTimeIsWaiting) {
  const LaunchDemand launch{.blocks = 10, .fetched_bytes = 5000};
  const Limits found = limits({&launch, 1}, small_chip());
  EXPECT_THAT(why(found, 8e-6).in(Language::en), HasSubstr("2.0 times as long"));
  EXPECT_THAT(why(found, 8e-6).in(Language::en), HasSubstr("or what is not counted takes longer"))
      << "that it waits is not known";
  EXPECT_EQ(why(found, 4.1e-6), why(found, std::nullopt));
}

TEST(LimitsText, AmountsAreInTheUnitsOwn) {
  EXPECT_EQ(amount_phrase({Unit::dram, 2.1e9, 0.0}).in(Language::en), "2.1 GB");
  EXPECT_EQ(amount_phrase({Unit::wavefronts, 3.2e6, 0.0}).in(Language::en), "3.2 M wavefronts");
  EXPECT_EQ(amount_phrase({Unit::launch, 12, 0.0}).in(Language::en), "12 blocks");
}

CountedRun counted_run() {
  return {"f", "k", 64, {{"n", 3}}, "abc", {{.entry = "e", .blocks = 7, .issued = 9}}};
}

TEST(DemandFile, GivesBackWhatWasWritten) {
  const std::vector<CountedRun> runs = {counted_run()};
  const auto read = parse_demands(to_json(runs), "d.json");
  ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  EXPECT_EQ(*read, runs);
}

TEST(DemandFile, KeepsTheWorkOfUnits) {
  std::vector<CountedRun> runs = {counted_run()};
  LaunchDemand& launch = runs.front().launches.front();
  launch.work[static_cast<std::size_t>(Work::wgmma_f8)] = 12;
  launch.executed = {{1, 4, 8}, {6, 9, 800}};
  launch.chains = {{90, 1000.5, 400}, {100, 10, 5, 7.5, 2}};
  launch.shared_bytes = 4096;
  launch.narrow = {{.ptx_line = 12, .width = 4, .more = {.requests = 600}}};
  const auto read = parse_demands(to_json(runs), "d.json");
  ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  EXPECT_EQ(*read, runs);
}

TEST(DemandFile, SaysNothingOfOtherPtxOrParameters) {
  const std::vector<CountedRun> runs = {counted_run()};
  EXPECT_NE(find_run(runs, "f", "k", {{"n", 3}}, "abc"), nullptr);
  EXPECT_EQ(find_run(runs, "f", "k", {{"n", 3}}, "abd"), nullptr);
  EXPECT_EQ(find_run(runs, "f", "k", {{"n", 4}}, "abc"), nullptr);
}

TEST(DemandFile, DamageIsToldInOneLine) {
  for (const char* json : {"[", "{}", R"({"version": 1, "runs": [{}]})", R"({"version": 4})"}) {
    EXPECT_FALSE(parse_demands(json, "d.json").has_value()) << json;
  }
}

}  // namespace
}  // namespace warplens::analysis
