// PTX text put together line by line; every value gets a register of its own.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/base/expression.h"
#include "viz/swizzle/lane_formula.h"

namespace warplens::swizzle {

class PtxWriter {
 public:
  using Names = std::map<std::string, std::string, std::less<>>;  // name → register or number

  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    text_ += '\t' + fmt::format(format, std::forward<Args>(args)...) + '\n';
  }
  void label(std::string_view name) { text_ += fmt::format("{}:\n", name); }

  [[nodiscard]] std::string integer() { return fmt::format("%r{}", integers_++); }
  [[nodiscard]] std::string address() { return fmt::format("%rd{}", addresses_++); }
  [[nodiscard]] std::string half() { return fmt::format("%h{}", halves_++); }
  [[nodiscard]] std::string predicate() { return fmt::format("%p{}", predicates_++); }

  // The register or number that has the expression's value; its names are looked up in `names`.
  // Errors: no expression.
  Result<std::string> value(const std::string& expression, const Names& names);
  // Each statement's value becomes a name. Errors: no expression.
  Result<void> state(const std::vector<Statement>& statements, Names& names);

  [[nodiscard]] std::string declarations() const;
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  int integers_ = 1, addresses_ = 1, halves_ = 1, predicates_ = 1;
};

}  // namespace warplens::swizzle
