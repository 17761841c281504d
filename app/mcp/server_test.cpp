#include "app/mcp/server.h"

#include <gmock/gmock.h>

#include <future>

namespace warplens::mcp {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// What a server sends for lines; its commands say their own words.
class ASession : public testing::Test {
 protected:
  static constexpr const char* kCall = R"({"jsonrpc": "2.0", "id": 7, "method": "tools/call",
      "params": {"name": "trace", "arguments": {"kernel": "a.cu"}}})";

  Json answer_to(const std::string& line) {
    sent_.clear();
    Server server({"1.2.3", {{"trace", {{"type", "object"}}}}}, echo, keep());
    server.take(line);
    server.finish([] { return true; });
    return sent_.empty() ? Json() : sent_.front();
  }
  Json asked(const std::string& method, const std::string& params = "{}") {
    return answer_to(R"({"jsonrpc": "2.0", "id": 1, "method": ")" + method + R"(", "params": )" +
                     params + "}");
  }
  int code_of(const std::string& line) { return answer_to(line).at("error").at("code"); }
  Send keep() {
    return [this](const Json& message) { sent_.push_back(message); };
  }
  static Json echo(const std::vector<std::string>& words, const std::stop_token&) { return words; }

  std::vector<Json> sent_;
};

TEST_F(ASession, BeginsWithAVersionThatBothKnow) {
  const auto agreed = [&](const std::string& asked_for) {
    return asked("initialize", R"({"protocolVersion": ")" + asked_for + R"(", "capabilities": {}})")
        .at("result");
  };
  for (const char* known : {"2024-11-05", "2025-03-26", "2025-06-18"})
    EXPECT_EQ(agreed(known).at("protocolVersion"), known);
  EXPECT_EQ(agreed("2099-01-01").at("protocolVersion"), "2025-06-18");
  const Json result = agreed("2025-06-18");
  EXPECT_EQ(result.at("capabilities"), Json({{"tools", Json::object()}}));
  EXPECT_EQ(result.at("serverInfo").at("name"), "warplens");
  EXPECT_EQ(result.at("serverInfo").at("version"), "1.2.3");
}

TEST_F(ASession, AnswersPingAndTellsItsTools) {
  EXPECT_EQ(asked("ping").at("result"), Json::object());
  const Json tools = asked("tools/list").at("result").at("tools");
  std::vector<std::string> names;
  for (const Json& tool : tools) names.push_back(tool.at("name"));
  EXPECT_THAT(names, ElementsAre("trace", "explain", "find_layout", "check"));
  EXPECT_TRUE(tools[0].contains("outputSchema"));
  EXPECT_FALSE(tools[1].contains("outputSchema")) << "there is no schema of it";
}

TEST_F(ASession, HasACommandAnswerACall) {
  const Json answer = answer_to(kCall);
  EXPECT_EQ(answer.at("id"), 7);
  EXPECT_EQ(answer.at("result"), Json({"trace", "a.cu", "--json"}));
}

TEST_F(ASession, RefusesWhatIsNoRequest) {
  EXPECT_EQ(code_of("{"), -32700);
  EXPECT_EQ(code_of("\"\xff\""), -32700);
  EXPECT_EQ(code_of("[]"), -32600);
  EXPECT_EQ(code_of("1"), -32600);
  EXPECT_EQ(code_of(R"({"id": 1, "method": "ping"})"), -32600);
  EXPECT_EQ(code_of(R"({"jsonrpc": "2.0", "id": 1})"), -32600);
  EXPECT_EQ(code_of(R"({"jsonrpc": "2.0", "id": null, "method": "ping"})"), -32600);
  EXPECT_EQ(code_of(R"({"jsonrpc": "2.0", "id": 1.5, "method": "ping"})"), -32600);
  EXPECT_EQ(code_of(R"({"jsonrpc": "2.0", "id": 1, "method": 1})"), -32600);
  EXPECT_EQ(asked("tools/lists").at("error").at("code"), -32601);
  EXPECT_EQ(asked("ping", "[]").at("error").at("code"), -32602);
  EXPECT_EQ(asked("tools/call").at("error").at("code"), -32602);
  EXPECT_EQ(asked("tools/call", R"({"name": "run"})").at("error").at("code"), -32602);
  EXPECT_EQ(asked("tools/call", R"({"name": "trace"})").at("error").at("code"), -32602);
  EXPECT_EQ(asked("tools/call", R"({"name": "trace", "arguments": 1})").at("error").at("code"),
            -32602);
}

