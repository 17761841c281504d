#include "app/mcp/tool.h"

#include <gmock/gmock.h>

#include "kernels/base/language.h"

namespace warplens::mcp {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Result<std::vector<std::string>> words(const char* tool, const char* arguments) {
  return words_of(*find_tool(tool), parse_json(arguments));
}

std::string refused(const char* tool, const char* arguments) {
  const auto given = words(tool, arguments);
  return given.has_value() ? "taken" : given.error().message.in(Language::en);
}

TEST(ToolArguments, BecomeOptionsOfItsCommand) {
  EXPECT_THAT(words("trace", R"({"set": {"rows": 64, "cols": 96}, "kernel": "transpose/tile",
                                 "grid": [4, 2], "args": ["x:in:f32[8]=iota", "n:i32=8"],
                                 "shared": 1024, "as_ptx": true, "worst": false})")
                  .value(),
              ElementsAre("trace", "transpose/tile", "--set=rows=64", "--set=cols=96", "--grid=4,2",
                          "--shared=1024", "--arg=x:in:f32[8]=iota", "--arg=n:i32=8", "--as-ptx",
                          "--json"));
  EXPECT_THAT(words("check", R"({"kernels": ["a.cu", "b"], "fail_on": ["races"]})").value(),
              ElementsAre("check", "a.cu", "b", "--fail-on=races", "--json"));
  EXPECT_THAT(words("find_layout", R"({"spec": "tile=32x32", "find": true})").value(),
              ElementsAre("swizzle", "--spec=tile=32x32", "--find", "--json"));
}

TEST(ToolArguments, CannotBeOptionsOfTheirOwn) {
  EXPECT_THAT(refused("trace", R"({"kernel": "--output=t.wlens"})"), HasSubstr("begin with '-'"));
  EXPECT_THAT(refused("trace", R"({"kernel": "-"})"), HasSubstr("begin with '-'"));
  EXPECT_THAT(refused("check", R"({"kernels": ["a.cu", "--junit=r"]})"),
              HasSubstr("begin with '-'"));
  EXPECT_THAT(words("trace", R"({"kernel": "a.cu", "entry": "--output=x"})").value(),
              ElementsAre("trace", "a.cu", "--entry=--output=x", "--json"));
}

TEST(ToolArguments, ThatAreNotItsOwnOrMissingOrOfAnotherKindAreRefused) {
  EXPECT_EQ(refused("trace", R"({"kernel": "a.cu", "output": "x"})"), "trace takes no 'output'");
  EXPECT_EQ(refused("trace", R"({})"), "trace takes 'kernel'");
  EXPECT_EQ(refused("find_layout", R"({})"), "find_layout takes one of 'from', 'spec'");
  EXPECT_EQ(refused("find_layout", R"({"from": "a.cu:1", "spec": "tile=8x8"})"),
            "find_layout takes one of 'from', 'spec'");
  EXPECT_THAT(refused("trace", "[]"), HasSubstr("must be an object"));
  for (const char* wrong : {R"("kernel": 1)", R"("kernel": "")", R"("kernel": "a\u0000b")",
                            R"("kernel": ["a"])", R"("kernel": null)"})
    EXPECT_THAT(refused("trace", ("{" + std::string(wrong) + "}").c_str()),
                HasSubstr("'kernel' must be a text"))
        << wrong;
  for (const char* wrong :
       {R"("set": {"n": "8"})", R"("set": {"": 8})", R"("set": {"n": 1.5})", R"("set": 8)",
        R"("grid": [1, 2, 3, 4])", R"("grid": [])", R"("grid": [-1])", R"("grid": "4")",
        R"("args": [])", R"("args": [""])", R"("args": "x")", R"("shared": "8")", R"("worst": 1)"})
    EXPECT_THAT(refused("trace", (R"({"kernel": "a.cu", )" + std::string(wrong) + "}").c_str()),
                HasSubstr(" must be "))
        << wrong;
}

TEST(Tools, TellWhatTheyTakeAndGive) {
  for (const Tool& tool : tools()) {
    const Json json = tool_json(tool, {{"type", "object"}});
    EXPECT_EQ(json.at("name"), tool.name);
    EXPECT_EQ(json.at("outputSchema").at("type"), "object");
    const Json& input = json.at("inputSchema");
    EXPECT_EQ(input.at("type"), "object");
    EXPECT_EQ(input.at("additionalProperties"), false);
    EXPECT_EQ(input.at("properties").size(), tool.fields.size()) << "a name stands there twice";
    EXPECT_FALSE(tool_json(tool, nullptr).contains("outputSchema"));
  }
  EXPECT_EQ(tool_json(*find_tool("trace"), nullptr).at("inputSchema").at("required"),
            Json::array({"kernel"}));
}

}  // namespace
}  // namespace warplens::mcp
