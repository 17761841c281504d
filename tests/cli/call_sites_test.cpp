// Inlined code says where it was called from: in the text, in JSON, in CSV and of a capture.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/base/json.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;

// Its helper has eight ldmatrix, four from each of two lines.
std::vector<std::string> trace_inlined(const std::vector<std::string>& more) {
  std::vector<std::string> command = {"trace",   data_file("inlined.ptx"),
                                      "--grid",  "1",
                                      "--block", "32",
                                      "--arg",   "in:in:u32[1024]=iota",
                                      "--arg",   "out:out:u32[32]",
                                      "--as-ptx"};
  command.insert(command.end(), more.begin(), more.end());
  return command;
}

int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(CallSites, EachAccessOfAnInlinedLineHasItsRow) {
  const Output output = run(trace_inlined({}));
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_EQ(count_of(output.out, "  in load_rows, from inlined.cu:17\n"), 4) << output.out;
  EXPECT_EQ(count_of(output.out, "  in load_rows, from inlined.cu:18\n"), 4);
  EXPECT_THAT(output.out, HasSubstr("5 shared          8 ")) << "their line has the sum";
}

TEST(CallSites, AreFieldsOfTheJsonAndOfACapture) {
  const std::string capture = (scratch_folder() / "t.wlens").string();
  const SortedJson sites = launch_json(trace_inlined({"--json", "-o", capture})).at("sites");
  int inlined = 0;
  for (const SortedJson& site : sites) {
    if (site.at("kind") != "load_matrix") {
      EXPECT_FALSE(site.contains("call_line")) << site;
      continue;
    }
    ++inlined;
    EXPECT_EQ(site.at("line"), 5);
    EXPECT_EQ(site.at("inlined_function"), "load_rows");
    EXPECT_EQ(site.at("call_file"), "inlined.cu");
    EXPECT_THAT(site.at("call_line").get<int>(), testing::AnyOf(17, 18));
  }
  EXPECT_EQ(inlined, 8);
  EXPECT_EQ(launch_json({"show", capture, "--as-ptx", "--json"}).at("sites"), sites);
}

TEST(CallSites, AreColumnsOfTheTables) {
  const Output sites = run(trace_inlined({"--csv", "sites"}));
  EXPECT_THAT(sites.out, HasSubstr("line,inlined_function,call_file,call_line,space"));
  EXPECT_EQ(count_of(sites.out, ",5,load_rows,inlined.cu,17,shared,load_matrix,"), 4) << sites.out;
  EXPECT_THAT(run(trace_inlined({"--csv", "findings"})).out,
              HasSubstr("line,inlined_function,call_file,call_line,block"));
}

// An access of a helper that leaves its buffer.
TEST(CallSites, AreOfFindingsToo) {
  const std::string ptx = (scratch_folder() / "k.ptx").string();
  write_file(ptx,
             ".version 8.0\n.target sm_75\n.address_size 64\n"
             ".visible .entry k(.param .u64 p) {\n.reg .b64 %rd<2>;\n.reg .b32 %r<2>;\n"
             ".loc 1 40 3\nld.param.u64 %rd1, [p];\n"
             ".loc 1 7 3, function_name $n, inlined_at 1 40 3\n"
             "st.global.u32 [%rd1+4], 1;\nret;\n}\n.file 1 \"k.cu\"\n"
             ".section .debug_str {\n$n:\n.b8 95,90,52,102,105,108,108,80,106,0\n}\n");
  const std::vector<std::string> command = {"trace",   ptx, "--grid", "1",
                                            "--block", "1", "--arg",  "p:inout:u32[1]=zero"};
  const Output output = run(command);
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.out, HasSubstr("(in fill, from k.cu:40)"));
  std::vector<std::string> as_json = command;
  as_json.emplace_back("--json");
  const SortedJson finding = launch_json(as_json, 1).at("findings").at(0);
  EXPECT_EQ(finding.at("line"), 7);
  EXPECT_EQ(finding.at("call_line"), 40);
  EXPECT_EQ(finding.at("inlined_function"), "fill");
}

}  // namespace
}  // namespace warplens::cli_test
