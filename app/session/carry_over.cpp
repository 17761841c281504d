#include "app/session/carry_over.h"

#include <algorithm>

namespace warplens::session {
namespace {

using own::Entry;
using own::LaunchForm;

// Whether all that the expression names is there.
bool has_names_of(const std::string& text, const LaunchForm& form) {
  const auto expression = SizeExpression::parse(text);
  if (!expression.has_value()) return false;
  return std::ranges::all_of(expression->names(), [&](const std::string& name) {
    return name.starts_with("block.") || name.starts_with("grid.") ||
           std::ranges::find(form.sizes, name, &own::FormSize::name) != form.sizes.end();
  });
}

void take(Entry& entry, const Entry& corrected, const LaunchForm& form) {
  if (!corrected.text.empty() && has_names_of(corrected.text, form)) entry = corrected;
}

void take(own::FormArgument& argument, const own::FormArgument& corrected, const LaunchForm& form) {
  if (argument.index() != corrected.index()) return;
  if (auto* buffer = std::get_if<own::FormBuffer>(&argument)) {
    const Entry guessed = buffer->count;
    *buffer = std::get<own::FormBuffer>(corrected);
    if (!has_names_of(buffer->count.text, form)) buffer->count = guessed;
  } else if (auto* scalar = std::get_if<own::FormScalar>(&argument)) {
    const own::FormScalar& wanted = std::get<own::FormScalar>(corrected);
    if (scalar->type == wanted.type) scalar->value = wanted.value;
  } else if (std::holds_alternative<own::FormTensorMap>(argument) ||
             std::holds_alternative<own::FormTexture>(argument)) {
    argument = corrected;
  }
}

bool has_buffer(const LaunchForm& form, const std::string& name) {
  return std::ranges::any_of(form.arguments, [&](const own::FormArgument& argument) {
    return std::holds_alternative<own::FormBuffer>(argument) && own::name_of(argument) == name;
  });
}

bool is_of_same(const own::FormExpectation& one, const own::FormExpectation& other) {
  return one.buffer == other.buffer && one.kernel == other.kernel;
}

}  // namespace

LaunchForm carried_over(LaunchForm base, const LaunchForm& corrected) {
  for (own::FormSize& size : base.sizes) {
    const auto wanted = std::ranges::find(corrected.sizes, size.name, &own::FormSize::name);
    if (wanted != corrected.sizes.end()) size.value = wanted->value;
  }
  for (own::FormArgument& argument : base.arguments) {
    const auto wanted =
        std::ranges::find(corrected.arguments, own::name_of(argument),
                          [](const own::FormArgument& each) { return own::name_of(each); });
    if (wanted != corrected.arguments.end()) take(argument, *wanted, base);
  }
  for (std::size_t d = 0; d < 3; ++d) {
    take(base.grid[d], corrected.grid[d], base);
    take(base.block[d], corrected.block[d], base);
  }
  take(base.shared, corrected.shared, base);
  for (const own::FormExpectation& each : corrected.expectations) {
    if (each.file.empty() || !has_buffer(base, each.buffer)) continue;
    std::erase_if(base.expectations,
                  [&](const own::FormExpectation& other) { return is_of_same(other, each); });
    base.expectations.push_back(each);
  }
  base.symbols = corrected.symbols;
  base.given_files = corrected.given_files;
  return base;
}

}  // namespace warplens::session
