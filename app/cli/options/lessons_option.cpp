#include "app/cli/options/lessons_option.h"

namespace warplens::cli {

void add_lessons_option(CLI::App& app, std::vector<std::filesystem::path>& folders) {
  app.add_option("--lessons", folders,
                 "A folder with lessons of your own, beside ours; may be given several times")
      ->check(CLI::ExistingDirectory)
      ->type_name("DIR")
      ->allow_extra_args(false);
}

}  // namespace warplens::cli
