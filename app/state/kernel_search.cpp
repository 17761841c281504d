#include "app/state/kernel_search.h"

#include <sstream>

#include "app/lessons/text/letters.h"

namespace warplens::ui {

bool has_words(std::string_view text, std::string_view words) {
  const std::string lowered = lessons::lower(text);
  std::istringstream wanted(lessons::lower(words));
  for (std::string word; wanted >> word;) {
    if (lowered.find(word) == std::string::npos) return false;
  }
  return true;
}

bool is_about(const catalog::Family& family, const catalog::Variant& variant,
              std::string_view words) {
  return has_words(fmt::format("{}/{}\n{}\n{}\n{}\n{}", family.name, variant.name, family.title.en,
                               family.title.zh, variant.idea.en, variant.idea.zh),
                   words);
}

}  // namespace warplens::ui
