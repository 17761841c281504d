#include <array>
#include <cmath>

#include "viz/algebra/eigen.h"
#include "viz/scene/plane/formula_pieces.h"
#include "viz/scene/plane/plane_phrases.h"
#include "viz/scene/plane/plane_view.h"

namespace warplens::scene {
namespace {

using algebra::Fraction;
using algebra::Lens;
using algebra::Matrix;
using algebra::PlaneSpec;

using Lines = std::vector<FormulaLine>;

class FormulaWriter {
 public:
  FormulaWriter(const PlaneScene& scene, const Style& style)
      : scene_(scene), spec_(scene.spec), style_(style) {}

  Lines write() {
    switch (spec_.lens) {
      case Lens::columns:
        columns();
        break;
      case Lens::area:
        area();
        break;
      case Lens::product:
        product();
        break;
      case Lens::direction:
        direction();
        break;
      case Lens::equation:
        equation();
        break;
      case Lens::power:
        power();
        break;
    }
    if (scene_.is_hidden) {
      add(sentence(word(phrases::plane_not_told), theme(style_.theme).muted_text));
    }
    return std::move(lines_);
  }

 private:
  void add(FormulaLine line) { lines_.push_back(std::move(line)); }
  [[nodiscard]] std::string word(const TextView& text) const {
    return std::string(text.in(style_.language));
  }
  template <class... Args>
  [[nodiscard]] std::string say(const TextView& text, Args&&... args) const {
    return scene::say(text, style_.language, std::forward<Args>(args)...);
  }
  [[nodiscard]] FormulaPiece colored(const Matrix& matrix) const {
    return as_piece(matrix, first_hue(style_), second_hue(style_));
  }
  [[nodiscard]] FormulaPiece v_piece() const { return as_column(spec_.v, vector_hue(style_)); }
  [[nodiscard]] FormulaPiece image_piece() const {
    return as_column(spec_.a * spec_.v, image_hue(style_));
  }

  void matrix_line() { add(formula({said("A ="), colored(spec_.a)}, 1.3f)); }

  void columns() {
    matrix_line();
    const std::string goes = word(phrases::plane_goes_to);
    if (!scene_.is_hidden) {
      add(formula(
          {said("î", first_hue(style_)), said(goes + " " + point_text(spec_.a.first_column()))}));
      add(formula(
          {said("ĵ", second_hue(style_)), said(goes + " " + point_text(spec_.a.second_column()))}));
    }
    add(formula({said("v =", vector_hue(style_)), v_piece(),
                 said("= " + factor(spec_.v.x) + " î + " + factor(spec_.v.y) + " ĵ")}));
    if (scene_.is_hidden) return;
    add(formula(
        {said("A v =", image_hue(style_)), said(factor(spec_.v.x)),
         as_column(spec_.a.first_column(), first_hue(style_)), said("+ " + factor(spec_.v.y)),
         as_column(spec_.a.second_column(), second_hue(style_)), said("="), image_piece()}));
    add(sentence(word(phrases::plane_as_before)));
  }

  [[nodiscard]] static std::string determinant_work(const Matrix& m) {
    return factor(m.a) + "·" + factor(m.d) + " − " + factor(m.b) + "·" + factor(m.c);
  }

  void area() {
    matrix_line();
    if (scene_.is_hidden) return;
    const Fraction area = determinant(spec_.a);
    add(formula({said("det A = a·d − b·c")}));
    add(formula({said("= " + determinant_work(spec_.a) + " = " + printed(area))}));
    if (area.sign() == 0) return add(sentence(word(phrases::plane_squeezed)));
    const Fraction size = area.sign() < 0 ? -area : area;
    add(sentence(size == Fraction(1) ? word(phrases::plane_area_same)
                                     : say(phrases::plane_area_times, printed(size))));
    if (area.sign() < 0) add(sentence(word(phrases::plane_turned_over)));
  }

  // The entry that is being computed, 0 to 3 by rows; 4: all are there.
  [[nodiscard]] int entry_at_hand() const {
    if (scene_.is_hidden) return 0;
    return scene_.phase >= 1 ? 4 : static_cast<int>(scene_.phase * 4);
  }

