#include "tests/cli/json_schema.h"

#include <algorithm>

namespace warplens::cli_test {

namespace {

bool is_type(const SortedJson& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  return type == "null" && value.is_null();
}

class SchemaCheck {
 public:
  explicit SchemaCheck(const SortedJson& root) : root_(root) {}

  void check(const SortedJson& schema, const SortedJson& value, const std::string& at) {
    for (const auto& [keyword, said] : schema.items()) check(keyword, said, value, at);
    if (value.is_object() && schema.contains("properties")) check_names(schema, value, at);
    if (value.is_object() && schema.contains("additionalProperties"))
      check_others(schema, value, at);
  }
  [[nodiscard]] std::vector<std::string> take() { return std::move(faults_); }

 private:
  void wrong(const std::string& at, const std::string& what) {
    faults_.push_back(at + ": " + what);
  }

  void check(const std::string& keyword, const SortedJson& said, const SortedJson& value,
             const std::string& at) {
    if (keyword == "$ref") return check(referred(said), value, at);
    if (keyword == "type") return check_type(said, value, at);
    if (keyword == "const" && value != said) wrong(at, value.dump() + " is not " + said.dump());
    if (keyword == "enum" && std::ranges::find(said, value) == said.end())
      wrong(at, value.dump() + " is none of " + said.dump());
    if (keyword == "minimum" && value.is_number() && value < said)
      wrong(at, value.dump() + " is less than " + said.dump());
    if (keyword == "minItems" && value.size() < said) wrong(at, "has too few items");
    if (keyword == "maxItems" && value.size() > said) wrong(at, "has too many items");
    if (keyword == "required") check_required(said, value, at);
    if (keyword == "properties") return check_properties(said, value, at);
    if (keyword == "items") return check_items(said, value, at);
    if (!is_known(keyword)) wrong(at, "the schema's keyword " + keyword + " is not known");
  }

  static bool is_known(const std::string& keyword) {
    static const std::vector<std::string> known = {
        "$schema",  "$defs",    "title",    "description",         "const", "enum", "minimum",
        "minItems", "maxItems", "required", "additionalProperties"};
    return std::ranges::find(known, keyword) != known.end();
  }

  [[nodiscard]] const SortedJson& referred(const SortedJson& reference) const {
    return root_.at(SortedJson::json_pointer(reference.get<std::string>().substr(1)));
  }

  void check_type(const SortedJson& said, const SortedJson& value, const std::string& at) {
    const bool is_one = said.is_string() ? is_type(value, said)
                                         : std::ranges::any_of(said, [&](const SortedJson& type) {
                                             return is_type(value, type.get<std::string>());
                                           });
    if (!is_one) wrong(at, value.dump().substr(0, 40) + " is no " + said.dump());
  }

  void check_required(const SortedJson& names, const SortedJson& value, const std::string& at) {
    if (!value.is_object()) return;
    for (const SortedJson& name : names)
      if (!value.contains(name.get<std::string>())) wrong(at, name.dump() + " is missing");
  }

  void check_properties(const SortedJson& schemas, const SortedJson& value, const std::string& at) {
    for (const auto& [name, schema] : schemas.items())
      if (value.contains(name)) check(schema, value.at(name), at + "." + name);
  }

  void check_items(const SortedJson& schema, const SortedJson& value, const std::string& at) {
    for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
      check(schema, value[i], at + "[" + std::to_string(i) + "]");
  }

  void check_names(const SortedJson& schema, const SortedJson& value, const std::string& at) {
    if (schema.contains("additionalProperties")) return;
    for (const auto& [name, field] : value.items())
      if (!schema.at("properties").contains(name)) wrong(at, name + " is not in the schema");
  }

  void check_others(const SortedJson& schema, const SortedJson& value, const std::string& at) {
    const SortedJson known = schema.value("properties", SortedJson::object());
    for (const auto& [name, field] : value.items())
      if (!known.contains(name)) check(schema.at("additionalProperties"), field, at + "." + name);
  }

  const SortedJson& root_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> schema_faults(const SortedJson& schema, const SortedJson& value) {
  SchemaCheck check(schema);
  check.check(schema, value, "");
  return check.take();
}

}  // namespace warplens::cli_test
