#include "app/state/kernel_search.h"

#include <sstream>

#include "app/lessons/letters.h"

namespace warplens::ui {

bool has_words(std::string_view text, std::string_view words) {
  const std::string lowered = lessons::lower(text);
  std::istringstream wanted(lessons::lower(words));
  for (std::string word; wanted >> word;) {
    if (lowered.find(word) == std::string::npos) return false;
  }
  return true;
}

std::string in_all_languages(const Text& text) {
  std::string all;
  for (std::size_t i = 0; i < languages().size(); ++i) {
    (all += text.in(static_cast<Language>(i))) += '\n';
  }
  return all;
}

bool is_about(const catalog::Family& family, const catalog::Variant& variant,
              std::string_view words) {
  return has_words(fmt::format("{}/{}\n{}{}", family.name, variant.name,
                               in_all_languages(family.title), in_all_languages(variant.idea)),
                   words);
}

}  // namespace warplens::ui
