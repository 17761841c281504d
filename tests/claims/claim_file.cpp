#include "tests/claims/claim_file.h"

#include "kernels/run/toolkit/sources.h"

namespace warplens::lessons {
namespace {

constexpr std::string_view kReason = " | ";

Phrase phrase_of(std::string_view line) {
  const std::size_t bar = line.rfind(kReason);
  if (bar == std::string_view::npos) return {std::string(line), {}};
  return {std::string(line.substr(0, bar)), std::string(line.substr(bar + kReason.size()))};
}

class ClaimReader {
 public:
  // False: it is no line of such a file.
  bool take(std::string_view line) {
    if (line.empty()) {
      is_in_group_ = false;
      return true;
    }
    if (line.starts_with("## ")) {
      step_ = &claims[std::string(line.substr(3))];
      is_in_group_ = false;
      return true;
    }
    if (step_ == nullptr || line.size() < 3 || line[1] != ' ') return false;
    const std::string_view rest = line.substr(2);
    if (line[0] == '-') {
      step_->phrases.push_back(phrase_of(rest));
      return true;
    }
    return take_of_group(line[0], std::string(rest));
  }

  LessonClaims claims;

 private:
  bool take_of_group(char mark, std::string rest) {
    if (!is_in_group_) step_->conclusions.emplace_back();
    is_in_group_ = true;
    Conclusion& group = step_->conclusions.back();
    switch (mark) {
      case '>':
        group.sentences.push_back(std::move(rest));
        return true;
      case '?':
        group.comparisons.push_back(std::move(rest));
        return true;
      case '|':
        group.reason = std::move(rest);
        return true;
      default:
        return false;
    }
  }

  StepClaims* step_ = nullptr;
  bool is_in_group_ = false;
};

}  // namespace

Result<LessonClaims> parse_claims(std::string_view text) {
  ClaimReader reader;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (!reader.take(text.substr(0, end))) {
      return fail("line {}: write ## STEP, - PHRASE, > SENTENCE, ? COMPARISON or | REASON", number);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::move(reader.claims);
}

Result<LessonClaims> read_claims(const std::filesystem::path& file) {
  TRY(const std::string text, run::read_text(file));
  return parse_claims(text);
}

}  // namespace warplens::lessons