TEST_F(ASession, RefusesWhatIsNestedTooDeeply) {
  const auto nested = [&](std::size_t depth) {
    return asked("ping", R"({"a \"[": )" + std::string(depth, '[') + std::string(depth, ']') + "}");
  };
  EXPECT_TRUE(nested(kDeepest - 2).contains("result"));
  EXPECT_EQ(nested(kDeepest - 1).at("error").at("code"), -32600);
  EXPECT_EQ(nested(500'000).at("error").at("code"), -32600);
}

TEST_F(ASession, TheRefusalOfARequestHasItsId) {
  EXPECT_EQ(answer_to(R"({"id": "a", "method": "ping"})").at("id"), "a");
  EXPECT_EQ(asked("nothing").at("id"), 1);
  EXPECT_TRUE(answer_to("{").at("id").is_null());
}

TEST_F(ASession, AnswersNoNotificationAndNoAnswer) {
  for (const char* line : {R"({"jsonrpc": "2.0", "method": "notifications/initialized"})",
                           R"({"jsonrpc": "2.0", "method": "tools/call", "params": 1})",
                           R"({"jsonrpc": "2.0", "id": 1, "result": {}})",
                           R"({"jsonrpc": "2.0", "method": "notifications/cancelled",
                               "params": {"requestId": 5}})"}) {
    answer_to(line);
    EXPECT_THAT(sent_, IsEmpty()) << line;
  }
}

// A command that runs until it is stopped.
class ALongCall : public ASession {
 protected:
  Answer until_stopped() {
    return [this](const std::vector<std::string>& words, const std::stop_token& stop) -> Json {
      if (words.at(1) == "short.cu") return "done";
      running_.set_value();
      std::promise<void> stopped;
      const std::stop_callback tell(stop, [&] { stopped.set_value(); });
      stopped.get_future().wait();
      return "stopped";
    };
  }
  static std::string call(int id, const std::string& file) {
    return R"({"jsonrpc": "2.0", "method": "tools/call", "id": )" + std::to_string(id) +
           R"(, "params": {"name": "trace", "arguments": {"kernel": ")" + file + R"("}}})";
  }
  static std::string cancellation(int id) {
    return R"({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": )" +
           std::to_string(id) + "}}";
  }

  std::promise<void> running_;
};

TEST_F(ALongCall, IsCancelledWithoutAnAnswerAndTheNextOneRuns) {
  Server server({}, until_stopped(), keep());
  server.take(call(1, "long.cu"));
  running_.get_future().wait();
  server.take(call(2, "short.cu"));
  server.take(call(3, "short.cu"));
  server.take(cancellation(2));
  server.take(cancellation(1));
  server.finish([] { return true; });
  EXPECT_THAT(sent_, ElementsAre(answer(3, "done")));
}

TEST_F(ALongCall, LetsOthersBeAnsweredMeanwhile) {
  Server server({}, until_stopped(), keep());
  server.take(call(1, "long.cu"));
  running_.get_future().wait();
  server.take(R"({"jsonrpc": "2.0", "id": 2, "method": "ping"})");
  EXPECT_THAT(sent_, ElementsAre(answer(2, Json::object())));
  server.take(call(1, "short.cu"));
  EXPECT_EQ(sent_.back().at("error").at("code"), -32600) << "its id is the long one's";
  for (int i = 0; i <= int{Calls::kMostWaiting}; ++i) server.take(call(10 + i, "short.cu"));
  EXPECT_EQ(sent_.back().at("error").at("code"), -32600) << "too many wait";
}

TEST_F(ALongCall, EndsWhereNobodyReadsItsAnswer) {
  {
    Server server({}, until_stopped(), keep());
    server.take(call(1, "long.cu"));
    running_.get_future().wait();
    server.finish([] { return false; });
  }
  EXPECT_THAT(sent_, IsEmpty());
}

}  // namespace
}  // namespace warplens::mcp
