// What a lesson's text claims: lessons/ID.claims, a part a step.
//
//   ## one-column
//   - the column read takes {wavefronts pitch=33} wavefront instead of {wavefronts}
//   - Rows of 132 bytes | one column more than 32 floats
//
//   > Pitch 33 is no slower than pitch 32.      a sentence of en.md, as it is shown
//   > 步长 33 不比 32 慢。                        and of zh.md
//   ? rate transpose/tile_padded 16384 >= rate transpose/tile 16384
//
//   > The chart is measured.
//   > 图表是实测的。
//   | what the chart is of
//
// - A *phrase* stands in the English text once its formulas are replaced by what they give; a
//   number that it has besides is given, and why stands behind the bar. {share :0} has no decimals.
// - A *conclusion* is one or more sentences in both languages, with the comparisons that must hold,
//   or why it states no time. Groups are separated by an empty line.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::lessons {

struct Phrase {
  std::string text;
  std::string reason;  // of the numbers that are no formulas; may be empty where there are none
};

struct Conclusion {
  std::vector<std::string> sentences;  // of both languages
  std::vector<std::string> comparisons;
  std::string reason;  // why it states no time
};

struct StepClaims {
  std::vector<Phrase> phrases;
  std::vector<Conclusion> conclusions;
};

using LessonClaims = std::map<std::string, StepClaims>;  // by the step's id

// Errors: a line that is none of these, named by its number.
Result<LessonClaims> parse_claims(std::string_view text);
Result<LessonClaims> read_claims(const std::filesystem::path& file);

}  // namespace warplens::lessons
