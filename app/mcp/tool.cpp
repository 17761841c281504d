#include "app/mcp/tool.h"

#include <algorithm>

namespace warplens::mcp {
namespace {

using Words = std::vector<std::string>;

bool is_text(const Json& value) {
  const auto* text = value.get_ptr<const Json::string_t*>();
  return text != nullptr && !text->empty() && text->find('\0') == std::string::npos;
}

bool are(const Json& values, bool (*is_one)(const Json&)) {
  return values.is_array() && !values.empty() && std::all_of(values.begin(), values.end(), is_one);
}

bool is_integer(const Json& value) { return value.is_number_integer(); }
bool is_count(const Json& value) { return value.is_number_unsigned(); }

bool are_settings(const Json& value) {
  if (!value.is_object()) return false;
  return std::ranges::all_of(value.items(), [](const auto& item) {
    return is_text(Json(item.key())) && item.key().find('=') == std::string::npos &&
           is_integer(item.value());
  });
}

bool is_of(Kind kind, const Json& value) {
  switch (kind) {
    case Kind::text:
      return is_text(value);
    case Kind::number:
      return value.is_number();
    case Kind::flag:
      return value.is_boolean();
    case Kind::texts:
      return are(value, is_text);
    case Kind::extent:
      return are(value, is_count) && value.size() <= 3;
    case Kind::settings:
      return are_settings(value);
  }
  return false;
}

std::string_view wanted(Kind kind) {
  switch (kind) {
    case Kind::text:
      return "a text that is not empty";
    case Kind::number:
      return "a number";
    case Kind::flag:
      return "true or false";
    case Kind::texts:
      return "a list of texts that are not empty";
    case Kind::extent:
      return "a list of one to three whole numbers";
    case Kind::settings:
      return "an object of whole numbers by name";
  }
  return {};
}

// Of a value that is of the field's kind, each as it stands behind the option.
Words values_of(Kind kind, const Json& value) {
  switch (kind) {
    case Kind::text:
      return {value.get<std::string>()};
    case Kind::number:
      return {json_text(value, -1)};
    case Kind::flag:
      return {};
    case Kind::texts:
      return value.get<Words>();
    case Kind::extent: {
      std::string list;
      for (const Json& one : value) list += (list.empty() ? "" : ",") + json_text(one, -1);
      return {list};
    }
    case Kind::settings: {
      Words words;
      for (const auto& [name, number] : value.items())
        words.push_back(name + '=' + json_text(number, -1));
      return words;
    }
  }
  return {};
}

Result<void> add_words(Words& words, const Field& field, const Json& value) {
  if (!is_of(field.kind, value)) return fail("'{}' must be {}", field.name, wanted(field.kind));
  if (field.kind == Kind::flag && value.get<bool>()) words.emplace_back(field.option);
  for (std::string& one : values_of(field.kind, value)) {
    if (field.option.empty() && one.starts_with('-'))
      return fail("'{}' must not begin with '-': write ./ before a file's name", field.name);
    words.push_back(field.option.empty() ? std::move(one)
                                         : fmt::format("{}={}", field.option, one));
  }
  return {};
}

Result<void> check_names(const Tool& tool, const Json& arguments) {
  for (const auto& item : arguments.items()) {
    if (std::ranges::find(tool.fields, item.key(), &Field::name) == tool.fields.end())
      return fail("{} takes no '{}'", tool.name, item.key());
  }
  const auto given = std::ranges::count_if(
      tool.one_of, [&](std::string_view name) { return arguments.contains(name); });
  if (given == 1) return {};
  return fail("{} takes {}'{}'", tool.name, tool.one_of.size() == 1 ? "" : "one of ",
              fmt::join(tool.one_of, "', '"));
}

Json list_of(const Json& items) { return {{"type", "array"}, {"items", items}, {"minItems", 1}}; }

Json schema_of(Kind kind) {
  const Json text = {{"type", "string"}, {"minLength", 1}};
  const Json integer = {{"type", "integer"}};
  switch (kind) {
    case Kind::text:
      return text;
    case Kind::number:
      return {{"type", "number"}};
    case Kind::flag:
      return {{"type", "boolean"}};
    case Kind::texts:
      return list_of(text);
    case Kind::extent: {
      Json list = list_of({{"type", "integer"}, {"minimum", 1}});
      list["maxItems"] = 3;
      return list;
    }
    case Kind::settings:
      return {{"type", "object"}, {"additionalProperties", integer}};
  }
  return {};
}

Json input_schema(const Tool& tool) {
  Json properties = Json::object();
  for (const Field& field : tool.fields) {
    Json schema = schema_of(field.kind);
    schema["description"] = field.description;
    properties[std::string(field.name)] = std::move(schema);
  }
  Json schema = {{"type", "object"}, {"properties", properties}};
  if (tool.one_of.size() == 1) schema["required"] = tool.one_of;
  schema["additionalProperties"] = false;
  return schema;
}

}  // namespace

const Tool* find_tool(std::string_view name) {
  const auto found = std::ranges::find(tools(), name, &Tool::name);
  return found == tools().end() ? nullptr : &*found;
}

Json tool_json(const Tool& tool, const Json& output_schema) {
  Json json = {{"name", tool.name},
               {"title", tool.title},
               {"description", tool.description},
               {"inputSchema", input_schema(tool)}};
  if (output_schema.is_object()) json["outputSchema"] = output_schema;
  json["annotations"] = {{"readOnlyHint", true}, {"openWorldHint", false}};
  return json;
}

Result<Words> words_of(const Tool& tool, const Json& arguments) {
  if (!arguments.is_object()) return fail("the arguments of {} must be an object", tool.name);
  TRY(check_names(tool, arguments));
  Words words{std::string(tool.command)};
  for (const bool by_itself : {true, false}) {
    for (const Field& field : tool.fields) {
      const auto given = arguments.find(field.name);
      if (field.option.empty() != by_itself || given == arguments.end()) continue;
      TRY(add_words(words, field, *given));
    }
  }
  words.emplace_back("--json");
  return words;
}

}  // namespace warplens::mcp
