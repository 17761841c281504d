// A kernel of this folder, run and explained beside the report that Nsight Compute made of it
// (testdata/README.md).
//
//   NAME.ptx, its launch ──► machine ──► Trace ─┐
//   NAME.sass ──────────────────────► Executed ─┼─► Explanation
//   testdata/NAME.source.csv, NAME.raw.csv ─────┘
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "viz/analysis/executed/executed.h"
#include "viz/explain/explanation.h"

namespace warplens::explain {

// A parameter: a buffer of so many bytes that counts up in words of four, or an integer.
struct Argument {
  std::uint64_t buffer_bytes = 0;
  std::uint32_t integer = 0;
};
[[nodiscard]] inline Argument buffer(std::uint64_t bytes) { return {bytes, 0}; }
[[nodiscard]] inline Argument integer(std::uint32_t value) { return {0, value}; }

struct Question {
  std::string kernel;
  std::string_view asked_at;  // where the public asked; empty: nobody in particular
  Dim3 grid, block;
  std::vector<Argument> arguments;
};

// By kernel.
[[nodiscard]] const Question& question(const std::string& kernel);
[[nodiscard]] const std::vector<Question>& questions();

struct Answered {
  std::shared_ptr<const trace::Trace> trace;  // as executed
  analysis::Code code;
  analysis::Executed executed;
  NcuReport report;
  Explanation explanation;

  // The access of the class in that line; fails the test where there is none.
  [[nodiscard]] const ExplainedAccess& access(std::uint32_t line, AccessClass kind) const;
  [[nodiscard]] const ExplainedMetric* metric(const std::string& name) const;   // null: none
  [[nodiscard]] std::string words(std::uint32_t line, AccessClass kind) const;  // in English
};
// `has_code`: with its SASS. `has_report`: beside its report.
[[nodiscard]] Answered answered(const std::string& kernel, bool has_code = true,
                                bool has_report = true);

[[nodiscard]] std::string test_file(const std::string& name);  // what it holds

}  // namespace warplens::explain
