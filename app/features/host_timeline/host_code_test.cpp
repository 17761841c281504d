#include "app/features/host_timeline/host_code.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "kernels/timing/fake_timeline_test.h"

namespace warplens::host_timeline {
namespace {

using timing::Action;
using timing::Scenario;

constexpr const char* kAssets = WARPLENS_SOURCE_DIR "/assets";

TEST(HostCode, IsWhatStandsBetweenBeginAndEnd) {
  const auto code = parse_host_code(
      "int main() {\n  int n;\n  // BEGIN\n  cudaMalloc(&a, n);\n  add<<<1, n>>>(a);\n"
      "  cudaMemcpy(to, a, n, cudaMemcpyDeviceToHost);\n  // END\n  return 0;\n}\n");
  ASSERT_TRUE(code.has_value());
  EXPECT_EQ(code->lines.at(1), "add<<<1, n>>>(a);");
  EXPECT_EQ(code->calls,
            (std::vector<HostCall>{
                {0, Action::allocate}, {1, Action::kernel}, {2, Action::copy_to_host}}));
}

TEST(HostCode, OfALoopIsCalledOnceAPart) {
  const auto code = parse_host_code(
      "// BEGIN\n  for (int i = 0; i < chunks; ++i) {\n    cudaMemcpyAsync(a, "
      "cudaMemcpyHostToDevice);\n"
      "    add<<<1, n>>>(a);\n    cudaMemcpyAsync(to, cudaMemcpyDeviceToHost);\n  }\n"
      "  cudaDeviceSynchronize();\n  // END\n");
  ASSERT_TRUE(code.has_value());
  EXPECT_EQ(code->lines.at(1), "  cudaMemcpyAsync(a, cudaMemcpyHostToDevice);");
  EXPECT_EQ(code->lines.at(4), "}");
  const timing::TimelineRun run =
      timing::fake_chunks(Scenario::one_stream, 1 << 20, 2, false);  // a probe behind each call
  EXPECT_THAT(spans_of_line(*code, run, 1), testing::ElementsAre(0, 6));
  EXPECT_THAT(spans_of_line(*code, run, 5), testing::ElementsAre(12));
  EXPECT_TRUE(spans_of_line(*code, run, 0).empty());
  EXPECT_EQ(line_of_span(*code, run, 8), 2u);
}

TEST(HostCode, ThatCannotBeReadIsOneLine) {
  const auto error = [](const char* text) {
    return parse_host_code(text).error().message.in(Language::en);
  };
  EXPECT_EQ(error("cudaFree(a);\n"), "the host's code has no // BEGIN and // END");
  EXPECT_EQ(error("// BEGIN\ncudaFree(a);\n"), "the host's code has no // BEGIN and // END");
  EXPECT_EQ(error("// BEGIN\nint n;\n// END\n"), "'int n;' is no call that the host timeline has");
  EXPECT_NE(read_host_code("/nonexistent", Scenario::events)
                .error()
                .message.in(Language::en)
                .find("events.cu"),
            std::string::npos);
}

// Every line that ships is a call of every run that is recorded or made for tests, in their order.
TEST(HostCode, HasALineForEachCallOfItsScenario) {
  const auto recorded = timing::read_host_timeline(std::filesystem::path(kAssets) / "recordings" /
                                                   "h200-host_timeline.json");
  ASSERT_TRUE(recorded.has_value());
  const timing::HostTimeline fake = timing::fake_host_timeline({1 << 20});
  for (const timing::HostTimeline* timeline : {&*recorded, &fake}) {
    for (const timing::TimelineRun& run : timeline->runs) {
      SCOPED_TRACE(timing::name_of(run.scenario));
      const HostCode code = read_host_code(kAssets, run.scenario).value();
      std::size_t calls = 0;
      for (std::size_t i = 0; i < run.spans.size(); ++i) {
        const timing::Span& span = run.spans[i];
        if (span.is_probe) continue;
        const auto line = line_of_span(code, run, i);
        ASSERT_TRUE(line.has_value()) << span.name;
        if (span.track == timing::Track::device) {
          EXPECT_EQ(line, line_of_span(code, run, *span.queued_by));
          continue;
        }
        ++calls;
        EXPECT_THAT(spans_of_line(code, run, *line), testing::Contains(i));
      }
      std::size_t of_lines = 0;
      for (std::uint32_t line = 0; line < code.lines.size(); ++line)
        of_lines += spans_of_line(code, run, line).size();
      EXPECT_EQ(calls, of_lines);
    }
  }
}

TEST(HostCode, OfAnotherScenarioHasNoSpans) {
  const timing::TimelineRun run = timing::fake_asynchronous(1 << 20);
  const HostCode other = read_host_code(kAssets, Scenario::five_steps).value();
  EXPECT_TRUE(spans_of_line(other, run, 0).empty());
  EXPECT_FALSE(line_of_span(other, run, 0).has_value());
}

TEST(HostCode, CompilesWithNvccWhereThereIsOne) {
  if (std::system("nvcc --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no nvcc";
  for (const std::string_view name : timing::kScenarioNames) {
    const std::string command =
        fmt::format("nvcc -arch=compute_75 -ptx -o /dev/null {}/host/{}.cu 2>&1", kAssets, name);
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
  }
}

}  // namespace
}  // namespace warplens::host_timeline
