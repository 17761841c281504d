#include "tests/claims/sentences.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>

namespace warplens::lessons {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// A reference to a measurement: not one to the recording's device.
constexpr std::string_view kOpen = "{{", kClose = "}}", kRecorded = "{{recorded";

bool quotes_a_measurement(std::string_view text) {
  for (std::size_t at = text.find(kOpen); at != text.npos; at = text.find(kOpen, at + 1)) {
    if (!text.substr(at).starts_with(kRecorded)) return true;
  }
  return false;
}

bool has_word_of_conclusion(const std::string& text, Language language) {
  static const std::regex kEnglish(
      R"(\b(pays?|gain(s|ed)?|suits?|waits? for|waiting|faster|fastest|slower|slow|worth|loses|no loss|)"
      R"(less time|least time|more time|as much time|longest|limits?|limited|hides?|hiding|harms?|helps?|)"
      R"(cheaper|next to (nothing|no)|speed(s|ing)? up|take(s)? (longer|long))\b)");
  static const std::regex kChinese(
      "划算|值得|更快|更慢|最快|最慢|快得多|慢得多|一样快|收益|等待|瓶颈|受限|更省时|耗时|加快|"
      "变慢");
  return std::regex_search(text, language == Language::en ? kEnglish : kChinese);
}

std::string words_alone(const ClaimedBlock& block, std::size_t begin, std::size_t end) {
  std::string words;
  for (std::size_t i = begin; i < end; ++i) words += block.is_code[i] ? ' ' : block.text[i];
  static const std::regex kReference("\\{\\{[^}]*\\}\\}");
  return std::regex_replace(words, kReference, "");
}

// How many bytes of `text` end a sentence at `at`; 0: none does.
std::size_t end_mark(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 6> kMarks{"。", "！", "？", ".", "!", "?"};
  for (const std::string_view mark : kMarks) {
    if (text.substr(at).starts_with(mark)) return mark.size();
  }
  return 0;
}

std::size_t closing_mark(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 6> kMarks{"”", "）", "」", "\"", ")", "’"};
  for (const std::string_view mark : kMarks) {
    if (text.substr(at).starts_with(mark)) return mark.size();
  }
  return 0;
}

// Behind the sentence that `at` is in.
std::size_t end_of_sentence(const ClaimedBlock& block, std::size_t at) {
  const std::string_view text = block.text;
  for (; at < text.size(); ++at) {
    std::size_t mark = block.is_code[at] ? 0 : end_mark(text, at);
    if (mark == 0) continue;
    const bool is_wide = mark > 1;
    std::size_t end = at + mark;
    while (end < text.size() && closing_mark(text, end) > 0) end += closing_mark(text, end);
    if (is_wide || end == text.size() || text[end] == ' ') return end;
  }
  return at;
}

}  // namespace

ClaimedBlock claimed_block(const MarkdownBlock& block) {
  ClaimedBlock claimed;
  for (const MarkdownSpan& span : block.spans) {
    claimed.text += span.text;
    claimed.is_code.resize(claimed.text.size(), span.code);
  }
  std::ranges::replace(claimed.text, '\n', ' ');
  return claimed;
}

std::vector<ClaimedBlock> claimed_blocks(const StepText& text) {
  std::vector<ClaimedBlock> blocks;
  blocks.push_back({text.title, std::vector<bool>(text.title.size(), false)});
  for (const Markdown* part : text.parts()) {
    for (const MarkdownBlock& block : *part) {
      if (block.kind != MarkdownBlock::Kind::code) blocks.push_back(claimed_block(block));
    }
  }
  return blocks;
}

std::vector<Sentence> sentences_of(const ClaimedBlock& block, Language language) {
  std::vector<Sentence> sentences;
  for (std::size_t begin = 0; begin < block.text.size();) {
    if (block.text[begin] == ' ') {
      ++begin;
      continue;
    }
    const std::size_t end = end_of_sentence(block, begin);
    const std::string text = block.text.substr(begin, end - begin);
    const bool concludes = quotes_a_measurement(text) ||
                           has_word_of_conclusion(words_alone(block, begin, end), language);
    sentences.push_back({text, concludes});
    begin = end;
  }
  return sentences;
}

std::string without_grouping(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool groups = text[i] == ',' && i > 0 && is_digit(text[i - 1]) && i + 3 < text.size() &&
                        is_digit(text[i + 1]) && is_digit(text[i + 2]) && is_digit(text[i + 3]);
    if (!groups) plain += text[i];
  }
  return plain;
}

std::vector<NumberAt> numbers_in(std::string_view text) {
  std::vector<NumberAt> numbers;
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with(kOpen)) {
      at = std::min(text.find(kClose, at), text.size());
      continue;
    }
    if (!is_of_name(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    const bool is_number = is_digit(text[at]);
    while (at < text.size() &&
           (is_of_name(text[at]) ||
            (is_number && text[at] == '.' && at + 1 < text.size() && is_digit(text[at + 1])))) {
      ++at;
    }
    if (is_number) numbers.push_back({begin, at});
  }
  return numbers;
}

}  // namespace warplens::lessons
