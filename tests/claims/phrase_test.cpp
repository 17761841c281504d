#include "tests/claims/phrase.h"

#include <gtest/gtest.h>

namespace warplens::lessons {
namespace {

Result<double> pitch(const Words& words) {
  if (words == Words{"pitch"}) return 33;
  return fail("no value {}", words.front());
}

TEST(RenderedPhrase, HasWhatItsFormulasGive) {
  const auto rendered = render_phrase("rows of {pitch} floats, {pitch * 32 * 4} bytes", pitch);
  EXPECT_EQ(rendered->text, "rows of 33 floats, 4224 bytes");
  EXPECT_TRUE(rendered->has_formulas);
  EXPECT_FALSE(rendered->gives_numbers);
  EXPECT_EQ(render_phrase("{100 / 3 :1} %", pitch)->text, "33.3 %");
  EXPECT_EQ(render_phrase("{1 / 4}", pitch)->text, "0.25");
}

TEST(RenderedPhrase, TellsWhatIsGiven) {
  const auto rendered = render_phrase("4,224 of {{rate a/b 16}}", pitch);
  EXPECT_EQ(rendered->text, "4224 of {{rate a/b 16}}");
  EXPECT_TRUE(rendered->gives_numbers);
  EXPECT_FALSE(rendered->has_formulas);
  EXPECT_FALSE(render_phrase("{{rate a/b 16}} of float4", pitch)->gives_numbers);
}

TEST(RenderedPhrase, RefusesWhatIsNoFormula) {
  EXPECT_FALSE(render_phrase("{pitch", pitch).has_value());
  EXPECT_FALSE(render_phrase("{bank}", pitch).has_value());
  EXPECT_FALSE(render_phrase("{}", pitch).has_value());
}

}  // namespace
}  // namespace warplens::lessons
