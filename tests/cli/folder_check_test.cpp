// check of a folder: all launches of its kernels, as a table, as JUnit and as SARIF.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/base/json.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// turn.ptx as it is guessed, deep/racy.ptx with a launch that is kept.
fs::path folder_of_kernels() {
  const fs::path folder = scratch_folder() / "kernels";
  fs::create_directories(folder / "deep");
  fs::copy_file(data_file("turn.ptx"), folder / "turn.ptx");
  fs::copy_file(data_file("turn_nobarrier.ptx"), folder / "deep/racy.ptx");
  write_file(folder / "deep/racy.ptx.warplens.json",
             R"({"warplens_launches": 1, "launches": [{"name": "a tile", "kernel": "turn",
                "grid": ["1"], "block": ["32", "32"], "arguments": [
                {"name": "in", "type": "f32", "count": "1024", "fill": "iota"},
                {"name": "out", "type": "f32", "count": "1024", "role": "out"}]}]})");
  return folder;
}

TEST(FolderCheck, PrintsATableOfAllLaunchesAndFailsWithOne) {
  const Output output = run({"check", folder_of_kernels().string()});
  EXPECT_EQ(output.status, 1) << output.err;
  EXPECT_THAT(output.out, AllOf(HasSubstr("a tile"), HasSubstr("its sidecar"), HasSubstr("turn"),
                                HasSubstr("a guess"), HasSubstr("1 of 2 launches fail\nFAIL\n")));
  EXPECT_THAT(output.out, HasSubstr(": a tile: race: "));
}

TEST(FolderCheck, PassesWhereAllPass) {
  const fs::path folder = folder_of_kernels();
  fs::remove(folder / "deep/racy.ptx");
  const Output output = run({"check", folder.string()});
  EXPECT_EQ(output.status, 0) << output.out << output.err;
  EXPECT_THAT(output.out, HasSubstr("0 of 1 launches fail\npass\n"));
}

TEST(FolderCheck, HoldsAllToWhatTheOptionsPromise) {
  const std::string file = (folder_of_kernels() / "turn.ptx").string();
  const SortedJson json =
      run_json({"check", file, file, "--max", "shared_load.requests=3", "--json"}, 1);
  EXPECT_EQ(json.at("failed"), 2);
  const SortedJson item = json.at("launches")[0].at("items")[0];
  EXPECT_EQ(item.at("rule"), "promise");
  EXPECT_EQ(item.at("message"), "shared_load.requests is 8, to be at most 3");
}

TEST(FolderCheck, GoesOnBehindAFileThatCannotBeRead) {
  const fs::path folder = folder_of_kernels();
  write_file(folder / "broken.ptx", "no PTX");
  const SortedJson json = run_json({"check", folder.string(), "--json"}, 1);
  ASSERT_EQ(json.at("launches").size(), 3u);
  EXPECT_TRUE(json.at("launches")[0].contains("error"));
  EXPECT_EQ(json.at("launches")[2].at("result"), "pass");
}

TEST(FolderCheck, OfNoKernelIsAnErrorInOneLine) {
  const fs::path folder = scratch_folder() / "empty";
  fs::create_directories(folder);
  for (const auto& [names, says] :
       {std::pair(std::vector<std::string>{folder.string()}, "has no .cu or .ptx file"),
        std::pair(std::vector<std::string>{folder.string(), "transpose"}, "no .cu or .ptx file")}) {
    std::vector<std::string> command = {"check"};
    command.insert(command.end(), names.begin(), names.end());
    const Output output = run(command);
    EXPECT_EQ(output.status, 1);
    EXPECT_THAT(output.err, HasSubstr(says));
    EXPECT_EQ(std::ranges::count(output.err, '\n'), 1) << output.err;
  }
}

TEST(Reports, JunitHasATestCaseForEachLaunch) {
  const fs::path folder = folder_of_kernels();
  write_file(folder / "broken<&.ptx", "no PTX");
  const std::string report = (folder / "r.xml").string();
  EXPECT_EQ(run({"check", folder.string(), "--junit", report}).status, 1);
  const std::string xml = read_file(report);
  EXPECT_THAT(xml,
              HasSubstr("<testsuites name=\"warplens\" tests=\"3\" failures=\"1\" errors=\"1\""));
  EXPECT_THAT(xml, AllOf(HasSubstr("name=\"a tile\""), HasSubstr("<failure message=\""),
                         HasSubstr("<error message=\""), HasSubstr("broken&lt;&amp;.ptx")));
  // A parser that has no part in writing it.
  const std::string parse =
      "python3 -c \"import sys, xml.etree.ElementTree as t; r = "
      "t.parse(sys.argv[1]).getroot(); print(len(r.findall('.//testcase')))\" '";
  EXPECT_EQ(run_line(parse + report + "'").out, "3\n");
}

// The shape that code hosts ask for, field by field.
void expect_sarif(const SortedJson& sarif) {
  EXPECT_EQ(sarif.at("version"), "2.1.0");
  EXPECT_THAT(sarif.at("$schema").get<std::string>(), HasSubstr("sarif-schema-2.1.0.json"));
  const SortedJson& run = sarif.at("runs").at(0);
  EXPECT_EQ(run.at("tool").at("driver").at("name"), "warplens");
  for (const SortedJson& result : run.at("results")) {
    EXPECT_THAT(result.at("level").get<std::string>(), testing::AnyOf("error", "warning", "note"));
    EXPECT_FALSE(result.at("message").at("text").get<std::string>().empty());
    const SortedJson& place = result.at("locations").at(0).at("physicalLocation");
    EXPECT_GE(place.at("region").at("startLine").get<int>(), 1);
    EXPECT_THAT(place.at("artifactLocation").at("uri").get<std::string>(), Not(HasSubstr(" ")));
    const auto& rules = run.at("tool").at("driver").at("rules");
    EXPECT_TRUE(std::ranges::any_of(
        rules, [&](const SortedJson& rule) { return rule.at("id") == result.at("ruleId"); }));
  }
}

TEST(Reports, SarifHasEachFindingAtItsLine) {
  const fs::path folder = scratch_folder() / "with blank";
  fs::create_directories(folder);
  fs::copy_file(data_file("turn_nobarrier.ptx"), folder / "k.ptx");
  fs::copy_file(data_file("turn_nobarrier.cu"), folder / "turn_nobarrier.cu");
  const std::string report = (folder / "r.sarif").string();
  const std::string file = (folder / "k.ptx").string();
  EXPECT_EQ(run({"trace", file, "--grid", "1", "--block", "32,32", "--arg", "in:in:f32[1024]=iota",
                 "--arg", "out:out:f32[1024]", "--sarif", report})
                .status,
            1);
  const SortedJson sarif = parse_sorted_json(read_file(report));
  expect_sarif(sarif);
  const SortedJson& results = sarif.at("runs").at(0).at("results");
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].at("ruleId"), "race");
  const SortedJson& place = results[0].at("locations").at(0).at("physicalLocation");
  EXPECT_THAT(place.at("artifactLocation").at("uri").get<std::string>(),
              testing::EndsWith("with%20blank/turn_nobarrier.cu"));
  EXPECT_EQ(place.at("region").at("startLine"), 6);
}

TEST(Reports, AreOfFilesAlone) {
  const Output output = run({"trace", "transpose/tile", "--sarif", "r.sarif"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("--sarif is for a .ptx or .cu file"));
  EXPECT_EQ(run({"check", data_file("turn.ptx"), "--junit", "/no/such/folder/r.xml"}).status, 1);
}

}  // namespace
}  // namespace warplens::cli_test
