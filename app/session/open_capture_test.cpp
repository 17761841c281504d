#include "app/session/open_capture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "app/session/edits.h"
#include "app/session/fake_results_test.h"
#include "app/session/figures.h"
#include "app/session/launch_views.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/trace/capture.h"

namespace warplens::session {
namespace {

namespace fs = std::filesystem;

class OpenCapture : public testing::Test {
 protected:
  void SetUp() override {
    opened_.kernel = opened_.capture = path_.string();
    run_.kernel = "transpose/tile";
    run_.parameters = {{"rows", 64}, {"cols", 64}};
  }
  void write() {
    run::Options options;
    options.machine.cost = analysis::add_cost;
    auto run = run::run_variant(catalogue_, run_.kernel, run_.parameters, options);
    ASSERT_TRUE(run.has_value()) << run.error().message.in(Language::en);
    run->created = "2026-01-02T03:04:05Z";
    ASSERT_TRUE(trace::write_capture(path_, *run).has_value());
  }

  const run::Catalogue catalogue_ = run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets").value();
  const run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  const std::filesystem::path path_ = folder_.path() / "t.wlens";
  Selection run_, opened_;
};

TEST_F(OpenCapture, GivesWhatTheRunGives) {
  write();
  const auto opened = compute(catalogue_, opened_, {}, nullptr);
  ASSERT_TRUE(opened.has_value()) << opened.error().message.in(Language::en);
  const auto run = compute(catalogue_, run_, {}, nullptr);
  ASSERT_TRUE(run.has_value()) << run.error().message.in(Language::en);
  const KernelResult& a = **opened;
  const KernelResult& b = **run;
  EXPECT_EQ(a.selection, opened_);
  EXPECT_EQ(a.run->verdict, b.run->verdict);
  EXPECT_EQ(*a.run->sources, *b.run->sources);
  EXPECT_EQ(*a.run->ptx, *b.run->ptx);
  ASSERT_EQ(a.launches.size(), 1u);
  EXPECT_TRUE(a.launches[0].trace->events == b.launches[0].trace->events);
  EXPECT_EQ(a.launches[0].costs.size(), b.launches[0].costs.size());
  EXPECT_FALSE(a.launches[0].conflicts.empty());
  EXPECT_EQ(a.launches[0].conflicts, b.launches[0].conflicts);
  EXPECT_EQ(a.launches[0].totals.shared_load, b.launches[0].totals.shared_load);
}

TEST_F(OpenCapture, AProductIsOneInItsCaptureTooAndAnythingElseHasNoneOfItsFigures) {
  run_.kernel = "gemm/row_loop";
  run_.parameters = {{"m", 4}, {"n", 32}, {"k", 8}};
  write();
  const auto product = compute(catalogue_, opened_, {}, nullptr);
  ASSERT_TRUE(product.has_value()) << product.error().message.in(Language::en);
  EXPECT_TRUE(gemm_of(**product, (*product)->launches.at(0)));
  EXPECT_EQ(sums_of(**product).at(Figure::global_values), 2000);
  EXPECT_EQ(sums_of(**product).at(Figure::shared_loads), 0);
  run_.kernel = "transpose/tile";
  run_.parameters = {{"rows", 64}, {"cols", 64}};
  write();
  const auto other = compute(catalogue_, opened_, {}, nullptr);
  ASSERT_TRUE(other.has_value()) << other.error().message.in(Language::en);
  EXPECT_FALSE(gemm_of(**other, (*other)->launches.at(0)));
  EXPECT_EQ(sums_of(**other).at(Figure::global_values), 0);
}

TEST_F(OpenCapture, ACatalogueSourceIsToldInChineseToo) {
  write();
  for (const Selection& selection : {run_, opened_}) {
    const auto result = compute(catalogue_, selection, {}, nullptr);
    ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
    const std::string& file = (*result)->run->sources->at(0).first;
    const std::string_view english = (*result)->source(file);
    EXPECT_EQ((*result)->source(file, Language::en), english);
    const std::string_view chinese = (*result)->source(file, Language::zh);
    EXPECT_NE(chinese.find("\n// 观察要点："), std::string_view::npos);
    EXPECT_EQ(std::ranges::count(chinese, '\n'), std::ranges::count(english, '\n'));
    const scene::SourceTable& table = (*result)->launches.at(0).views->sources.at(0);
    EXPECT_EQ(table.rows.at(0).text.in(Language::zh), line_of(chinese, 1));
    EXPECT_NE(table.rows.at(0).text.in(Language::zh), table.rows.at(0).text.in(Language::en));
  }
}

TEST_F(OpenCapture, ASourceWithOtherCommentsKeepsItsOwn) {
  write();
  trace::Run run = trace::read_capture(path_).value();
  trace::Sources mine = *run.sources;
  mine.at(0).second.insert(0, "// mine\n");
  run.sources = std::make_shared<const trace::Sources>(std::move(mine));
  ASSERT_TRUE(trace::write_capture(path_, run).has_value());
  const auto result = compute(catalogue_, opened_, {}, nullptr);
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  const std::string& file = (*result)->run->sources->at(0).first;
  EXPECT_TRUE((*result)->source(file, Language::zh).starts_with("// mine\n"));
}

TEST_F(OpenCapture, SaysWhatWasRecorded) {
  write();
  const auto opened = open_capture(opened_, {});
  ASSERT_TRUE(opened.has_value()) << opened.error().message.in(Language::en);
  EXPECT_TRUE((*opened)->is_recorded);
  EXPECT_EQ((*opened)->run->kernel(), "transpose/tile");
  catalog::Parameters complete = run_.parameters;
  complete["tile"] = 32;  // what nobody chose, as it was
  EXPECT_EQ((*opened)->run->parameters, complete);
  EXPECT_EQ((*opened)->run->created, "2026-01-02T03:04:05Z");
  const auto run = compute(catalogue_, run_, {}, nullptr);
  EXPECT_FALSE((*run)->is_recorded);
}

TEST_F(OpenCapture, OpenedOnceMoreItShowsWhatIsRecordedThereNow) {
  Session session(
      catalog::families(),
      [this](const Selection& selection, const std::stop_token& stop, machine::Progress* progress) {
        return compute(catalogue_, selection, stop, progress);
      },
      {});
  for (const char* kernel : {"transpose/tile", "transpose/tile_padded"}) {
    run_.kernel = kernel;
    write();
    show_capture(session, path_.string());
    settle(session);
    ASSERT_NE(session.result(), nullptr);
    EXPECT_EQ(session.result()->run->kernel(), kernel);
  }
  session.undo();
  settle(session);
  EXPECT_EQ(session.result()->run->kernel(), "transpose/tile") << "what was seen stays";
}

TEST_F(OpenCapture, ARecordingThatIsGoneIsNotTakenForTheNewOne) {
  write();
  opened_.recording = trace::capture_stamp(path_);
  EXPECT_TRUE(open_capture(opened_, {}).has_value());
  write();
  const auto opened = open_capture(opened_, {});
  ASSERT_FALSE(opened.has_value());
  EXPECT_THAT(opened.error().message.in(Language::en), testing::HasSubstr("recorded again"));
}

// At every moment of the reading.
TEST_F(OpenCapture, ARecordingThatComesInBetweenIsNotTakenForTheChosenOne) {
  const auto recorded = [&](const char* kernel) {
    run_.kernel = kernel;
    write();
    const fs::path copy = path_.string() + "." + fs::path(kernel).filename().string();
    fs::rename(path_, copy);
    return copy;
  };
  const fs::path chosen = recorded("transpose/tile"), next = recorded("transpose/tile_padded");
  for (int moment = 0; moment < 60; ++moment) {
    const fs::path coming = path_.string() + ".coming";
    fs::copy_file(chosen, path_, fs::copy_options::overwrite_existing);
    fs::copy_file(next, coming);
    opened_.recording = trace::capture_stamp(path_);
    std::jthread recording([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(20 * moment));
      fs::rename(coming, path_);
    });
    const auto opened = open_capture(opened_, {});
    if (!opened.has_value()) continue;
    EXPECT_EQ((*opened)->run->kernel(), "transpose/tile");
  }
}

TEST_F(OpenCapture, WhatIsNoCaptureIsAnError) {
  const auto opened = open_capture(opened_, {});
  ASSERT_FALSE(opened.has_value());
  EXPECT_THAT(opened.error().message.in(Language::en), testing::HasSubstr("is no capture"));
}

TEST_F(OpenCapture, StopsWhenItIsAskedTo) {
  write();
  std::stop_source stop;
  stop.request_stop();
  const auto opened = open_capture(opened_, stop.get_token());
  ASSERT_FALSE(opened.has_value());
  EXPECT_EQ(opened.error().message.in(Language::en), "cancelled");
}

}  // namespace
}  // namespace warplens::session
