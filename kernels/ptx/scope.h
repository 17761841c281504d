// The names of one function body: registers, variables and labels, in nested { } scopes.
//
// Registers are allocated in Function::registers when they are first used, so that
// `.reg .b32 %r<1000000>;` costs nothing. Names are views into the text that is being parsed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "kernels/ptx/module.h"

namespace warplens::ptx {

// The instruction that a label stands for.
struct LabelTarget {
  enum class Kind : std::uint8_t { instruction, target_list, prototype };
  Kind kind = Kind::instruction;
  std::uint32_t index = 0;
};

class Scopes {
 public:
  static constexpr std::size_t kMaximumDepth = 64;

  // `module_names` are those declared outside functions.
  Scopes(Function& function, const std::unordered_set<std::string_view>& module_names)
      : function_(function), module_names_(module_names) {
    enter();
  }

  void enter();
  void leave();
  [[nodiscard]] std::size_t depth() const { return open_.size(); }
  [[nodiscard]] std::uint32_t current() const { return open_.back().id; }

  // These return false when the name is taken in the innermost scope.
  bool declare_register(std::string_view name, ScalarType type, std::uint32_t width);
  bool declare_range(std::string_view prefix, std::uint32_t count, ScalarType type,
                     std::uint32_t width);
  bool declare_label(std::string_view name, LabelTarget target);
  // Gives `name` a name that is its own in the function: a second `param0` becomes "param0#2", and
  // so does a variable of an inner scope whose name is also the module's.
  bool declare_variable(std::string_view name, std::string& unique_name);

  [[nodiscard]] std::optional<std::uint32_t> find_register(std::string_view name);
  [[nodiscard]] const std::string* find_variable(std::string_view name) const;
  // Looks in `scope` and the scopes around it, which may be closed already.
  [[nodiscard]] const LabelTarget* find_label(std::uint32_t scope, std::string_view name) const;

 private:
  struct Shape {
    ScalarType type;
    std::uint32_t width;
    std::uint32_t count;
  };
  struct Scope {
    std::uint32_t id;
    std::unordered_map<std::string_view, Shape> singles;
    std::unordered_map<std::string_view, Shape> ranges;
    std::unordered_map<std::string_view, std::uint32_t> used;
    std::unordered_map<std::string_view, std::string> variables;
  };

  static const Shape* find_shape(const Scope& scope, std::string_view name);

  Function& function_;
  const std::unordered_set<std::string_view>& module_names_;
  std::vector<Scope> open_;
  std::vector<std::uint32_t> parents_;  // of every scope ever opened
  std::vector<std::unordered_map<std::string_view, LabelTarget>> label_maps_;
  std::unordered_map<std::uint32_t, std::uint32_t> label_map_of_;  // scope → its label map
  std::unordered_map<std::string_view, std::uint32_t> times_declared_;
};

}  // namespace warplens::ptx
