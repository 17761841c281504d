// A step's text as the tests of claims look at it: sentences, numbers, words of conclusion.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"

namespace warplens::lessons {

// A paragraph or an item of a list, without markup; {{…}} stand in it as they are written.
struct ClaimedBlock {
  std::string text;
  std::vector<bool> is_code;  // of each byte
};

[[nodiscard]] ClaimedBlock claimed_block(const MarkdownBlock& block);
// Of all parts of a step's text in a language, code blocks left out.
[[nodiscard]] std::vector<ClaimedBlock> claimed_blocks(const StepText& text);

struct Sentence {
  std::string text;
  bool concludes = false;  // says that something pays, is faster, limits…, or quotes a measurement
};
[[nodiscard]] std::vector<Sentence> sentences_of(const ClaimedBlock& block, Language language);

// "1,024" as "1024".
[[nodiscard]] std::string without_grouping(std::string_view text);

struct NumberAt {
  std::size_t begin = 0, end = 0;
};
// Numbers in digits; not those in names (float4) or between double braces.
[[nodiscard]] std::vector<NumberAt> numbers_in(std::string_view text);

}  // namespace warplens::lessons
