#include "kernels/timing/timings.h"

#include <gmock/gmock.h>

#include <fstream>

#include "kernels/run/toolkit/process.h"

namespace warplens::timing {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

Entry entry(std::string name, std::int64_t side, double median = 2e-5) {
  Entry entry;
  entry.family = "transpose";
  entry.name = std::move(name);
  entry.side = side;
  entry.parameters = {{"rows", side}, {"cols", side}};
  entry.image = "abc";
  entry.bytes = 8.0 * static_cast<double>(side * side);
  entry.seconds = {median, median / 2, median * 3, median, median * 2, 20};
  return entry;
}

Timings recording() {
  Timings timings;
  timings.device = {"NVIDIA H200", "9.0", "580.1", std::uint64_t{1} << 37, 60 << 20, 132};
  timings.date = "2026-11-22";
  timings.command = "warplens bench transpose";
  timings.entries = {entry("tile", 64), entry("tile", 100)};
  timings.entries[1].fits_in_l2 = true;
  timings.entries[0].checked = Checked::samples;
  timings.entries[1].checked = Checked::whole;
  timings.entries[1].least = 1.25e-6;
  Entry copy = entry("device_copy", 64);
  copy.kind = EntryKind::ceiling;
  copy.image = "";
  timings.entries.push_back(copy);
  timings.absent = {{"cublasSgeam: libcublas.so.13 is not installed"},
                    {"tile at 4096: too slow", "tile at 4096：太慢"}};
  return timings;
}

std::string with_damage(const std::string& from, const std::string& to) {
  std::string json = to_json(recording());
  const std::size_t at = json.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  json.replace(at, from.size(), to);
  const auto parsed = parse_timings(json, "r.json");
  return parsed.has_value() ? "" : parsed.error().message.in(Language::en);
}

TEST(Recordings, ComeBackAsTheyWereWritten) {
  const auto folder = run::TemporaryFolder::make().value();
  const auto file = folder.path() / "r.json";
  ASSERT_TRUE(write_timings(file, recording()).has_value());
  const auto read = read_timings(file);
  ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  EXPECT_EQ(*read, recording());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(Recordings, FindAnEntryByAllThatItIsOf) {
  const Timings timings = recording();
  const Parameters small = {{"rows", 64}, {"cols", 64}};
  ASSERT_NE(timings.find("transpose", "tile", small, "abc"), nullptr);
  EXPECT_EQ(timings.find("transpose", "tile", small, "abc")->side, 64);
  EXPECT_EQ(timings.find("transpose", "tile", small, "abd"), nullptr);
  EXPECT_EQ(timings.find("transpose", "tile", {{"rows", 64}, {"cols", 65}}, "abc"), nullptr);
  EXPECT_EQ(timings.find("transpose", "tiles", small, "abc"), nullptr);
  EXPECT_EQ(timings.find("gemm", "tile", small, "abc"), nullptr);
}

TEST(Recordings, GiveRatesOfTheMedian) {
  EXPECT_DOUBLE_EQ(entry("tile", 1000, 1e-3).bytes_per_second(), 8e9);
}

TEST(Recordings, TakeUpALaterRun) {
  Timings timings = recording();
  Timings later = recording();
  later.date = "2026-12-01";
  later.command = "warplens bench transpose --sizes 4096";
  later.entries = {entry("tile", 100, 5e-5), entry("tile", 4096)};
  later.absent = {{"cublasSgeam: it does not start"}};
  timings.merge(later);
  EXPECT_EQ(timings.entries.size(), 4u);
  EXPECT_EQ(timings.entries[1].seconds.median, 5e-5);
  EXPECT_THAT(timings.absent, ElementsAre(Both{"cublasSgeam: it does not start"}));
  EXPECT_EQ(timings.date, "2026-12-01");
  EXPECT_THAT(timings.command, EndsWith("; warplens bench transpose --sizes 4096"));
}

TEST(Recordings, KnowOnWhichDayEachEntryWasTimed) {
  Timings timings = recording();
  EXPECT_EQ(timings.days(), "2026-11-22");
  Timings later = recording();
  later.date = "2026-12-01";
  later.entries = {entry("tile", 100, 5e-5), entry("tile", 4096)};
  timings.merge(later);
  std::vector<std::string> days;
  for (const Entry& each : timings.entries) days.push_back(timings.date_of(each));
  EXPECT_THAT(days, ElementsAre("2026-11-22", "2026-12-01", "2026-11-22", "2026-12-01"));
  EXPECT_EQ(timings.days(), "2026-11-22 – 2026-12-01");

  const auto read = parse_timings(to_json(timings), "r.json");
  ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  EXPECT_EQ(*read, timings);

  later.date = "2026-12-02";
  timings.merge(later);
  EXPECT_EQ(timings.days(), "2026-11-22 – 2026-12-02");
  later.date = "2026-12-03";
  later.entries = timings.entries;
  for (Entry& each : later.entries) each.date.clear();
  timings.merge(later);
  EXPECT_EQ(timings.days(), "2026-12-03");
}

TEST(Recordings, WithOneDateAloneAreOfThatDay) {
  const std::string json = to_json(recording());
  const std::size_t first = json.find("\"date\"");
  EXPECT_EQ(json.find("\"date\"", first + 1), std::string::npos);
  EXPECT_THAT(with_damage("\"bytes\"", "\"date\": 5, \"bytes\""), HasSubstr("\"date\""));
}

TEST(Recordings, SayInOneLineWhatIsDamaged) {
  EXPECT_THAT(parse_timings("{", "r.json").error().message.in(Language::en),
              HasSubstr("r.json is no recording"));
  EXPECT_THAT(parse_timings("[]", "r.json").error().message.in(Language::en),
              HasSubstr("r.json is damaged"));
  EXPECT_THAT(with_damage("\"version\": 1", "\"version\": 2"), HasSubstr("of version 2"));
  EXPECT_THAT(with_damage("\"device\"", "\"devise\""), HasSubstr("\"device\" is missing"));
  EXPECT_THAT(with_damage("\"kind\": \"ceiling\"", "\"kind\": \"roof\""), HasSubstr("\"kind\""));
  EXPECT_THAT(with_damage("\"rows\": 64", "\"rows\": 64.5"), HasSubstr("\"rows\""));
  EXPECT_THAT(with_damage("\"side\": 64", "\"side\": 1e99"), HasSubstr("\"side\""));
  EXPECT_THAT(with_damage("\"multiprocessors\": 132", "\"multiprocessors\": -1"),
              HasSubstr("\"multiprocessors\""));
  EXPECT_THAT(with_damage("\"flops\": 0.0", "\"flops\": -1"), HasSubstr("\"flops\""));
  EXPECT_THAT(with_damage("\"checked\": \"whole\"", "\"checked\": \"hardly\""),
              HasSubstr("\"checked\""));
  EXPECT_THAT(with_damage("\"least\": 1.25e-06", "\"least\": 0"), HasSubstr("\"least\""));
  EXPECT_THAT(with_damage("\"repetitions\": 20", "\"repetitions\": 0"),
              HasSubstr("seconds: they are in no order"));
  EXPECT_THAT(with_damage("\"median\": 2e-05", "\"median\": 2e-06"),
              HasSubstr("seconds: they are in no order"));
  EXPECT_THAT(with_damage("\"fits_in_l2\": true", "\"fits_in_l2\": 1"),
              HasSubstr("\"fits_in_l2\""));
  EXPECT_THAT(with_damage("\"entries\": [", "\"entries\": {}, \"more\": ["),
              HasSubstr("\"entries\""));
  EXPECT_THAT(with_damage("\"zh\": \"tile at 4096", "\"zz\": \"tile at 4096"), HasSubstr("\"zh\""));
  EXPECT_EQ(with_damage("\"2026-11-22\"", "\"2026-11-23\""), "");
}

TEST(Recordings, ThatAreNotThereAreAnError) {
  EXPECT_THAT(read_timings("/nowhere/r.json").error().message.in(Language::en),
              AllOf(HasSubstr("/nowhere/r.json"), HasSubstr("no such")));
  EXPECT_THAT(write_timings("/nowhere/r.json", recording()).error().message.in(Language::en),
              HasSubstr("cannot write '/nowhere/r.json'"));
}

}  // namespace
}  // namespace warplens::timing