  void product() {
    const Matrix product = spec_.b * spec_.a;
    const int entry = entry_at_hand();
    FormulaPiece b = as_piece(spec_.b), a = colored(spec_.a), ba = as_piece(product);
    for (int i = 0; i < 4; ++i) {
      FormulaCell& cell = ba.rows[static_cast<std::size_t>(i / 2)][static_cast<std::size_t>(i % 2)];
      if (i >= entry) cell.text = "?";
    }
    if (entry < 4 && !scene_.is_hidden) {
      const auto row = static_cast<std::size_t>(entry / 2),
                 column = static_cast<std::size_t>(entry % 2);
      for (FormulaCell& cell : b.rows[row]) cell.is_lit = true;
      for (auto& each : a.rows) each[column].is_lit = true;
      ba.rows[row][column].is_lit = true;
    }
    add(formula({said("B · A ="), b, a, said("="), ba}));
    add(sentence(word(phrases::plane_first_a)));
    if (scene_.is_hidden) return;
    for (int i = 0; i <= std::min(entry, 3); ++i) add(entry_line(i));
    if (entry < 4) return;
    determinants(product);
    const Matrix other = spec_.a * spec_.b;
    add(sentence(word(other == product ? phrases::plane_same_order : phrases::plane_other_order)));
    if (other != product) add(formula({said("A · B ="), as_piece(other)}));
  }

  // Row times column, as every GEMM does it.
  [[nodiscard]] FormulaLine entry_line(int i) const {
    const std::array<Fraction, 4> b = spec_.b.entries(), a = spec_.a.entries();
    const auto row = static_cast<std::size_t>(i / 2), column = static_cast<std::size_t>(i % 2);
    const Fraction &b0 = b[2 * row], &b1 = b[2 * row + 1], &a0 = a[column], &a1 = a[column + 2];
    const std::string work =
        factor(b0) + "·" + factor(a0) + " + " + factor(b1) + "·" + factor(a1) + " = ";
    FormulaLine line = formula({said(say(phrases::plane_row_column, row + 1, column + 1) + ":",
                                     theme(style_.theme).muted_text),
                                said(work + printed(b0 * a0 + b1 * a1))},
                               1);
    line.above = 0.15f;
    return line;
  }

  void determinants(const Matrix& product) {
    const Fraction a = determinant(spec_.a), b = determinant(spec_.b);
    add(formula({said("det (B · A) = det B · det A")}));
    add(formula(
        {said("= " + factor(b) + " · " + factor(a) + " = " + printed(determinant(product)))}));
  }

  void direction() {
    matrix_line();
    add(formula({said("v =", vector_hue(style_)), v_piece()}));
    if (scene_.is_hidden) return;
    add(formula({said("A v =", image_hue(style_)), image_piece()}));
    add(sentence(direction_phrase()));
  }

  [[nodiscard]] std::string direction_phrase() const {
    const auto off = algebra::off_its_line(spec_.a, spec_.v);
    if (!off) return word(phrases::plane_null);
    const algebra::Vector image = spec_.a * spec_.v;
    const Fraction& along = spec_.v.x.sign() != 0 ? spec_.v.x : spec_.v.y;
    const Fraction times = (spec_.v.x.sign() != 0 ? image.x : image.y) / along;
    if (times * spec_.v == image) return say(phrases::plane_stays, printed(times), printed(times));
    const auto turned = algebra::turned_by(spec_.a, spec_.v);
    if (*off > algebra::kOnItsLine) return say(phrases::plane_turns_by, degrees_text(*turned));
    const algebra::Point from = point_of(spec_.v), to = point_of(image);
    const double length = (to.x * from.x + to.y * from.y) / (from.x * from.x + from.y * from.y);
    return say(phrases::plane_nearly_stays, degrees_text(*off),
               algebra::printed(std::round(length * 100) / 100));
  }

  // "− 7 λ", "+ λ".
  [[nodiscard]] static std::string lambda_term(const Fraction& sum) {
    if (sum.sign() == 0) return "";
    const Fraction size = sum.sign() < 0 ? -sum : sum;
    return std::string(sum.sign() < 0 ? " + " : " − ") +
           (size == Fraction(1) ? "" : printed(size) + " ") + "λ";
  }
  [[nodiscard]] static std::string constant_term(const Fraction& area) {
    if (area.sign() == 0) return "";
    return area.sign() < 0 ? " − " + printed(-area) : " + " + printed(area);
  }

