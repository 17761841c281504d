// Real runs in captures: every field of every trace comes back, and so does the run.
#include <gtest/gtest.h>

#include "kernels/base/all_tests.h"
#include "kernels/cost/access_cost.h"
#include "kernels/run/notes.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/run_plan.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/trace/capture.h"

namespace warplens::run {
namespace {

class CapturedRun : public testing::Test {
 protected:
  // Small chunks, so that there are several of each kind.
  void expect_kept(const trace::Run& run) {
    const auto written = trace::write_capture(path_, run, 1 << 16);
    ASSERT_TRUE(written.has_value()) << written.error().message.in(Language::en);
    const auto back = trace::read_capture(path_);
    ASSERT_TRUE(back.has_value()) << back.error().message.in(Language::en);
    EXPECT_EQ(back->kernel(), run.kernel());
    EXPECT_TRUE(back->is_on_cpu());
    EXPECT_EQ(back->parameters, run.parameters);
    EXPECT_EQ(back->device, run.device);
    EXPECT_EQ(back->created, run.created);
    ASSERT_EQ(back->traces.size(), run.traces.size());
    for (std::size_t i = 0; i < run.traces.size(); ++i) {
      EXPECT_TRUE(*back->traces[i] == *run.traces[i]) << "launch " << i;
    }
    EXPECT_EQ(back->verdict, run.verdict);
    EXPECT_EQ(back->mismatch, run.mismatch);
    EXPECT_EQ(*back->sources, *run.sources);
    EXPECT_EQ(*back->ptx, *run.ptx);
    EXPECT_EQ(back->notes, run.notes);
    EXPECT_EQ(back->counters, run.counters);
  }

  const Catalogue catalogue_ = Catalogue::open(WARPLENS_SOURCE_DIR "/assets").value();
  Options options_ = [] {
    Options options;
    options.machine.cost = analysis::add_cost;
    return options;
  }();
  const TemporaryFolder folder_ = TemporaryFolder::make().value();
  const std::filesystem::path path_ = folder_.path() / "t.wlens";
};

TEST_F(CapturedRun, EveryVariantOfTheCatalogueComesBack) {
  for (const catalog::Family& family : catalogue_.families()) {
    for (const catalog::Variant& variant : family.variants) {
      if (is_too_slow_here() && &variant != &family.variants.front()) continue;
      const std::string name = family.name + "/" + variant.name;
      SCOPED_TRACE(name);
      const auto run = run_variant(catalogue_, name, {}, options_);
      ASSERT_TRUE(run.has_value()) << run.error().message.in(Language::en);
      EXPECT_FALSE(run->ptx->empty());
      EXPECT_FALSE(run->sources->empty());
      EXPECT_FALSE(run->traces.at(0)->events.empty());
      expect_kept(*run);
    }
  }
}

TEST_F(CapturedRun, AWindowOfBlocksComesBack) {
  options_.machine.first_block = 1;
  options_.machine.block_count = 3;
  const auto run = run_variant(catalogue_, "transpose/tile", {}, options_);
  ASSERT_TRUE(run.has_value()) << run.error().message.in(Language::en);
  EXPECT_EQ(run->traces[0]->block_count, 3u);
  expect_kept(*run);
  options_.machine.first_block = 1000;
  const auto none = run_variant(catalogue_, "transpose/tile", {}, options_);
  ASSERT_TRUE(none.has_value()) << none.error().message.in(Language::en);
  EXPECT_TRUE(none->traces[0]->events.empty());
  expect_kept(*none);
}

TEST_F(CapturedRun, WhatAGpuCountedAndCouldNotShowComesBack) {
  auto run = run_variant(catalogue_, "reduce/two_pass", {}, options_);
  ASSERT_TRUE(run.has_value()) << run.error().message.in(Language::en);
  run->notes = {split_events_note(3), {"a note in English alone"}};
  run->counters.resize(run->traces.size());
  run->counters[0] = {{"l1tex__t_sectors.sum", 128}, {"dram__bytes_read.sum", 0.5}};
  expect_kept(*run);
}

TEST_F(CapturedRun, SeveralLaunchesAndAMismatchComeBack) {
  const auto [family, variant] = catalogue_.find("transpose/tile").value();
  const auto parameters = complete(*family, *variant, {}).value();
  catalog::Plan plan = variant->plan(parameters).value();
  plan.steps.push_back(plan.steps.at(0));
  plan.reference = [](catalog::HostBuffers&) {};
  const auto module = catalogue_.module(*family, *variant).value();
  const auto run = run_plan(plan, {"transpose/tile", module}, options_);
  ASSERT_TRUE(run.has_value()) << run.error().message.in(Language::en);
  ASSERT_EQ(run->traces.size(), 2u);
  ASSERT_TRUE(run->mismatch.has_value());
  expect_kept(*run);
}

TEST_F(CapturedRun, APersonsOwnKernelComesBackWithItsFindings) {
  const auto loaded = load_kernel_file(WARPLENS_SOURCE_DIR "/tests/cli/data/turn_nobarrier.ptx");
  ASSERT_TRUE(loaded.has_value()) << loaded.error().message.in(Language::en);
  OwnKernel kernel;
  kernel.module = loaded->module;
  kernel.ptx = loaded->ptx;
  kernel.sources = loaded->sources;
  kernel.block = {32, 32, 1};
  const auto buffer = [](const char* name, std::uint64_t count) {
    return OwnBuffer{name, catalog::BufferRole::inout, catalog::ElementType::f32, count, {}, {}};
  };
  kernel.arguments = {buffer("in", 1024), buffer("out", 1000)};  // 24 elements too short
  const auto run = run_own(kernel, options_);
  ASSERT_TRUE(run.has_value()) << run.error().message.in(Language::en);
  EXPECT_EQ(*run->ptx, loaded->module->text);
  EXPECT_EQ(run->ptx, loaded->ptx) << "it is no copy";
  EXPECT_EQ(run->sources, loaded->sources) << "they are no copy";
  EXPECT_GE(run->traces[0]->findings.size(), 2u);
  expect_kept(*run);
}

}  // namespace
}  // namespace warplens::run
