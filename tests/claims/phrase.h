// Phrases of a claim file: their formulas become numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/claims/formula.h"

namespace warplens::lessons {

struct RenderedPhrase {
  std::string text;            // without grouping of digits
  bool gives_numbers = false;  // some of its numbers are no formulas
  bool has_formulas = false;
};

// "takes {2 * 16} of {{rate a/b 1}}" → "takes 32 of {{rate a/b 1}}". Errors: of a formula.
Result<RenderedPhrase> render_phrase(std::string_view phrase, const ValueOf& value_of);

}  // namespace warplens::lessons
