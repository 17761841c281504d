// Any bytes as docs/GLOSSARY.md must give terms in both languages or an error, and any text is
// searched for their names without leaving it.
#include <algorithm>
#include <cstdint>
#include <string_view>

#include "app/lessons/glossary.h"

namespace {

using namespace warplens;
using namespace warplens::lessons;

bool is_in_both(const Term& term) {
  return !term.name.en.empty() && !term.name.zh.empty() && !term.text[Language::en].empty() &&
         !term.text[Language::zh].empty();
}

// In order, without overlaps, of terms that there are.
void check_mentions(const Glossary& glossary, std::string_view text) {
  std::size_t end = 0;
  for (const Mention& mention : glossary.mentions(text)) {
    if (mention.begin < end || mention.end <= mention.begin || mention.end > text.size() ||
        mention.term >= glossary.terms().size()) {
      __builtin_trap();
    }
    end = mention.end;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto glossary = parse_glossary(text);
  if (!glossary.has_value()) {
    if (glossary.error().message.empty()) __builtin_trap();
    return 0;
  }
  if (!std::ranges::all_of(glossary->terms(), is_in_both)) __builtin_trap();
  check_mentions(*glossary, text);
  for (const std::size_t found : glossary->search(text.substr(0, 16))) {
    if (found >= glossary->terms().size()) __builtin_trap();
  }
  return 0;
}
