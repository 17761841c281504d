#include "app/cli/text/refused_options.h"

namespace warplens::cli {

Result<void> refuse(const CLI::App& parser, std::initializer_list<const char*> options,
                    std::string_view why) {
  for (const char* option : options)
    if (parser.count(option) > 0) return fail("{} {}", option, why);
  return {};
}

Result<void> refuse_before_command(const CLI::App& app) {
  const auto commands = app.get_subcommands();
  if (commands.empty()) return {};
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() == 0) continue;
    return fail("{} before a command is the window's: write it behind '{}', where that takes it",
                option->get_name(), commands.front()->get_name());
  }
  return {};
}

}  // namespace warplens::cli
