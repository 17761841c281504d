// trace -o, show and open: a capture shows what trace printed, and nothing else is taken for one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

using Arguments = std::vector<std::string>;

Arguments with(Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

// What a traced kernel printed, and what show prints of its capture, with the same options.
void expect_shown(const Arguments& trace, int status = 0) {
  const std::string capture = (scratch_folder() / "t.wlens").string();
  for (const Arguments& options : {Arguments{}, Arguments{"--json"}, Arguments{"--events"},
                                   Arguments{"--events", "--json"}, Arguments{"--lang", "zh"}}) {
    const Output traced = run(with(with(trace, options), {"-o", capture}));
    EXPECT_EQ(traced.status, status) << traced.err;
    EXPECT_FALSE(traced.out.empty());
    const Output shown = run(with({"show", capture}, options));
    EXPECT_EQ(shown.status, 0) << shown.err;
    EXPECT_EQ(shown.err, "");
    EXPECT_TRUE(shown.out == traced.out) << testing::PrintToString(options);
  }
}

TEST(Show, PrintsByteForByteWhatTracePrinted) {
  expect_shown({"trace", "transpose/tile"});
  expect_shown({"trace", "transpose/packed_xor", "--set", "rows=33", "--set", "cols=40"});
  expect_shown({"trace", "access/pattern", "--set", "lanes=3"});
}

TEST(Show, PrintsAWindowOfBlocksAsTraceDid) {
  expect_shown({"trace", "transpose/tile", "--first-block", "1", "--block-count", "2"});
  expect_shown({"trace", "transpose/tile", "--first-block", "99"});
}

TEST(Show, PrintsFindingsAndTheVerdictOfAWrongResult) {
  expect_shown({"trace", "transpose/tile_nobarrier"}, 1);
  expect_shown({"trace", data_file("turn_nobarrier.ptx"), "--grid", "1", "--block", "32,32",
                "--arg", "in:in:f32[1024]=iota", "--arg", "out:out:f32[1000]"},
               1);
}

TEST(Show, EventsTellLineCostAndEveryLane) {
  const std::string capture = (scratch_folder() / "t.wlens").string();
  ASSERT_EQ(run({"trace", "transpose/tile", "-o", capture}).status, 0);
  const Output shown = run({"show", capture, "--events"});
  const std::regex load(
      "block \\(0,0,0\\) warp 0 site \\d+ line \\d+ global load mask ffffffff sectors 4 "
      "0:in\\+0/s0 1:in\\+4/s0 .* 31:in\\+124/s3");
  EXPECT_TRUE(std::regex_search(shown.out, load));
  const std::regex column(
      "line \\d+ shared load mask ffffffff wavefronts 32 0:tile\\+0/b0 1:tile\\+128/b0 ");
  EXPECT_TRUE(std::regex_search(shown.out, column));
  const auto json = launch_json({"show", capture, "--events", "--json"});
  const auto& events = json.at("events");
  ASSERT_EQ(events.size(), json.at("recorded").at("events").get<std::size_t>());
  const auto load_event = std::find_if(events.begin(), events.end(),
                                       [](const auto& event) { return event.contains("lanes"); });
  ASSERT_NE(load_event, events.end());
  const auto site = load_event->at("site").get<std::size_t>();
  EXPECT_EQ(load_event->at("line"), json.at("sites").at(site).at("line"));
  EXPECT_EQ(load_event->at("sectors"), 4);
  EXPECT_EQ(load_event->at("lanes").size(), 32u);
}

TEST(TraceOutput, IsOneFile) {
  const fs::path folder = scratch_folder();
  const std::string capture = (folder / "t.wlens").string();
  ASSERT_EQ(run({"trace", "transpose/tile", "-o", capture}).status, 0);
  EXPECT_TRUE(fs::is_regular_file(capture));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
}

TEST(TraceOutput, ReplacesACaptureButNothingElse) {
  const fs::path folder = scratch_folder();
  const std::string capture = (folder / "t.wlens").string();
  ASSERT_EQ(run({"trace", "transpose/tile", "-o", capture}).status, 0);
  ASSERT_EQ(run({"trace", "transpose/tile_padded", "-o", capture}).status, 0);
  EXPECT_THAT(run({"show", capture}).out, HasSubstr("transpose/tile_padded on cpu"));
  write_file(folder / "file", "precious");
  const Output refused = run({"trace", "transpose/tile", "-o", (folder / "file").string()});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("is no capture"));
  EXPECT_EQ(read_file(folder / "file"), "precious");
}

void expect_error(const Arguments& arguments, const std::string& says) {
  const Output output = run(arguments);
  EXPECT_EQ(output.status, 1);
  EXPECT_EQ(output.out, "");
  EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
  EXPECT_THAT(output.err, HasSubstr(says));
}

TEST(Open, SaysWhatIsWrongBeforeAWindowOpens) {
  const fs::path folder = scratch_folder();
  const std::string capture = (folder / "t.wlens").string();
  for (const char* command : {"open", "show"}) {
    expect_error({command}, "capture is required");
    expect_error({command, capture}, "is no capture");
    expect_error({command, folder.string()}, "is no capture");
  }
  ASSERT_EQ(run({"trace", "transpose/tile", "-o", capture}).status, 0);
  std::string bytes = read_file(capture);
  bytes[bytes.find("events-0") + 100] ^= 1;
  write_file(capture, bytes);
  for (const char* command : {"open", "show"}) {
    expect_error({command, capture}, "t.wlens/events-0' is damaged");
  }
  write_file(capture, bytes.substr(0, bytes.size() / 2));
  for (const char* command : {"open", "show"}) {
    expect_error({command, capture}, "t.wlens' is damaged");
  }
}

}  // namespace
}  // namespace warplens::cli_test
