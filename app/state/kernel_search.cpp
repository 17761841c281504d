#include "app/state/kernel_search.h"

#include <sstream>

#include "app/lessons/text/letters.h"

namespace warplens::ui {

bool is_about(const catalog::Family& family, const catalog::Variant& variant,
              std::string_view words) {
  const std::string text = lessons::lower(
      fmt::format("{}/{}\n{}\n{}\n{}\n{}", family.name, variant.name, family.title.en,
                  family.title.zh, variant.idea.en, variant.idea.zh));
  std::istringstream wanted(lessons::lower(words));
  for (std::string word; wanted >> word;) {
    if (text.find(word) == std::string::npos) return false;
  }
  return true;
}

}  // namespace warplens::ui
