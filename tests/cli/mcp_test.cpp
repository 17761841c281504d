// warplens mcp: what an assistant asks gets what the commands print; docs/ASSISTANTS.md is true.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <regex>
#include <sstream>

#include "kernels/base/json.h"
#include "tests/cli/json_schema.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string request(int id, const std::string& method, const SortedJson& params) {
  return json_text(
      SortedJson{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}, -1);
}

std::string call(int id, const std::string& tool, const SortedJson& arguments) {
  return request(id, "tools/call", {{"name", tool}, {"arguments", arguments}});
}

// What the server answers to lines, each a message, in the order of its answers. `between`: a line
// of sh before the last of them.
std::vector<SortedJson> answers_to(const std::vector<std::string>& lines,
                                   const std::string& between = ":") {
  const fs::path folder = scratch_folder();
  std::string first;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) first += lines[i] + '\n';
  write_file(folder / "first", first);
  write_file(folder / "last", lines.empty() ? "" : lines.back());
  const std::string at = "'" + folder.string() + "/";
  const Output output = run_line("{ cat " + at + "first'; " + between + "; cat " + at +
                                 "last'; } | \"$WARPLENS\" mcp");
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_EQ(output.err, "");
  std::vector<SortedJson> answers;
  std::istringstream text(output.out);
  for (std::string line; std::getline(text, line);) {
    answers.push_back(parse_sorted_json(line));
    EXPECT_EQ(answers.back().value("jsonrpc", ""), "2.0") << line;
  }
  return answers;
}

SortedJson result_of(const std::string& tool, const SortedJson& arguments) {
  const auto answers = answers_to({call(1, tool, arguments)});
  EXPECT_EQ(answers.size(), 1u);
  return answers.empty() ? SortedJson() : answers[0].value("result", SortedJson());
}

SortedJson without_seconds(SortedJson json) {
  if (json.is_object()) json.erase("seconds");
  for (SortedJson& part : json)
    if (part.is_structured()) part = without_seconds(part);
  return json;
}

SortedJson schema_in(const SortedJson& listed, const std::string& tool) {
  for (const SortedJson& one : listed.at("result").at("tools"))
    if (one.at("name") == tool) return one.at("outputSchema");
  return {};
}

TEST(Mcp, ASessionEndsWithWhatTheCommandCounts) {
  const auto answers =
      answers_to({request(0, "initialize",
                          {{"protocolVersion", "2025-06-18"},
                           {"capabilities", SortedJson::object()},
                           {"clientInfo", {{"name", "test"}, {"version", "1"}}}}),
                  R"({"jsonrpc": "2.0", "method": "notifications/initialized"})",
                  request(1, "tools/list", SortedJson::object()),
                  call(2, "trace", {{"kernel", "transpose/tile"}, {"set", {{"rows", 64}}}}),
                  call(3, "trace", {{"kernel", "transpose/tile_padded"}})});
  ASSERT_EQ(answers.size(), 4u);
  EXPECT_EQ(answers[0].at("result").at("protocolVersion"), "2025-06-18");
  const SortedJson result = answers[2].at("result");
  EXPECT_EQ(answers[2].at("id"), 2);
  EXPECT_EQ(result.at("isError"), false);
  const SortedJson traced = result.at("structuredContent");
  EXPECT_EQ(without_seconds(traced),
            without_seconds(run_json({"trace", "transpose/tile", "--set", "rows=64", "--json"})));
  EXPECT_GT(traced.at("launches")[0].at("totals").at("shared_load").at("conflicts"), 0);
  EXPECT_EQ(parse_sorted_json(result.at("content")[0].at("text").get<std::string>()), traced);
  EXPECT_THAT(schema_faults(schema_in(answers[1], "trace"), traced), IsEmpty());
  EXPECT_EQ(answers[3].at("id"), 3) << "calls are answered in their order";
}

