#include "kernels/own/field_reader.h"

#include <algorithm>

#include "kernels/base/names.h"

namespace warplens::own {
namespace {

constexpr std::size_t kLongestList = 1000;

}  // namespace

FieldReader FieldReader::field(const char* name) const {
  return {json_.at(name), place_.empty() ? name : place_ + "." + name};
}

Result<std::string> FieldReader::as_text() const {
  if (json_.is_string()) return json_.get<std::string>();
  if (json_.is_number()) return json_text(json_, -1);
  return wrong(tr("write a text or a number"));
}

Result<std::string> FieldReader::text(const char* name, std::string_view when_missing) const {
  return has(name) ? field(name).as_text() : std::string(when_missing);
}

Result<std::string> FieldReader::wanted_text(const char* name) const {
  if (!has(name)) return wrong(tr("\"{}\" is missing", name));
  auto found = field(name).as_text();
  if (found.has_value() && found->empty()) return field(name).wrong(tr("it is empty"));
  return found;
}

Result<double> FieldReader::number(const char* name, double when_missing) const {
  if (!has(name)) return when_missing;
  const FieldReader at = field(name);
  if (at.json_.is_number()) return at.json_.get<double>();
  return at.wrong(tr("write a number"));
}

Result<std::vector<FieldReader>> FieldReader::list(const char* name) const {
  std::vector<FieldReader> elements;
  if (!has(name)) return elements;
  const FieldReader at = field(name);
  if (!at.json_.is_array()) return at.wrong(tr("write a list: […]"));
  if (at.json_.size() > kLongestList)
    return at.wrong(tr("{} elements: at most {}", at.json_.size(), kLongestList));
  for (std::size_t i = 0; i < at.json_.size(); ++i)
    elements.emplace_back(at.json_[i], fmt::format("{}[{}]", at.place_, i));
  return elements;
}

Result<void> FieldReader::only(const std::vector<std::string>& names) const {
  if (!json_.is_object()) return wrong(tr("write an object: {…}"));
  for (const auto& [name, value] : json_.items()) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    return wrong(tr("there is no \"{}\": there is {}", name, list_of_names(names, name)));
  }
  return {};
}

}  // namespace warplens::own
