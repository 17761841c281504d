#include "app/cli/text/own_reference.h"

#include <algorithm>

namespace warplens::cli {

namespace {

bool is_floating_point(catalog::ElementType type) {
  using enum catalog::ElementType;
  return type == f16 || type == bf16 || type == f32 || type == f64;
}

Result<void> make_number(const own::Values& values, own::Entry& entry) {
  if (entry.text.empty()) return {};
  TRY(const auto number, own::evaluate(entry.text, values));
  entry.text = std::to_string(number);
  return {};
}

// A reference's own shape; without one it is the launch's.
Result<void> make_numbers(own::LaunchForm form, own::FormExpectation& expectation) {
  if (!expectation.grid[0].text.empty()) form.grid = expectation.grid;
  if (!expectation.block[0].text.empty()) form.block = expectation.block;
  TRY(const auto values, own::values_of(form));
  for (std::size_t d = 0; d < 3; ++d) {
    TRY(make_number(values, expectation.grid[d]));
    TRY(make_number(values, expectation.block[d]));
  }
  return make_number(values, expectation.shared);
}

}  // namespace

own::LaunchForm with_integers(own::LaunchForm form, const run::OwnKernel& kernel) {
  for (const run::OwnArgument& argument : kernel.arguments) {
    const auto* scalar = std::get_if<run::OwnScalar>(&argument);
    if (scalar == nullptr || is_floating_point(scalar->type)) continue;
    const bool is_there =
        std::ranges::find(form.sizes, scalar->name, &own::FormSize::name) != form.sizes.end();
    if (!is_there) form.sizes.push_back({scalar->name, static_cast<std::int64_t>(scalar->bits)});
  }
  return form;
}

Result<std::vector<own::FormExpectation>> with_numbers(const own::LaunchForm& form) {
  std::vector<own::FormExpectation> expectations = form.expectations;
  for (own::FormExpectation& expectation : expectations) {
    TRY(make_numbers(form, expectation));
  }
  return expectations;
}

}  // namespace warplens::cli