  void equation() {
    matrix_line();
    add(formula({said("det (A − λ I) = 0")}));
    add(formula({said("λ² − (a + d) λ + (a·d − b·c) = 0")}));
    if (scene_.is_hidden) return;
    const Fraction sum = trace(spec_.a), area = determinant(spec_.a);
    add(formula({said("λ²" + lambda_term(sum) + constant_term(area) + " = 0")}));
    const algebra::Eigens all = algebra::eigens(spec_.a);
    add(formula({said(word(phrases::plane_discriminant) + ": " + factor(sum) + "² − 4·" +
                      factor(area) + " = " + printed(all.discriminant))},
                1));
    add(sentence(case_phrase(all)));
    for (std::size_t i = 0; i < all.found.size(); ++i) add(eigen_line(all, i));
  }

  [[nodiscard]] std::string case_phrase(const algebra::Eigens& all) const {
    switch (all.kind) {
      case algebra::EigenCase::two_real:
        return word(phrases::plane_two_real);
      case algebra::EigenCase::double_one:
        return word(phrases::plane_double_one);
      case algebra::EigenCase::double_everywhere:
        return word(phrases::plane_double_all);
      case algebra::EigenCase::complex:
        break;
    }
    const double imaginary = std::sqrt(-all.discriminant.value()) / 2;
    return say(phrases::plane_complex,
               algebra::printed(all.value) + " ± " + algebra::printed(imaginary) + " i");
  }

  [[nodiscard]] FormulaLine eigen_line(const algebra::Eigens& all, std::size_t i) const {
    const algebra::Eigen& each = all.found[i];
    const std::string name = all.found.size() == 1 ? "λ" : i == 0 ? "λ₁" : "λ₂";
    const std::string value =
        each.exact_value ? printed(*each.exact_value) : algebra::printed(each.value);
    const auto in_two = [](double number) {
      return algebra::printed(std::round(number * 100) / 100);
    };
    const std::string direction = each.exact_direction ? point_text(*each.exact_direction)
                                                       : "(" + in_two(each.direction.x) + ", " +
                                                             in_two(each.direction.y) + ")";
    const Color hue = i == 0 ? vector_hue(style_) : image_hue(style_);
    return formula({said(name + " = " + value + ":", hue), said("A v = " + value + " v,"),
                    said("v = " + direction)});
  }

  void power() {
    matrix_line();
    if (scene_.is_hidden) return;
    const auto diagonal = algebra::diagonalized(spec_.a);
    if (diagonal) {
      add(formula(
          {said("A = P D P⁻¹ ="), as_piece(diagonal->p, vector_hue(style_), image_hue(style_)),
           as_piece(diagonal->d), as_piece(diagonal->inverse)},
          1));
      add(sentence(word(phrases::plane_columns_are), theme(style_.theme).muted_text));
      add(formula({said(raised("D") + " ="), as_piece(algebra::power(real(diagonal->d), spec_.n))},
                  1));
      add(formula({said(raised("A") + " = P " + raised("D") + " P⁻¹ ="),
                   as_piece(algebra::power(*diagonal, spec_.n))}));
    } else {
      add(sentence(word(phrases::plane_no_basis)));
      add(formula({said(raised("A") + " ="), as_piece(algebra::power(real(spec_.a), spec_.n))}));
    }
    add(sentence(word(phrases::plane_directions), theme(style_.theme).muted_text));
  }

  // "A¹⁰⁰".
  [[nodiscard]] std::string raised(std::string_view base) const {
    constexpr std::array<std::string_view, 10> kDigits{"⁰", "¹", "²", "³", "⁴",
                                                       "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text(base);
    for (const char c : fmt::format("{}", spec_.n))
      text += kDigits[static_cast<std::size_t>(c - '0')];
    return text;
  }

  const PlaneScene& scene_;
  const PlaneSpec& spec_;
  const Style& style_;
  Lines lines_;
};

}  // namespace

std::vector<FormulaLine> plane_formulas(const PlaneScene& scene, const Style& style) {
  return FormulaWriter(scene, style).write();
}

}  // namespace warplens::scene
