#include "app/mcp/command_answer.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace warplens::mcp {
namespace {

using testing::HasSubstr;

Json said_by(const std::string& script, double seconds = 60) {
  run::ProcessLimits limits;
  limits.time = std::chrono::duration<double>(seconds);
  return answer_by("/bin/sh", {"-c", script}, {}, limits);
}

std::string error_of(const Json& result) {
  EXPECT_TRUE(result.at("isError").get<bool>());
  EXPECT_FALSE(result.contains("structuredContent"));
  return result.at("content").at(0).at("text");
}

TEST(CommandAnswers, AreTheJsonAndWhatIsSaidBesideIt) {
  const Json result = said_by(R"(echo '{"b": 1, "a": 2}'; echo guessed >&2; exit 2)");
  EXPECT_EQ(result, parse_json(R"({"content": [{"type": "text", "text": "{\"b\":1,\"a\":2}"},
                                              {"type": "text", "text": "guessed"}],
                                   "structuredContent": {"b": 1, "a": 2}, "isError": false})"));
}

TEST(CommandAnswers, WithoutJsonAreErrors) {
  EXPECT_EQ(error_of(said_by("echo 'no such file' >&2; exit 1")), "no such file");
  EXPECT_EQ(error_of(said_by("echo '{'; exit 3")), "warplens ended with status 3");
  EXPECT_EQ(error_of(said_by("kill -s KILL $$")), "warplens ended with status 137");
  EXPECT_EQ(error_of(answer_by("/nowhere", {"trace"}, {}, {})), "warplens ended with status 127");
}

TEST(CommandAnswers, OfCommandsThatTakeOrPrintTooMuchAreErrors) {
  EXPECT_THAT(error_of(said_by("sleep 60", 0.2)), HasSubstr("--time-limit"));
  EXPECT_THAT(error_of(said_by("head -c 9000000 /dev/zero")), HasSubstr("larger than"));
}

TEST(CommandAnswers, AreOfAProcessWithoutInputInThisFolder) {
  const Json result = said_by(R"(read line || echo "{\"folder\": \"$PWD\"}")");
  EXPECT_EQ(result.at("structuredContent").at("folder"), std::filesystem::current_path().string());
}

}  // namespace
}  // namespace warplens::mcp