TEST(Mcp, EachToolGivesWhatItsCommandPrints) {
  const std::string own = data_file("scaled.ptx");
  const auto listed = answers_to({request(1, "tools/list", SortedJson::object())}).at(0);
  const auto expect = [&](const std::string& tool, const SortedJson& arguments,
                          std::vector<std::string> command, int status = 0) {
    const SortedJson result = result_of(tool, arguments);
    command.emplace_back("--json");
    EXPECT_EQ(without_seconds(result.at("structuredContent")),
              without_seconds(run_json(command, status)))
        << tool << arguments;
    EXPECT_THAT(schema_faults(schema_in(listed, tool), result.at("structuredContent")), IsEmpty());
  };
  expect("explain", {{"kernel", "transpose/tile"}}, {"explain", "transpose/tile"});
  expect("explain", {{"kernel", "L1 Wavefronts Shared"}}, {"explain", "L1 Wavefronts Shared"});
  expect("find_layout", {{"from", "transpose/tile:33"}, {"kind", "padding"}},
         {"swizzle", "--from", "transpose/tile:33", "--kind", "padding"});
  expect("find_layout", {{"spec", "element=2 tile=64x64 read=ldmatrix"}, {"find", true}},
         {"swizzle", "--spec", "element=2 tile=64x64 read=ldmatrix", "--find"});
  expect("check", {{"kernels", {own}}, {"entry", "scaled"}}, {"check", own, "--entry", "scaled"});
  expect("check", {{"kernels", {own, own}}, {"max", {"global_load.sectors=1"}}},
         {"check", own, own, "--max", "global_load.sectors=1"}, 1);
  const std::string racy = data_file("turn_nobarrier.ptx");
  expect("trace",
         {{"kernel", racy},
          {"grid", {1}},
          {"block", {32, 32}},
          {"args", {"in:in:f32[1024]=iota", "out:out:f32[1024]"}}},
         {"trace", racy, "--grid", "1", "--block", "32,32", "--arg", "in:in:f32[1024]=iota",
          "--arg", "out:out:f32[1024]"},
         1);
}

TEST(Mcp, TellsTheLaunchThatWasAssumed) {
  const SortedJson result = result_of("trace", {{"kernel", data_file("turn.ptx")}});
  EXPECT_EQ(result.at("structuredContent").at("guessed_launch"), true);
  EXPECT_THAT(result.at("content").at(1).at("text").get<std::string>(),
              HasSubstr("nobody said how it is launched"));
}

TEST(Mcp, AKernelThatCannotBeRunIsAnErrorOfTheTool) {
  const SortedJson result = result_of("trace", {{"kernel", "/nowhere/my.cu"}});
  EXPECT_EQ(result.at("isError"), true);
  EXPECT_EQ(
      result.at("content"),
      SortedJson::array({{{"type", "text"}, {"text", "warplens: /nowhere/my.cu: no such file"}}}));
}

TEST(Mcp, GoesOnBehindLinesThatAreNoRequests) {
  const auto answers = answers_to(
      {"no JSON", std::string(2'000'000, ' ') + "1", request(1, "tools/none", SortedJson::object()),
       call(2, "none", SortedJson::object()), call(3, "trace", {{"kernel", "--help"}}), "",
       request(4, "ping", SortedJson::object())});
  std::vector<int> codes;
  for (const SortedJson& answer : answers)
    if (answer.contains("error")) codes.push_back(answer.at("error").at("code"));
  EXPECT_THAT(codes, ElementsAre(-32700, -32600, -32601, -32602, -32602));
  EXPECT_EQ(answers.back().at("id"), 4);
}

TEST(Mcp, ACallThatIsCancelledEndsWithoutAnAnswer) {
  const auto begin = std::chrono::steady_clock::now();
  const auto answers = answers_to(
      {call(1, "trace",
            {{"kernel", data_file("endless.ptx")},
             {"grid", {2}},
             {"block", {64}},
             {"args", {"out:out:u32[4]"}},
             {"time_limit", 500}}),
       request(2, "ping", SortedJson::object()),
       R"({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})"},
      "sleep 1");
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].at("id"), 2);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

