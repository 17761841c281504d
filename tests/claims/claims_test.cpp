// Each lesson's text against its claims (claim_file.h): no conclusion and no number stands in it
// that nothing holds.
#include <array>
#include <filesystem>
#include <regex>

#include "tests/claims/claim_file.h"
#include "tests/claims/claim_values_test.h"
#include "tests/claims/phrase.h"
#include "tests/claims/sentences.h"
#include "app/settings/timing_choice.h"

namespace warplens::lessons {
namespace {

constexpr std::array kLanguages{Language::en, Language::zh};
constexpr std::string_view kOfTime = "When does it cost time?";

std::string tests_of_lessons() {
  std::string all;
  for (const auto& file :
       std::filesystem::directory_iterator(WARPLENS_SOURCE_DIR "/app/lessons/check")) {
    if (file.path().extension() == ".cpp") all += *run::read_text(file.path());
  }
  return all;
}

class Claims : public ClaimValues, public testing::WithParamInterface<std::string> {
 protected:
  Claims() {
    const auto read =
        read_claims(WARPLENS_SOURCE_DIR "/tests/claims/lessons/" + GetParam() + ".claims");
    if (!read.has_value()) {
      ADD_FAILURE() << read.error().message.in(Language::en);
      return;
    }
    claims_ = *read;
    lesson_ = &*std::ranges::find(lessons_, GetParam(), &Lesson::id);
  }
  const StepClaims& of(const Step& step) { return claims_[step.id]; }
  ValueOf values(const Step& step) {
    return [this, &step](const Words& words) { return value(step, words); };
  }

