// Fields of a JSON file that people write, each with its place for the error.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/json.h"
#include "kernels/base/result.h"

namespace warplens::own {

class FieldReader {
 public:
  FieldReader(const Json& json, std::string place) : json_(json), place_(std::move(place)) {}

  [[nodiscard]] bool has(const char* name) const {
    return json_.is_object() && json_.contains(name);
  }
  [[nodiscard]] const std::string& place() const { return place_; }
  [[nodiscard]] const Json& json() const { return json_; }
  // What `name` is, or the default where it is missing. A number is text as well.
  Result<std::string> text(const char* name, std::string_view when_missing) const;
  Result<std::string> wanted_text(const char* name) const;
  Result<double> number(const char* name, double when_missing) const;
  Result<std::vector<FieldReader>> list(const char* name) const;
  // Every name must be one of these.
  Result<void> only(const std::vector<std::string>& names) const;
  // The whole of it as text: an element of a list of texts.
  Result<std::string> as_text() const;

  [[nodiscard]] tl::unexpected<Error> wrong(const Text& what) const {
    return fail(tr("{}: {}", place_, what));
  }

 private:
  [[nodiscard]] FieldReader field(const char* name) const;

  const Json& json_;
  std::string place_;
};

}  // namespace warplens::own
