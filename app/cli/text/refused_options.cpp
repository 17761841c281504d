#include "app/cli/text/refused_options.h"

#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

namespace warplens::cli {

namespace {

// What CLI11 has read as a number and is none that the option can mean.
bool is_odd(std::string_view type, const std::string& text) {
  const bool is_float = type.starts_with("FLOAT"), is_count = type.starts_with("UINT");
  if (!is_float && !is_count && !type.starts_with("INT")) return false;
  if (text.empty() || (is_count && text.starts_with('-'))) return true;
  return is_float && !std::isfinite(std::strtod(text.c_str(), nullptr));
}

}  // namespace

Result<void> refuse(const CLI::App& parser, std::initializer_list<const char*> options,
                    const Text& why) {
  for (const char* option : options)
    if (parser.count(option) > 0) return fail(tr(tr_in("option", "{} {}"), option, why));
  return {};
}

Result<void> refuse_before_command(const CLI::App& app) {
  const auto commands = app.get_subcommands();
  if (commands.empty()) return {};
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() == 0) continue;
    return fail(tr("{} before a command is the window's: write it behind '{}', where that takes it",
                   option->get_name(), commands.front()->get_name()));
  }
  return {};
}

Result<void> refuse_odd_numbers(const CLI::App& parser) {
  for (const CLI::Option* option : parser.get_options()) {
    for (const std::string& text : option->results()) {
      if (!is_odd(option->get_type_name(), text)) continue;
      return fail(tr("{} '{}': write a finite number, from 0 on where it counts something",
                     option->get_name(), text));
    }
  }
  return {};
}

}  // namespace warplens::cli
