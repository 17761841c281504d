#include "app/cli/text/lessons_option.h"

#include "app/cli/text/language_option.h"

namespace warplens::cli {

void add_lessons_option(CLI::App& app, std::vector<std::filesystem::path>& folders) {
  app.add_option("--lessons", folders,
                 "A folder with lessons of your own, beside ours; may be given several times")
      ->check(CLI::ExistingDirectory)
      ->type_name("DIR")
      ->allow_extra_args(false);
}

void add_written_lessons_options(CLI::App& app, std::string& lesson, std::string& language) {
  app.add_option("--lesson", lesson, "Only this lesson, by name or number (see: warplens list)");
  add_language_option(app, language)->capture_default_str();
}

}  // namespace warplens::cli
