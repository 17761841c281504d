#include "kernels/capturing/spooled.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace warplens::capturing {
namespace {

using injected::spool::Kind;
using injected::spool::Writer;
using testing::SizeIs;

class SpoolText {
 public:
  SpoolText() : bytes_(injected::spool::kMagic) {}
  void add(Kind kind, const Writer& fields) {
    const std::uint64_t header[2] = {static_cast<std::uint64_t>(kind), fields.written().size()};
    bytes_.append(reinterpret_cast<const char*>(header), sizeof header);
    bytes_.append(reinterpret_cast<const char*>(fields.written().data()), fields.written().size());
  }
  [[nodiscard]] std::optional<Spooled> read(std::size_t bytes = std::string::npos) const {
    std::istringstream file(bytes_.substr(0, bytes));
    return read_spool(file, bytes_.size());
  }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }

 private:
  std::string bytes_;
};

void add_part(SpoolText& spool, std::uint64_t address, bool is_after, const std::string& bytes) {
  Writer fields;
  fields.number(0);
  fields.number(address);
  fields.number(is_after ? 1 : 0);
  fields.text(bytes);
  spool.add(Kind::part, fields);
}

// Of a launch of `scale` with two parameters, the driver's offset of the second being 64.
void add_episode(SpoolText& spool, Kind kind = Kind::episode) {
  Writer fields;
  fields.number(0);
  fields.text("scale");
  for (int i = 0; i < 4; ++i) fields.number(0);
  fields.text("");
  fields.number(0);
  fields.number(1);
  fields.number(0);
  fields.number(3);
  fields.text("scale");
  for (const int side : {2, 1, 1, 64, 1, 1, 0, 0, 0})
    fields.number(static_cast<std::uint64_t>(side));
  fields.number(0);
  fields.number(0);
  fields.number(2);
  for (const int number : {0, 8, 64, 4}) fields.number(static_cast<std::uint64_t>(number));
  fields.text("address " + std::string(56, '-') + "four");
  fields.number(2);
  for (const int number : {4, 1, 8, -5}) fields.number(static_cast<std::uint64_t>(number));
  fields.number(1);
  fields.number(4096);
  fields.number(100);
  fields.number(0);
  fields.text("");
  fields.number(0);
  spool.add(kind, fields);
}

SpoolText whole() {
  SpoolText spool;
  add_part(spool, 4096, false, "first ");
  add_part(spool, 4102, false, "and second");
  add_part(spool, 4096, true, "FIRST ");
  add_part(spool, 4102, true, "AND SECOND");
  add_episode(spool);
  return spool;
}

std::string text_of(const captured::Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(Spooled, HasPiecesOfAPartAsOne) {
  const auto spooled = whole().read();
  ASSERT_TRUE(spooled.has_value());
  const auto& parts = spooled->episodes.at(0).allocations.at(0).parts;
  ASSERT_THAT(parts, SizeIs(1));
  EXPECT_EQ(text_of(parts[0].before), "first and second");
  EXPECT_EQ(text_of(parts[0].after), "FIRST AND SECOND");
}

TEST(Spooled, HasParametersSideBySide) {
  const auto spooled = whole().read();
  const auto& launch = std::get<captured::Launch>(spooled->episodes.at(0).steps.at(0));
  EXPECT_EQ(launch.parameters[1], (captured::Parameter{8, 4}));
  EXPECT_EQ(text_of(launch.parameter_bytes), "address four");
  EXPECT_EQ(launch.attributes, "priority -5");
}

// A program may end before the launch that it asked about.
TEST(Spooled, TellsWhatWasAskedAboutFromWhatRan) {
  SpoolText spool;
  add_part(spool, 4096, false, "first ");
  add_episode(spool, Kind::asked);
  add_part(spool, 4102, false, "and second");
  const auto asked = spool.read();
  ASSERT_TRUE(asked.has_value());
  EXPECT_THAT(asked->episodes, SizeIs(0));
  ASSERT_THAT(asked->asked, SizeIs(1));
  EXPECT_EQ(text_of(asked->asked.at(0).allocations.at(0).parts.at(0).before), "first and second");
  add_episode(spool);
  const auto run = spool.read();
  ASSERT_TRUE(run.has_value());
  EXPECT_THAT(run->episodes, SizeIs(1));
  EXPECT_THAT(run->asked, SizeIs(0));
}

// A program may end in the middle of a record.
TEST(Spooled, IsWhatIsWholeOfIt) {
  const SpoolText spool = whole();
  for (std::size_t bytes = 0; bytes < spool.size(); ++bytes) {
    const auto spooled = spool.read(bytes);
    EXPECT_EQ(spooled.has_value(), bytes >= injected::spool::kMagic.size()) << bytes;
    EXPECT_EQ(spooled.value_or(Spooled{}).episodes.size(), 0u) << bytes;
  }
}

}  // namespace
}  // namespace warplens::capturing
