#include "app/mcp/message.h"

#include <fmt/format.h>

namespace warplens::mcp {
namespace {

Json message_with(const Json& id) { return {{"jsonrpc", "2.0"}, {"id", id}}; }

// Looked at before it is read: JSON's own reader and copies of a value go as deep as the text does.
bool is_too_deep(std::string_view line) {
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (in_text && c == '\\') ++i;
    if (c == '"') in_text = !in_text;
    if (in_text) continue;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (depth > kDeepest) return true;
  }
  return false;
}

bool is_id(const Json& value) { return value.is_string() || value.is_number_integer(); }

// The one that can be answered; null where there is none.
Json id_of(const Json& message) {
  const auto id = message.find("id");
  return id != message.end() && is_id(*id) ? *id : Json();
}

bool is_version_2(const Json& message) {
  const auto version = message.find("jsonrpc");
  return version != message.end() && *version == "2.0";
}

}  // namespace

Json answer(const Json& id, Json result) {
  Json message = message_with(id);
  message["result"] = std::move(result);
  return message;
}

Json refusal(const Json& id, Fault fault, std::string_view text) {
  Json message = message_with(id);
  message["error"] = {{"code", static_cast<int>(fault)}, {"message", text}};
  return message;
}

Json too_long() {
  return refusal({}, Fault::no_request,
                 fmt::format("a message has at most {} bytes", kLongestLine));
}

std::variant<Request, Ignored, Json> read_message(std::string_view line) {
  if (is_too_deep(line)) return refusal({}, Fault::no_request, "a message is nested too deeply");
  const Json message = parse_json(line);
  if (message.is_discarded()) return refusal({}, Fault::no_json, "this line is no JSON");
  if (message.is_array()) return refusal({}, Fault::no_request, "batches are not taken");
  if (!message.is_object() || !is_version_2(message))
    return refusal(message.is_object() ? id_of(message) : Json(), Fault::no_request,
                   "no message of JSON-RPC 2.0");
  const Json id = id_of(message);
  const auto method = message.find("method");
  if (method == message.end() && (message.contains("result") || message.contains("error")))
    return Ignored{};
  if (method == message.end() || !method->is_string())
    return refusal(id, Fault::no_request, "a request has a method, a text");
  if (message.contains("id") && id.is_null())
    return refusal(id, Fault::no_request, "an id is a text or a whole number");
  const Json params = message.value("params", Json::object());
  if (!params.is_object() && !id.is_null())
    return refusal(id, Fault::wrong_params, "params must be an object");
  return Request{id, method->get<std::string>(), params.is_object() ? params : Json::object()};
}

}  // namespace warplens::mcp