TEST(Mcp, ACallThatTakesTooLongIsAnErrorOfTheTool) {
  const fs::path folder = scratch_folder();
  write_file(folder / "call", call(1, "trace",
                                   {{"kernel", data_file("endless.ptx")},
                                    {"grid", {2}},
                                    {"block", {64}},
                                    {"args", {"out:out:u32[4]"}}}));
  const Output output =
      run_line("\"$WARPLENS\" mcp --time-limit 0.5 <'" + (folder / "call").string() + "'");
  const SortedJson result = parse_sorted_json(output.out).at("result");
  EXPECT_EQ(result.at("isError"), true);
  EXPECT_THAT(result.at("content")[0].at("text").get<std::string>(), HasSubstr("--time-limit"));
}

TEST(Mcp, EndsWithItsInput) { EXPECT_THAT(answers_to({}), IsEmpty()); }

// The patterns of docs/ASSISTANTS.md, by the label of their task.
class ProblemMatchers : public testing::Test {
 protected:
  static SortedJson tasks() {
    const std::string page = read_file(source_folder() / "docs/ASSISTANTS.md");
    const std::string begin = "```json .vscode/tasks.json\n";
    const std::size_t from = page.find(begin) + begin.size();
    return parse_sorted_json(page.substr(from, page.find("```", from) - from)).at("tasks");
  }
  static std::string place_of(const SortedJson& found) {
    return found.at("file").get<std::string>() + ":" + json_text(found.at("line"), -1);
  }
  // FILE:LINE of each line that the task's matchers take.
  static std::vector<std::string> problems(const SortedJson& task, const std::string& printed) {
    std::vector<std::string> problems;
    std::istringstream lines(printed);
    for (std::string line; std::getline(lines, line);) {
      for (const SortedJson& matcher : task.at("problemMatcher")) {
        const SortedJson& pattern = matcher.at("pattern");
        std::smatch match;
        if (!std::regex_search(line, match, std::regex(pattern.at("regexp").get<std::string>())))
          continue;
        problems.push_back(match.str(pattern.at("file")) + ":" + match.str(pattern.at("line")));
        EXPECT_FALSE(match.str(pattern.at("message")).empty());
      }
    }
    return problems;
  }
  static fs::path folder_of_kernels() {
    const fs::path folder = scratch_folder() / "kernels";
    fs::create_directories(folder);
    fs::copy_file(data_file("turn_nobarrier.ptx"), folder / "turn_nobarrier.ptx");
    return folder;
  }
};

TEST_F(ProblemMatchers, TakeEachFaultThatCheckPrintsOnce) {
  const std::string folder = folder_of_kernels().string();
  const SortedJson json = run_json({"check", folder, "--json"}, 2);
  std::vector<std::string> places;
  for (const SortedJson& item : json.at("launches")[0].at("items"))
    if (item.at("severity") == "error") places.push_back(place_of(item));
  EXPECT_FALSE(places.empty());
  EXPECT_EQ(problems(tasks()[0], run({"check", folder}).out), places);
}

TEST_F(ProblemMatchers, TakeEachFindingThatTracePrintsOnce) {
  const std::string file = (folder_of_kernels() / "turn_nobarrier.ptx").string();
  std::vector<std::string> places;
  const SortedJson launch = launch_json({"trace", file, "--json"}, 2);
  for (const SortedJson& finding : launch.at("findings")) places.push_back(place_of(finding));
  EXPECT_FALSE(places.empty());
  EXPECT_EQ(problems(tasks()[1], run({"trace", file}).out), places);
}

TEST_F(ProblemMatchers, TakeWhatACompilerSaysOnce) {
  const SortedJson doctor = run_json({"doctor", "--json"});
  if (!doctor.at("nvcc").at("found") && !doctor.at("nvrtc").at("found"))
    GTEST_SKIP() << "neither nvcc nor NVRTC here";
  const fs::path folder = folder_of_kernels();
  fs::remove(folder / "turn_nobarrier.ptx");
  const std::string file = (folder / "wrong.cu").string();
  write_file(file, "__global__ void wrong(float* x) {\n  x[0] = y;\n}\n");
  EXPECT_THAT(problems(tasks()[0], run({"check", folder.string()}).out), ElementsAre(file + ":2"));
  EXPECT_THAT(problems(tasks()[1], run({"trace", file}).err), ElementsAre(file + ":2"));
}

}  // namespace
}  // namespace warplens::cli_test
