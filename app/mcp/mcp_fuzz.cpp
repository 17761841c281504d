// Any line must be a message or be answered, a call's words must be its tool's, and what is sent is
// one line that is read again.
#include <cstdint>
#include <string_view>

#include "app/mcp/message.h"
#include "app/mcp/tool.h"

namespace {

using namespace warplens;

void look_at_call(const mcp::Request& request) {
  for (const mcp::Tool& tool : mcp::tools()) {
    const auto words = mcp::words_of(tool, request.params.value("arguments", Json::object()));
    if (!words.has_value()) {
      if (words.error().message.empty()) __builtin_trap();
      continue;
    }
    if (words->front() != tool.command || words->back() != "--json") __builtin_trap();
    bool has_options = false;
    for (std::size_t i = 1; i < words->size(); ++i) {
      const std::string& word = (*words)[i];
      if (word.empty() || word.find('\0') != std::string::npos) __builtin_trap();
      has_options = has_options || word.starts_with("--");
      if (has_options != word.starts_with('-')) __builtin_trap();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  const auto message = mcp::read_message(line);
  if (const auto* request = std::get_if<mcp::Request>(&message)) look_at_call(*request);
  if (const auto* refused = std::get_if<Json>(&message)) {
    const std::string sent = json_text(*refused, -1);
    if (sent.find('\n') != std::string::npos || parse_json(sent) != *refused) __builtin_trap();
  }
  return 0;
}
