// One run of a kernel: what was launched, what its launches did, what came of it.
//
//   kernels/run makes one ───┐                          ┌─► the command line prints it
//                            ├─► shared, never changed ─┼─► app/session has analyses of it
//   read_capture() reads one ┘                          └─► write_capture() keeps it in a file
//
// Its long parts are shared by themselves, too: all runs of one kernel have one text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/base/text.h"
#include "kernels/trace/trace.h"

namespace warplens::trace {

enum class Verdict : std::uint8_t { match, mismatch, unchecked };
[[nodiscard]] std::string_view name_of(Verdict verdict);
[[nodiscard]] std::optional<Verdict> verdict_named(std::string_view name);

// The first element that differs from what was expected.
struct Mismatch {
  std::string buffer;
  std::uint64_t element = 0;
  std::string expected, actual;
  std::uint64_t count = 0;  // elements that differ, in all buffers
  friend bool operator==(const Mismatch&, const Mismatch&) = default;
};

// Source files by the name that sites use, with their text.
using Sources = std::vector<std::pair<std::string, std::string>>;

// The text of source `file`; empty when it is not there.
[[nodiscard]] std::string_view text_of(const Sources& sources, std::string_view file);

// The values that a GPU counted for one launch, by the names of Nsight Compute's metrics.
using CounterValues = std::map<std::string, double, std::less<>>;

// A buffer after the last step.
struct NamedBytes {
  std::string name;
  std::string element_type;  // "f32", as Buffer's
  std::uint64_t rows = 1, columns = 0;
  std::vector<std::byte> bytes;
};

// A buffer of RGBA pixels, red in the lowest byte, before the first step and after the last.
struct RunPicture {
  std::string buffer;
  std::uint64_t rows = 0, columns = 0;
  std::vector<std::uint32_t> before, after;
};

struct Run {
  std::map<std::string, std::int64_t, std::less<>> parameters;
  std::string device;   // what it ran on
  std::string created;  // when: ISO 8601
  Verdict verdict = Verdict::unchecked;
  std::optional<Mismatch> mismatch;
  // Nobody said how it is launched, or only in part: what it did may be the guess's.
  bool is_guessed_launch = false;
  std::vector<std::shared_ptr<const Trace>> traces;  // one a launch, in order
  // The module's text, whose lines Site::ptx_line counts; empty when unknown.
  std::shared_ptr<const std::string> ptx = std::make_shared<const std::string>();
  std::shared_ptr<const Sources> sources = std::make_shared<const Sources>();  // those there are
  // The sources whose comments exist in Chinese, with those comments; code and lines are the same.
  std::shared_ptr<const Sources> chinese_sources = std::make_shared<const Sources>();
  std::vector<Text> notes;  // what the traces cannot show, a line each
  // One a launch, in order; empty where they were not asked for or cannot be read.
  std::vector<CounterValues> counters;

  // Members from here on are not kept in a capture.
  std::string why_no_counters;  // asked for in vain: one line that says what to do
  std::vector<NamedBytes> buffers;
  std::shared_ptr<const RunPicture> picture;  // the first such buffer; null: not asked for

  // "transpose/tile", or the entry's name; empty where nothing was launched.
  [[nodiscard]] std::string_view kernel() const;
  [[nodiscard]] bool is_on_cpu() const;
};
using RunPtr = std::shared_ptr<const Run>;

}  // namespace warplens::trace
