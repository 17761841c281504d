// What the catalogue's tests run its kernels with.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "kernels/run/run.h"

namespace warplens {

inline const run::Catalogue& catalogue() {
  static const run::Catalogue opened = *run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets");
  return opened;
}

inline const catalog::Family& family(std::string_view name) {
  return *std::ranges::find(catalogue().families(), name, &catalog::Family::name);
}

// Results and findings alone.
inline run::Options quick() {
  run::Options options;
  options.machine.recording = machine::Recording::none;
  options.keep_buffers = false;
  return options;
}

inline run::Options in_order_of(std::uint64_t seed) {
  run::Options options = quick();
  options.machine.order_seed = seed;
  return options;
}

inline std::string text_of(const catalog::Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters) text += fmt::format("{}={} ", name, value);
  return text;
}

inline void expect_match_without_findings(const trace::Run& result) {
  EXPECT_EQ(result.verdict, trace::Verdict::match)
      << result.mismatch->buffer << "[" << result.mismatch->element << "] is "
      << result.mismatch->actual << ", not " << result.mismatch->expected;
  for (const auto& trace : result.traces) {
    for (const trace::Finding& finding : trace->findings) {
      if (finding.severity != trace::Severity::information)
        ADD_FAILURE() << finding.message.in(Language::en);
    }
  }
}

inline void expect_match_without_findings(const std::string& name,
                                          const catalog::Parameters& settings,
                                          const run::Options& options = quick()) {
  SCOPED_TRACE(name + " " + text_of(settings));
  const auto result = run::run_variant(catalogue(), name, settings, options);
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  expect_match_without_findings(*result);
}

// The text of line `number`, counted from 1, of a source in the repository.
inline std::string source_line(const std::string& file, std::uint32_t number) {
  std::ifstream source(std::filesystem::path(WARPLENS_SOURCE_DIR) / file);
  std::string line;
  for (std::uint32_t i = 0; i < number; ++i) std::getline(source, line);
  return line;
}

}  // namespace warplens
