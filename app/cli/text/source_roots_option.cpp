#include "app/cli/text/source_roots_option.h"

namespace warplens::cli {

void add_source_roots_option(CLI::App& app, std::vector<std::filesystem::path>& folders) {
  app.add_option("--source-root", folders,
                 "Sources that an own kernel's lines name, and files that its .warplens.json "
                 "names, are also read beneath this folder; may be given several times")
      ->check(CLI::ExistingDirectory)
      ->type_name("DIR")
      ->allow_extra_args(false);
}

}  // namespace warplens::cli