  LessonClaims claims_;
  const Lesson* lesson_ = nullptr;
};

std::vector<Sentence> sentences_of(const Step& step, Language language) {
  std::vector<Sentence> all;
  for (const ClaimedBlock& block : claimed_blocks(step.text[language])) {
    const auto more = lessons::sentences_of(block, language);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

bool is_claimed(const StepClaims& claims, const std::string& sentence) {
  return std::ranges::any_of(claims.conclusions, [&](const Conclusion& each) {
    return std::ranges::find(each.sentences, sentence) != each.sentences.end();
  });
}

TEST_P(Claims, AreOfStepsThatThereAre) {
  for (const auto& [id, claims] : claims_)
    EXPECT_NE(std::ranges::find(lesson_->steps, id, &Step::id), lesson_->steps.end()) << id;
}

TEST_P(Claims, HaveEverySentenceThatConcludes) {
  for (const Step& step : lesson_->steps) {
    for (const Language language : kLanguages) {
      const bool is_of_time = step.text[Language::en].title == kOfTime;
      for (const Sentence& each : sentences_of(step, language)) {
        if (each.text == step.text[language].title) continue;
        if (!is_of_time && !each.concludes) continue;
        EXPECT_TRUE(is_claimed(of(step), each.text)) << "\n## " << step.id << "\n> " << each.text;
      }
    }
  }
}

TEST_P(Claims, QuoteTheText) {
  for (const Step& step : lesson_->steps) {
    std::set<std::string> there;
    for (const Language language : kLanguages)
      for (const Sentence& each : sentences_of(step, language)) there.insert(each.text);
    for (const Conclusion& each : of(step).conclusions) {
      for (const std::string& sentence : each.sentences)
        EXPECT_TRUE(there.contains(sentence)) << step.id << ": no such sentence: " << sentence;
    }
  }
}

TEST_P(Claims, Hold) {
  for (const Step& step : lesson_->steps) {
    for (const Conclusion& each : of(step).conclusions) {
      EXPECT_NE(each.comparisons.empty(), each.reason.empty())
          << step.id << ": compare, or say why there is nothing to: " << each.sentences.front();
      for (const std::string& comparison : each.comparisons) {
        const auto result = compare(comparison, values(step));
        ASSERT_TRUE(result.has_value())
            << step.id << ": " << result.error().message.in(Language::en);
        EXPECT_TRUE(result->holds) << step.id << ": " << comparison << " (" << result->values
                                   << ")\n  " << each.sentences.front();
      }
    }
  }
}

// The numbers of a step's English text, struck out where something holds them.
class HeldNumbers {
 public:
  explicit HeldNumbers(const StepText& text) {
    for (const ClaimedBlock& block : claimed_blocks(text)) {
      const std::string plain = without_grouping(block.text);
      blocks_.push_back({plain, numbers_in(plain)});
    }
  }
  // False: the phrase stands nowhere.
  bool hold(const std::string& phrase) {
    bool is_found = false;
    for (Block& block : blocks_) {
      for (std::size_t at = block.text.find(phrase); at != std::string::npos;
           at = block.text.find(phrase, at + 1)) {
        is_found = true;
        strike(block, at, at + phrase.size());
      }
    }
    return is_found;
  }
  // Those of a sentence that stand in `words`, too.
  void hold_in(const std::string& sentence, const std::string& words) {
    std::set<std::string> named;
    static const std::regex kNumber("[0-9]+(\\.[0-9]+)?");
    for (auto it = std::sregex_iterator(words.begin(), words.end(), kNumber);
         it != std::sregex_iterator(); ++it)
      named.insert(it->str());
    for (Block& block : blocks_) {
      const std::size_t begin = block.text.find(sentence);
      if (begin == std::string::npos) continue;
      std::erase_if(block.numbers, [&](const NumberAt& at) {
        return at.begin >= begin && at.end <= begin + sentence.size() &&
               named.contains(block.text.substr(at.begin, at.end - at.begin));
      });
    }
  }
  [[nodiscard]] std::vector<std::string> left() const {
    constexpr std::size_t kAround = 40;
    std::vector<std::string> all;
    for (const Block& block : blocks_) {
      for (const NumberAt& at : block.numbers) {
        const std::size_t begin = at.begin - std::min(at.begin, kAround);
        all.push_back(fmt::format("[{}] {}", block.text.substr(at.begin, at.end - at.begin),
                                  block.text.substr(begin, at.end - begin + kAround)));
      }
    }
    return all;
  }

 private:
  struct Block {
    std::string text;
    std::vector<NumberAt> numbers;
  };
  static void strike(Block& block, std::size_t begin, std::size_t end) {
    std::erase_if(block.numbers,
                  [&](const NumberAt& at) { return at.begin >= begin && at.end <= end; });
  }
  std::vector<Block> blocks_;
};

// Numbers to choose from are those of the question.
StepText without_choices(const Step& step) {
  StepText text = step.text[Language::en];
  if (!step.prediction || step.prediction->choices.empty()) return text;
  std::vector<std::string> choices;
  for (const std::int64_t each : step.prediction->choices) choices.push_back(std::to_string(each));
  std::vector<std::string> shown;
  bool are_numbers = true;
  for (const MarkdownBlock& option : text.options) {
    const std::string plain = without_grouping(claimed_block(option).text);
    const auto numbers = numbers_in(plain);
    are_numbers &= numbers.size() == 1 && numbers.front().end == plain.size();
    shown.push_back(std::regex_replace(plain, std::regex("−"), "-"));
  }
  if (!are_numbers) return text;
  EXPECT_EQ(shown, choices) << step.id;
  text.options.clear();
  return text;
}

// "test NAME" must be one of the lesson's.
void check_reason(const Phrase& phrase) {
  static const std::string kTests = tests_of_lessons();
  constexpr std::string_view kTest = "test ";
  if (!phrase.reason.starts_with(kTest)) return;
  const std::string name = ", " + phrase.reason.substr(kTest.size()) + ")";
  EXPECT_NE(kTests.find(name), std::string::npos) << "no such test: " << phrase.reason;
}

TEST_P(Claims, HaveEveryNumber) {
  for (const Step& step : lesson_->steps) {
    HeldNumbers numbers(without_choices(step));
    for (const Phrase& phrase : of(step).phrases) {
      const auto rendered = render_phrase(phrase.text, values(step));
      ASSERT_TRUE(rendered.has_value())
          << step.id << ": " << phrase.text << ": " << rendered.error().message.in(Language::en);
      EXPECT_TRUE(numbers.hold(rendered->text))
          << step.id << ": the text has no '" << rendered->text << "' (" << phrase.text << ")";
      EXPECT_TRUE(!rendered->gives_numbers || !phrase.reason.empty())
          << step.id << ": say why '" << phrase.text << "' gives a number";
      check_reason(phrase);
    }
    for (const Conclusion& each : of(step).conclusions) {
      const std::string comparisons = fmt::format("{}", fmt::join(each.comparisons, " "));
      for (const std::string& sentence : each.sentences) {
        const std::string plain = without_grouping(sentence);
        std::string references;
        static const std::regex kReference("\\{\\{[^}]*\\}\\}");
        for (auto it = std::sregex_iterator(plain.begin(), plain.end(), kReference);
             it != std::sregex_iterator(); ++it)
          references += it->str() + " ";
        numbers.hold_in(plain, comparisons + " " + references);
      }
    }
    for (const std::string& each : numbers.left())
      ADD_FAILURE() << step.id << ": nothing holds " << each;
  }
}

// Sizes of a family that a step's English text quotes.
std::set<std::int64_t> quoted_sizes(const Step& step, std::string_view family) {
  std::set<std::int64_t> sizes;
  for (const Markdown* part : step.text[Language::en].parts()) {
    const auto quoted = measured_in(*part);
    for (const Measured& each : *quoted) {
      if (each.kernel.family == family && each.kernel.side > 0) sizes.insert(each.kernel.side);
    }
  }
  return sizes;
}

class Charts : public Course {
 protected:
  std::int64_t largest_size(const std::string& family) {
    std::int64_t largest = 0;
    for (const timing::Entry& entry : recordings().of(family).front()->entries) {
      if (entry.family == family) largest = std::max(largest, entry.side);
    }
    return largest;
  }
};

TEST_F(Charts, StandAtASizeThatTheTextQuotesWhateverWasShownBefore) {
  constexpr std::int64_t kOfNoStep = 64;
  std::size_t charts = 0;
  for (const Lesson& lesson : lessons_) {
    for (const Step& step : lesson.steps) {
      const auto& views = step.scene.views;
      if (std::ranges::find(views, session::StageView::timing_view) == views.end()) continue;
      const std::string family = step.stage.kernel.substr(0, step.stage.kernel.find('/'));
      const std::set<std::int64_t> quoted = quoted_sizes(step, family);
      if (quoted.empty()) continue;
      session::TimingChoice before;
      before.side = kOfNoStep;
      session_.choose(before);
      begin(step);
      const std::int64_t side = session_.chosen<session::TimingChoice>().side;
      EXPECT_TRUE(quoted.contains(side == 0 ? largest_size(family) : side))
          << lesson.id << ": " << step.id << " stands at " << side;
      ++charts;
    }
  }
  EXPECT_GT(charts, 12u);
}

std::vector<std::string> lessons_in_the_folder() {
  std::vector<std::string> ids;
  for (const auto& folder :
       std::filesystem::directory_iterator(WARPLENS_SOURCE_DIR "/assets/lessons")) {
    if (!folder.is_directory()) continue;
    const std::string name = folder.path().filename().string();
    ids.push_back(name.substr(name.find('-') + 1));
  }
  std::ranges::sort(ids);
  return ids;
}

std::string test_name(const testing::TestParamInfo<std::string>& id) {
  std::string name = id.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Of, Claims, testing::ValuesIn(lessons_in_the_folder()), test_name);

}  // namespace
}  // namespace warplens::lessons
