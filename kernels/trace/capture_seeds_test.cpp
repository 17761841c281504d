// testdata/: chunks of the sample capture as they were written once. They are what the fuzzer
// starts from, and they must be read for as long as their format is.
// After a wanted change: WARPLENS_UPDATE_GOLDEN=1 build/debug/kernels_trace_test.
#include <gtest/gtest.h>

#include <cstdlib>

#include "kernels/trace/capture_test_kit.h"

namespace warplens::trace {
namespace {

using namespace capture_test;

const fs::path kFolder = WARPLENS_SOURCE_DIR "/kernels/trace/testdata";

std::string as_text(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Bytes bytes_of(const std::string& text) {
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

// What follows the byte that tells the fuzzer which chunk it is.
Bytes seed(const std::string& name) {
  const std::string file = read_file(kFolder / (name + ".seed"));
  EXPECT_FALSE(file.empty()) << name;
  return file.empty() ? Bytes() : bytes_of(file.substr(1));
}

std::string with_length(const Bytes& chunk) {
  std::string length(4, '\0');
  for (unsigned i = 0; i < 4; ++i) length[i] = static_cast<char>(chunk.size() >> (8 * i));
  return length + as_text(chunk);
}

Manifest sample_manifest() {
  Manifest manifest;
  manifest.run = sample_run();
  manifest.run.counters.resize(1);
  manifest.chunks.text_bytes = {1, 2, 3};
  manifest.chunks.texts = {{6, 7}};
  manifest.chunks.launches = {{10, 11}};
  manifest.chunks.events = {{12, 13}};
  manifest.chunks.event_pieces = {1};
  return manifest;
}

void write_seeds() {
  const Trace trace = sample_trace();
  const auto events = [&](std::size_t first, std::size_t last) {
    return encode_events(trace.events.columns(first, last));
  };
  const Bytes manifest = encode_manifest(sample_manifest().run, sample_manifest().chunks);
  const Bytes launch = encode_launch(trace);
  write_file(kFolder / "values.seed", std::string(1, '\0') + as_text(manifest));
  write_file(kFolder / "text.seed", '\1' + as_text(encode_text("text")));
  write_file(kFolder / "launch_values.seed", '\2' + as_text(launch));
  write_file(kFolder / "events.seed", '\3' + as_text(events(0, trace.events.size())));
  const Trace copies = trace_with_copies();
  const Bytes copy_events = encode_events(copies.events.columns(0, copies.events.size()));
  write_file(kFolder / "copies.seed", '\3' + as_text(copy_events));
  write_file(
      kFolder / "container_copies.seed",
      '\4' + with_length(manifest) + with_length(encode_launch(copies)) + with_length(copy_events));
  const fs::path zip = kFolder / "t.wlens";
  EXPECT_TRUE(write_capture(zip, sample_run()).has_value());
  write_file(kFolder / "zip_values.seed", '\5' + read_file(zip));
  fs::remove(zip);
  write_file(kFolder / "container_values.seed", '\4' + with_length(manifest) + with_length(launch) +
                                                    with_length(events(0, 9)) +
                                                    with_length(events(9, trace.events.size())));
}

// Texts of captures of before 2026-11-26, which had no values.
std::vector<Text> complete(std::initializer_list<const char*> sentences) {
  return {sentences.begin(), sentences.end()};
}

TEST(CaptureSeeds, WithValuesOfTextsAreStillReadAsTheyWereWritten) {
  const auto noted = decode_manifest(seed("values"));
  ASSERT_TRUE(noted.has_value());
  EXPECT_EQ(noted->run.notes, sample_run().notes);
  const auto launch = decode_launch(seed("launch_values"));
  ASSERT_TRUE(launch.has_value());
  EXPECT_EQ(launch->trace.findings[0].message, sample_trace().findings[0].message);
}

TEST(CaptureSeeds, AreStillReadAsTheyWereWritten) {
  if (std::getenv("WARPLENS_UPDATE_GOLDEN") != nullptr) write_seeds();
  std::string text;
  EXPECT_TRUE(decode_text(seed("text"), text));
  EXPECT_EQ(text, "text");
  const auto counted = decode_manifest(seed("counters"));
  ASSERT_TRUE(counted.has_value());
  EXPECT_EQ(counted->run.parameters, sample_run().parameters);
  EXPECT_EQ(counted->run.mismatch, sample_run().mismatch);
  EXPECT_EQ(counted->chunks.texts, sample_manifest().chunks.texts);
  EXPECT_EQ(counted->chunks.launches, sample_manifest().chunks.launches);
  EXPECT_EQ(counted->chunks.events, sample_manifest().chunks.events);
  EXPECT_EQ(counted->run.counters, sample_manifest().run.counters);
  EXPECT_EQ(counted->run.notes, complete({"7 records did not fit", "一"}));
  const auto noted = decode_manifest(seed("notes"));
  ASSERT_TRUE(noted.has_value());
  EXPECT_EQ(noted->run.notes, complete({"7 records did not fit", "alone"}));
  auto launch = decode_launch(seed("launch"));
  ASSERT_TRUE(launch.has_value());
  EXPECT_TRUE(decode_events(seed("events"), launch->trace.events));
  Trace as_written = sample_trace();
  as_written.findings.at(0).message = Text("two lanes write tile[3]");
  for (Site& site : as_written.sites) site.traits.zero_fills = false;  // not known then
  EXPECT_TRUE(launch->trace == as_written);
}

TEST(CaptureSeeds, OfCopiesByTmaAreStillReadAsTheyWereWritten) {
  Trace read = trace_with_copies();
  read.events = {};
  ASSERT_TRUE(decode_events(seed("copies"), read.events));
  EXPECT_TRUE(read == trace_with_copies());
}

class ZipSeed : public InAFolder {};

TEST_F(ZipSeed, IsStillReadAsItWasWritten) {
  write_file(path_, as_text(seed("zip")));
  const auto read = read_capture(path_);
  ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  trace::Run as_written = sample_run();
  as_written.notes = complete({"7 records did not fit", "alone"});
  as_written.is_guessed_launch = false;  // not known then
  for (auto& trace : as_written.traces) {
    Trace told = *trace;
    for (Finding& finding : told.findings) {
      if (!finding.message.empty()) finding.message = Text("two lanes write tile[3]");
    }
    trace = std::make_shared<const Trace>(std::move(told));
  }
  EXPECT_TRUE(same(as_written, *read));
  write_file(path_, as_text(seed("zip_values")));
  const auto with_values = read_capture(path_);
  ASSERT_TRUE(with_values.has_value()) << with_values.error().message.in(Language::en);
  trace::Run with_values_written = sample_run();
  with_values_written.is_guessed_launch = false;
  EXPECT_TRUE(same(with_values_written, *with_values));
}

}  // namespace
}  // namespace warplens::trace
