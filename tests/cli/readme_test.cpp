// README.md and README.zh.md have the same commands, numbers and links, and lead to files that are
// there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

std::string readme(const char* name) { return read_file(source_folder() / name); }

// The lines of its examples for a shell, without comments; the language aside.
std::vector<std::string> commands_in(const std::string& text) {
  static const std::regex kComment(" *( #.*| \\\\)$| --lang zh");
  std::vector<std::string> commands;
  bool is_example = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      is_example = line == "```sh";
    } else if (is_example) {
      commands.push_back(std::regex_replace(line, kComment, ""));
    }
  }
  return commands;
}

// Each number of the text, as often as it stands there.
std::multiset<std::string> numbers_in(const std::string& text) {
  static const std::regex kNumber("[0-9]+(\\.[0-9]+)*");
  return {std::sregex_token_iterator(text.begin(), text.end(), kNumber), {}};
}

std::set<std::string> files_in(const std::string& text) {
  static const std::regex kLink("\\]\\(([^):]+)\\)");
  return {std::sregex_token_iterator(text.begin(), text.end(), kLink, 1), {}};
}

TEST(Readme, TheChineseOneHasTheCommandsOfTheEnglishOne) {
  const auto commands = commands_in(readme("README.md"));
  EXPECT_GT(commands.size(), 40u);
  EXPECT_EQ(commands_in(readme("README.zh.md")), commands);
}

TEST(Readme, TheChineseOneHasTheNumbersOfTheEnglishOne) {
  const auto english = numbers_in(readme("README.md"));
  const auto chinese = numbers_in(readme("README.zh.md"));
  std::vector<std::string> differ;
  std::ranges::set_symmetric_difference(english, chinese, std::back_inserter(differ));
  EXPECT_THAT(differ, IsEmpty());
}

TEST(Readme, TheChineseOneLeadsToTheFilesOfTheEnglishOne) {
  std::set<std::string> files = files_in(readme("README.md"));
  files.erase("README.zh.md");
  files.insert("README.md");
  EXPECT_EQ(files_in(readme("README.zh.md")), files);
}

TEST(Readme, EachCommandIsThere) {
  for (const std::string& command : commands_in(readme("README.md"))) {
    if (!command.starts_with("warplens ")) continue;
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
