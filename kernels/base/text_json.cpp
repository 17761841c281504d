#include "kernels/base/text_json.h"

#include "kernels/base/json.h"

namespace warplens {
namespace {

constexpr int kDeepest = 24;                            // texts within texts
constexpr std::size_t kMostValues = 64;                 // of one text
constexpr std::size_t kLargest = std::size_t{1} << 16;  // bytes, as read

Json to_json(const Text& text);

Json to_json(const Text::Value& value) {
  return std::visit(
      [](const auto& is) -> Json {
        using T = std::remove_cvref_t<decltype(is)>;
        if constexpr (std::is_same_v<T, Text>) {
          Json json = to_json(is);
          json["text"] = is.english();
          return json;
        } else if constexpr (std::is_same_v<T, float>) {
          return {{"float", is}};
        } else {
          return is;
        }
      },
      value.is);
}

Json to_json(const Text& text) {
  Json json = Json::object();
  if (!text.is_translated()) return json;
  if (!text.context().empty()) json["context"] = text.context();
  json["values"] = Json::array();
  for (const Text::Value& value : text.values()) json["values"].push_back(to_json(value));
  return json;
}

std::optional<Text> text_of(std::string english, const Json& json, int depth);

std::optional<Text::Value> value_of(const Json& json, int depth) {
  if (json.is_number_unsigned()) return Text::Value{json.get<std::uint64_t>()};
  if (json.is_number_integer()) return Text::Value{json.get<std::int64_t>()};
  if (json.is_number_float()) return Text::Value{json.get<double>()};
  if (json.is_string()) return Text::Value{json.get<std::string>()};
  if (!json.is_object()) return std::nullopt;
  if (const auto number = json.find("float"); number != json.end()) {
    if (!number->is_number()) return std::nullopt;
    return Text::Value{number->get<float>()};
  }
  const auto english = json.find("text");
  if (english == json.end() || !english->is_string()) return std::nullopt;
  auto text = text_of(english->get<std::string>(), json, depth + 1);
  if (!text) return std::nullopt;
  return Text::Value{std::move(*text)};
}

std::optional<Text> text_of(std::string english, const Json& json, int depth) {
  const auto values = json.find("values");
  if (values == json.end()) return Text(std::move(english));
  if (depth > kDeepest || !values->is_array() || values->size() > kMostValues) return std::nullopt;
  std::vector<Text::Value> read;
  for (const Json& one : *values) {
    auto value = value_of(one, depth);
    if (!value) return std::nullopt;
    read.push_back(std::move(*value));
  }
  const auto context = json.find("context");
  const std::string in =
      context != json.end() && context->is_string() ? context->get<std::string>() : "";
  return Text(TextView{english, in}, std::move(read));
}

}  // namespace

std::string values_as_json(const Text& text) {
  return text.is_translated() ? json_text(to_json(text), -1) : std::string();
}

std::optional<Text> text_from_json(std::string english, std::string_view values) {
  if (values.empty()) return Text(std::move(english));
  const Json json = parse_json(values);
  if (!json.is_object() || !json.contains("values")) return std::nullopt;
  auto text = text_of(std::move(english), json, 0);
  if (!text || most_bytes(*text) > kLargest) return std::nullopt;
  return text;
}

}  // namespace warplens
