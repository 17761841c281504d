#include "app/cli/text/own_limits.h"

#include <fmt/format.h>

namespace warplens::cli {
namespace {

const CLI::Option* given(const CLI::App& parser, const char* name) {
  const CLI::Option* option = parser.get_option_no_throw(name);
  return option != nullptr && option->count() > 0 ? option : nullptr;
}

}  // namespace

Text guess_too_long(const OwnLimits& limits, const std::string& file) {
  return tr(
      "{}: finding how it is launched took longer than {} s: give --grid, --block and --arg, or "
      "allow more (--time-limit)",
      file, limits.guess.count());
}

OwnLimits own_limits(const CLI::App& parser) {
  OwnLimits limits;
  if (const CLI::Option* time = given(parser, "--time-limit")) {
    limits.guess = std::chrono::duration<double>(time->as<double>());
    limits.compiler.time = limits.guess;
  }
  if (const CLI::Option* memory = given(parser, "--memory"))
    limits.compiler.memory = memory->as<std::uint64_t>();
  return limits;
}

}  // namespace warplens::cli
