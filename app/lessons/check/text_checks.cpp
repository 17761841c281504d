#include "app/lessons/check/text_checks.h"

#include <algorithm>
#include <regex>
#include <set>

namespace warplens::lessons {
namespace {

// Chinese characters; their punctuation and full-width forms.
bool has_chinese(const std::string& text) {
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead >= 0xe3 && lead <= 0xef) return true;
  }
  return false;
}

// The numbers in digits; those inside names, such as float4, among them, but not in the Chinese for
// "word".
std::set<std::string> numbers(const Markdown& text) {
  static const std::regex kWord("字（4 字节）");
  const std::string plain = std::regex_replace(plain_text(text), kWord, "");
  static const std::regex kNumber("[0-9]+(,[0-9]{3})*(\\.[0-9]+)?");
  return {std::sregex_token_iterator(plain.begin(), plain.end(), kNumber), {}};
}

std::vector<MarkdownBlock::Kind> kinds(const Markdown& text) {
  std::vector<MarkdownBlock::Kind> kinds;
  for (const MarkdownBlock& block : text) kinds.push_back(block.kind);
  return kinds;
}

// One part of a step, in both languages.
struct TextPart {
  const Step& step;
  std::string_view name;
  const Markdown& en;
  const Markdown& zh;
  bool is_options = false;
};

class TextCheck {
 public:
  TextCheck(const ReferredTo& there_is, Complaints& complaints)
      : there_is_(there_is), complaints_(complaints) {}

  void check_title(const Step* step, const std::string& en, const std::string& zh) {
    if (has_chinese(en)) complaints_.add("en.md", step, "the title '{}' has Chinese in it", en);
    if (!has_chinese(zh)) complaints_.add("zh.md", step, "the title '{}' is not Chinese", zh);
  }

  void check(const TextPart& part) {
    check_languages(part);
    check_sameness(part);
    check_figures("en.md", part, part.en);
    check_figures("zh.md", part, part.zh);
    check_links("en.md", part, part.en);
    check_links("zh.md", part, part.zh);
  }

 private:
  void check_languages(const TextPart& part) {
    for (const MarkdownBlock& block : part.en) {
      const std::string words = plain_text({block});
      if (has_chinese(words)) {
        complaints_.add("en.md", &part.step, "{} has Chinese in it: {}", part.name, words);
      }
    }
    for (std::size_t i = 0; i < part.zh.size(); ++i) {
      const std::string words = plain_text({part.zh[i]});
      // A kernel's name or a number is an option in both; code is the same in both.
      const bool is_same = i < part.en.size() && words == plain_text({part.en[i]}) &&
                           (part.is_options || part.zh[i].kind == MarkdownBlock::Kind::code);
      if (!has_chinese(words) && !is_same) {
        complaints_.add("zh.md", &part.step, "{} is not Chinese: {}", part.name, words);
      }
    }
  }

  void check_sameness(const TextPart& part) {
    if (kinds(part.en) != kinds(part.zh)) {
      complaints_.add("zh.md", &part.step,
                      "{} has other paragraphs or lists than en.md ({} and {})", part.name,
                      part.zh.size(), part.en.size());
    }
    const std::set<std::string> en = numbers(part.en), zh = numbers(part.zh);
    if (en == zh) return;
    complaints_.add("zh.md", &part.step, "{} has other numbers than en.md: {} and {}", part.name,
                    fmt::join(zh, " "), fmt::join(en, " "));
  }

  void check_figures(const char* file, const TextPart& part, const Markdown& text) {
    const auto all = measured_in(text);
    for (const Measured& each : all.value_or(std::vector<Measured>())) {
      if (there_is_.is_recorded(each)) continue;
      complaints_.add(file, &part.step, "{} refers to {}/{} at {}, which is not recorded",
                      part.name, each.kernel.family, each.kernel.name, each.kernel.side);
    }
    const std::string typed = plain_text(with_measured(text, [](const Measured&) { return ""; }));
    if (!types_a_measurement(typed)) return;
    complaints_.add(file, &part.step,
                    "{} types a measured time or rate: refer to a recording, {{{{time …}}}}",
                    part.name);
  }

  void check_links(const char* file, const TextPart& part, const Markdown& text) {
    for (const MarkdownBlock& block : text) {
      for (const MarkdownSpan& span : block.spans) {
        if (span.link.empty()) continue;
        const std::string item = span.link.substr(kDocumentLink.size());
        if (there_is_.documents.find(item)) continue;
        complaints_.add(file, &part.step, "{} leads to {}, and no document has such an item",
                        part.name, span.link);
      }
    }
  }

  const ReferredTo& there_is_;
  Complaints& complaints_;
};

}  // namespace

bool types_a_measurement(const std::string& text) {
  static const std::regex kTyped(
      R"([0-9]\s*([KMGT]?B/s|[GTM]?FLOP/?s?|µs|ms|ns|seconds?|毫秒|微秒|纳秒|秒|% of (the |a )?copy|times as fast)\b)");
  return std::regex_search(text, kTyped);
}

void check_texts(const Lesson& lesson, const ReferredTo& there_is, Complaints& complaints) {
  TextCheck check(there_is, complaints);
  check.check_title(nullptr, lesson.title.en, lesson.title.zh);
  for (const Step& step : lesson.steps) {
    const StepText& en = step.text[Language::en];
    const StepText& zh = step.text[Language::zh];
    check.check_title(&step, en.title, zh.title);
    check.check({step, "the text", en.body, zh.body});
    check.check({step, "### Do", en.todo, zh.todo});
    check.check({step, "### Predict", en.question, zh.question});
    check.check({step, "the list of ### Predict", en.options, zh.options, true});
    check.check({step, "### Why", en.reasons, zh.reasons});
    check.check({step, "### Seen", en.seen, zh.seen});
  }
}

}  // namespace warplens::lessons
