// Helpers for tests about texts.
#pragma once

#include <gmock/gmock.h>

#include "kernels/base/text.h"

namespace warplens {

// EXPECT_THAT(finding.message, InEnglish(HasSubstr("out of bounds")))
template <class Matcher>
[[nodiscard]] auto InEnglish(Matcher matcher) {
  return testing::ResultOf([](const Text& text) { return text.in(Language::en); }, matcher);
}

}  // namespace warplens
