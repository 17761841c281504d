#include "app/mcp/lines.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

namespace warplens::mcp {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> lines_of(const std::string& text, std::size_t longest) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  EXPECT_EQ(write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  close(ends[1]);
  std::vector<std::string> lines;
  read_lines(ends[0], {longest, [&](std::string_view line) { lines.emplace_back(line); },
                       [&] { lines.emplace_back("TOO LONG"); }});
  close(ends[0]);
  return lines;
}

TEST(MessageLines, AreReadToTheEndOfTheFile) {
  EXPECT_THAT(lines_of("one\ntwo\n\n \nthree", 5), ElementsAre("one", "two", "three"));
  EXPECT_THAT(lines_of("", 5), IsEmpty());
}

TEST(MessageLines, ThatAreTooLongCostThemselvesAlone) {
  EXPECT_THAT(lines_of("12345\n123456\n" + std::string(40'000, 'x') + "\n12345\n123456", 5),
              ElementsAre("12345", "TOO LONG", "TOO LONG", "12345", "TOO LONG"));
}

}  // namespace
}  // namespace warplens::mcp
