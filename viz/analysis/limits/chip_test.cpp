#include "viz/analysis/limits/chip.h"

#include <gmock/gmock.h>

#include "viz/analysis/limits/occupancy.h"
#include "viz/analysis/limits/occupancy_gpus.h"

namespace warplens::analysis {
namespace {

using testing::HasSubstr;

constexpr const char* kFigure = R"({"value": 8, "source": "a data sheet", "measured": false})";

std::string chips_json(const std::string& more = "") {
  std::string json = R"({"version": 2, "architectures": [{"capability": 90, "fp64": )";
  json += kFigure;
  json += R"(}], "chips": [{"id": "x1", "name": "X 1", "capability": 90)";
  for (const char* name : {"multiprocessors", "clock", "dram_rate", "l2_bytes", "fp32_lanes"}) {
    json += fmt::format(", \"{}\": {}", name, kFigure);
  }
  return json + more + "}]}";
}

std::string error_of(std::string json) {
  const auto chips = parse_chips(json, "c.json");
  return chips.has_value() ? "" : chips.error().message.in(Language::en);
}

std::string with(const std::string& from, const std::string& to) {
  std::string json = chips_json();
  json.replace(json.find(from), from.size(), to);
  return json;
}

TEST(Chips, AreReadWithTheirSources) {
  const auto chips = parse_chips(chips_json(fmt::format(", \"l2_rate\": {}", kFigure)), "c.json");
  ASSERT_TRUE(chips.has_value()) << chips.error().message.in(Language::en);
  EXPECT_EQ(chips->at(0).id, "x1");
  EXPECT_EQ(chips->at(0).clock.value, 8);
  EXPECT_EQ(chips->at(0).clock.source, "a data sheet");
  EXPECT_TRUE(chips->at(0).l2_rate.has_value());
  EXPECT_FALSE(chips->at(0).launch.has_value());
}

TEST(Chips, HaveTheRatesOfTheirArchitecture) {
  const auto chips = parse_chips(chips_json(), "c.json");
  ASSERT_TRUE(chips.has_value()) << chips.error().message.in(Language::en);
  EXPECT_EQ(chips->at(0).rate_of(Work::fp64)->value, 8);
  EXPECT_FALSE(chips->at(0).rate_of(Work::fp16).has_value());
}

TEST(Chips, DamageIsToldInOneLine) {
  EXPECT_THAT(error_of("{"), HasSubstr("not JSON"));
  EXPECT_THAT(error_of(R"({"version": 3, "chips": []})"), HasSubstr("version 3"));
  EXPECT_THAT(error_of(R"({"version": 2, "architectures": [], "chips": []})"),
              HasSubstr("no chip"));
  EXPECT_THAT(error_of(with("\"value\": 8", "\"value\": 0")), HasSubstr("is 0"));
  EXPECT_THAT(error_of(with("a data sheet", "")), HasSubstr("no source"));
  EXPECT_THAT(error_of(with("\"clock\"", "\"clocks\"")), HasSubstr("\"clock\" is missing"));
}

TEST(Chips, OneThatIsNotThereIsAnErrorThatListsTheOthers) {
  const auto chips = parse_chips(chips_json(), "c.json");
  ASSERT_TRUE(chips.has_value());
  EXPECT_TRUE(find_chip(*chips, "x1").has_value());
  const auto missing = find_chip(*chips, "y");
  ASSERT_FALSE(missing.has_value());
  EXPECT_THAT(missing.error().message.in(Language::en), HasSubstr("x1"));
  EXPECT_NE(missing.error().message.in(Language::zh), missing.error().message.in(Language::en));
}

TEST(Chips, ThatShipAreTheNamedGpusAndTheH100ThatIsOneWithTheH200) {
  const auto chips = read_chips(WARPLENS_SOURCE_DIR "/assets/chips.json");
  ASSERT_TRUE(chips.has_value()) << chips.error().message.in(Language::en);
  for (const char* id : {"h100", "h200", "t4", "rtx4060ti", "a100", "rtx4090", "b200"}) {
    EXPECT_TRUE(find_chip(*chips, id).has_value()) << id;
  }
  EXPECT_EQ(chips->size(), kOccupancyGpus.size() + 1);
  for (const OccupancyGpu& gpu : kOccupancyGpus) {
    EXPECT_EQ((*find_chip(*chips, gpu.id))->capability, gpu.capability) << gpu.id;
    EXPECT_NE(multiprocessor(gpu.capability), nullptr) << gpu.id;
  }
  EXPECT_NE(chip_of_device(*chips, "NVIDIA H200"), nullptr);
  EXPECT_EQ(chip_of_device(*chips, "another"), nullptr);
}

}  // namespace
}  // namespace warplens::analysis
