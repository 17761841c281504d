// What a lesson's text says of times stands in it as a reference to a recording, and is looked up
// when the text is shown; a text that types a measured number fails a test.
//
//   {{rate transpose/tile_padded 16384}}                    "3.57 TB/s"
//   {{time reduce/shuffle 4096 block=256}}                  "28.1 µs"
//   {{ratio transpose/tile_padded 16384 over transpose/tile 16384}}   how many times as fast:
//   "2.16"
//   {{share transpose/tile_padded 16384 over transpose/device_copy 16384}}   of its rate: "84 %"
//   {{recorded transpose}}                                  "NVIDIA H200, 2026-11-23"
//   {{time transpose/tma 8192 on=h200}}                     of that GPU's recording; of `recorded`
//                                                           likewise
//   {{intensity window/blur_strip 8192}}                    operations a byte, counted: "1.01"
//   {{roof window/blur_strip 8192}}                         the share of its roof: "92 %"
//   {{time host_timeline/streams 16777216 parts=4}}         a run of the host timeline at so many
//                                                           bytes; ratio and recorded likewise
//   {{time host_timeline/graph:launch 65536 parts=16}}      of the host, to launch each kernel
//
// A kernel is a variant, a ceiling or a library by its name in the recording; the number is the
// side that the chart's axis has, settings besides it are named. Without a GPU it is of the first
// recording that has it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/markdown.h"
#include "kernels/base/result.h"
#include "kernels/catalog/family.h"

namespace warplens::lessons {

inline constexpr std::string_view kHostTimeline = "host_timeline";  // in place of a family

struct MeasuredKernel {
  std::string family, name;
  std::int64_t side = 0;
  catalog::Parameters settings;
  std::string device{};  // a part of its name in small letters; empty: any
  friend bool operator==(const MeasuredKernel&, const MeasuredKernel&) = default;
};

struct Measured {
  enum class Kind : std::uint8_t { rate, time, ratio, share, recorded, intensity, roof };
  Kind kind = Kind::rate;
  MeasuredKernel kernel;  // of `recorded` the family alone
  MeasuredKernel over;    // of `ratio` and `share`
  friend bool operator==(const Measured&, const Measured&) = default;
};

// What stands between the braces. Errors: one line that quotes it.
Result<Measured> parse_measured(std::string_view text);

// All of a text's, in its order. Errors: of the first that is none.
Result<std::vector<Measured>> measured_in(const Markdown& text);

using MeasuredPhrases = std::function<std::string(const Measured&)>;

// `text` with what `words` gives for each of its references; one that is unsound stays as it is.
[[nodiscard]] std::string with_measured(std::string_view text, const MeasuredPhrases& words);
[[nodiscard]] Markdown with_measured(Markdown text, const MeasuredPhrases& words);

}  // namespace warplens::lessons
