// Latencies as data (latencies.h): what a file must be, and that the one that ships is.
#include "viz/latency/latencies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens::latency {
namespace {

using testing::HasSubstr;

constexpr const char* kTwoRows = R"({"version": 1, "capabilities": [{"capability": 90, "measured": [
  {"source": "a probe", "cycles": {"fma.f32": 4, "add.u64+xor.b64": 10, "xor.b32": 4}}]}]})";

std::string error_of(std::string_view json) {
  const auto all = parse_latencies(json, "latencies.json");
  return all.has_value() ? "none" : all.error().message.in(Language::en);
}

TEST(Latencies, AreRowsWithWhereTheyComeFrom) {
  const auto all = parse_latencies(kTwoRows, "latencies.json");
  ASSERT_TRUE(all.has_value());
  const Latencies* ninety = latencies_of(*all, 90);
  ASSERT_NE(ninety, nullptr);
  EXPECT_EQ(ninety->of("fma.f32"), 4);
  EXPECT_EQ(ninety->rows().find("fma.f32")->second.source, "a probe");
  EXPECT_EQ(ninety->of("add.u64+xor.b64-xor.b32"), 6) << "beyond what the second takes";
}

TEST(Latencies, WhatWasNotMeasuredIsNotThere) {
  const auto all = parse_latencies(kTwoRows, "latencies.json");
  EXPECT_EQ(latencies_of(*all, 80), nullptr);
  EXPECT_FALSE(latencies_of(*all, 90)->of("sin.f32").has_value());
  EXPECT_FALSE(latencies_of(*all, 90)->of("fma.f32-sin.f32").has_value());
}

TEST(Latencies, ThatAreDamagedAreSaidToBe) {
  EXPECT_THAT(error_of("{"), HasSubstr("it is not JSON"));
  EXPECT_THAT(error_of(R"({"version": 2, "capabilities": []})"), HasSubstr("damaged"));
  EXPECT_THAT(error_of(R"({"version": 1, "capabilities": [{"capability": 90, "measured": [
      {"source": "", "cycles": {}}]}]})"),
              HasSubstr("it has no source"));
  EXPECT_THAT(error_of(R"({"version": 1, "capabilities": [{"capability": 90, "measured": [
      {"source": "a", "cycles": {"x": -1}}]}]})"),
              HasSubstr("damaged"));
  EXPECT_THAT(error_of(R"({"version": 1, "capabilities": [{"capability": 90, "measured": [
      {"source": "a", "cycles": {"x": 1}}, {"source": "b", "cycles": {"x": 1}}]}]})"),
              HasSubstr("there twice"));
}

TEST(Latencies, ThatShipAreOfAnH200) {
  const auto all = read_latencies(WARPLENS_SOURCE_DIR "/assets/latencies.json");
  ASSERT_TRUE(all.has_value()) << all.error().message.in(Language::en);
  const Latencies* ninety = latencies_of(*all, 90);
  ASSERT_NE(ninety, nullptr);
  EXPECT_EQ(ninety->of("fma.f32"), 4);
  EXPECT_GT(ninety->of("DRAM median"), ninety->of("L2 line median"));
  EXPECT_EQ(latencies_of(*all, 80), nullptr) << "nothing is scaled from another chip";
}

}  // namespace
}  // namespace warplens::latency
