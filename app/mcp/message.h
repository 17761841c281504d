// One message of JSON-RPC 2.0, as the Model Context Protocol has them: a line of UTF-8 each.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "kernels/base/json.h"

namespace warplens::mcp {

inline constexpr std::size_t kLongestLine = std::size_t{1} << 20;
inline constexpr int kDeepest = 64;  // objects and lists within each other

enum class Fault : int {
  no_json = -32700,
  no_request = -32600,
  no_method = -32601,
  wrong_params = -32602,
};

struct Request {
  Json id;  // null: a notification, which nobody answers
  std::string method;
  Json params;  // an object
};

// What a client answers: this server asks nothing.
struct Ignored {};

// A line, or the answer that it deserves.
[[nodiscard]] std::variant<Request, Ignored, Json> read_message(std::string_view line);

[[nodiscard]] Json answer(const Json& id, Json result);
[[nodiscard]] Json refusal(const Json& id, Fault fault, std::string_view message);
[[nodiscard]] Json too_long();

}  // namespace warplens::mcp
