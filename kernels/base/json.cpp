#include "kernels/base/json.h"

namespace warplens {
namespace {

template <class Value>
Value parse(std::string_view text) {
  return Value::parse(text, nullptr, false);
}

template <class Value>
std::string text_of(const Value& json, int indent) {
  return json.dump(indent, ' ', false, Value::error_handler_t::replace);
}

}  // namespace

Json parse_json(std::string_view text) { return parse<Json>(text); }
SortedJson parse_sorted_json(std::string_view text) { return parse<SortedJson>(text); }

std::size_t json_error_at(std::string_view text) {
  try {
    [[maybe_unused]] const SortedJson whole = SortedJson::parse(text);
  } catch (const SortedJson::parse_error& error) {
    return error.byte == 0 ? 0 : error.byte - 1;
  }
  return text.size();
}

std::string json_text(const Json& json, int indent) { return text_of(json, indent); }
std::string json_text(const SortedJson& json, int indent) { return text_of(json, indent); }

}  // namespace warplens
