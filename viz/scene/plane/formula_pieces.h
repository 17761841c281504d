// Numbers, vectors and matrices as pieces of formulas.
#pragma once

#include "viz/algebra/power.h"
#include "viz/algebra/space.h"
#include "viz/scene/plane/formula.h"

namespace warplens::scene {

[[nodiscard]] FormulaPiece said(std::string words, Color color = 0);
// Columns in their hues, where those are given.
[[nodiscard]] FormulaPiece as_piece(const algebra::Matrix& matrix, Color first = 0,
                                    Color second = 0);
[[nodiscard]] FormulaPiece as_piece(const algebra::RealMatrix& matrix);
[[nodiscard]] FormulaPiece as_column(const algebra::Vector& vector, Color color = 0);
[[nodiscard]] FormulaPiece as_column(const algebra::Vector3& vector, Color color = 0);

// "3", "−1/2"; in brackets where a sign before it would be read with its own.
[[nodiscard]] std::string factor(const algebra::Fraction& number);
// "(1, −2)".
[[nodiscard]] std::string point_text(const algebra::Vector& vector);
// "26.6": one decimal, none where it is 0.
[[nodiscard]] std::string degrees_text(double degrees);

}  // namespace warplens::scene
