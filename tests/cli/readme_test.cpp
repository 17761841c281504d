// README.md and README.zh.md say the same of the command line, and lead to files that are there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsSupersetOf;

std::string readme(const char* name) { return read_file(source_folder() / name); }

// What stands before the comment on each line that calls Warplens; the language aside.
std::set<std::string> commands_in(const std::string& text) {
  static const std::regex kCommand("\nwarplens [^#\n]*");
  static const std::regex kLanguage(" --lang zh|[ \\\\]+$");
  std::set<std::string> commands;
  for (auto each = std::sregex_iterator(text.begin(), text.end(), kCommand);
       each != std::sregex_iterator(); ++each) {
    commands.insert(std::regex_replace(each->str().substr(1), kLanguage, ""));
  }
  return commands;
}

std::set<std::string> files_in(const std::string& text) {
  static const std::regex kLink("\\]\\(([^):]+)\\)");
  return {std::sregex_token_iterator(text.begin(), text.end(), kLink, 1), {}};
}

TEST(Readme, TheChineseOneHasCommandsOfTheEnglishOne) {
  const auto chinese = commands_in(readme("README.zh.md"));
  EXPECT_GT(chinese.size(), 8u);
  EXPECT_THAT(commands_in(readme("README.md")), IsSupersetOf(chinese));
}

TEST(Readme, EachCommandOfTheChineseOneIsThere) {
  for (const std::string& command : commands_in(readme("README.zh.md"))) {
    const std::string name = command.substr(command.find(' ') + 1);
    EXPECT_EQ(run({name.substr(0, name.find(' ')), "--help"}).status, 0) << command;
  }
}

TEST(Readme, LinksLeadToFiles) {
  for (const char* name : {"README.md", "README.zh.md"}) {
    for (const std::string& file : files_in(readme(name))) {
      EXPECT_TRUE(fs::exists(source_folder() / file)) << name << ": " << file;
    }
  }
  EXPECT_THAT(readme("README.md"), HasSubstr("](README.zh.md)"));
  EXPECT_THAT(readme("README.zh.md"), HasSubstr("](README.md)"));
}

}  // namespace
}  // namespace warplens::cli_test
