// Lines of words and matrices, one below the other, as large as their box lets them be.
//
//   A = ⎡ 3  1 ⎤   det A = 3·2 − 1·0 = 6
//       ⎣ 0  2 ⎦
#pragma once

#include <string>
#include <vector>

#include "viz/scene/draw/layout.h"

namespace warplens::scene {

struct FormulaCell {
  std::string text;
  Color color = 0;  // 0: the text's
  bool is_lit = false;
};

// Words, or a matrix by rows.
struct FormulaPiece {
  std::string words{};
  Color color = 0;
  std::vector<std::vector<FormulaCell>> rows{};
};

struct FormulaLine {
  std::vector<FormulaPiece> pieces;
  float size = 1;      // of the text's size
  bool wraps = false;  // a sentence: broken where it does not fit
  float above = 0.5f;  // room before it, in text sizes
};

[[nodiscard]] FormulaLine sentence(std::string words, Color color = 0);
[[nodiscard]] FormulaLine formula(std::vector<FormulaPiece> pieces, float size = 1.15f);

// Lines for which there is no room at the smallest readable size are left out.
void paint_formulas(DrawList& list, const Style& style, const Box& box,
                    const std::vector<FormulaLine>& lines);

// `words` in lines of at most `width`: broken at blanks, and between Chinese characters.
[[nodiscard]] std::vector<std::string> broken_lines(const Style& style, std::string_view words,
                                                    float size, float width);

}  // namespace warplens::scene
