#include "app/features/plane/plane_goal.h"

#include <algorithm>
#include <array>

#include "viz/algebra/power.h"

namespace warplens::plane {
namespace {

using algebra::Fraction;
using algebra::PlaneSpec;

constexpr std::array<std::string_view, 4> kCaseNames{"two_real", "double_one", "double_everywhere",
                                                     "complex"};
constexpr std::array<std::string_view, 7> kKept{"A", "B", "v", "n", "lens", "p", "q"};

// A list of numbers in a text, read as the vector `name` of a spec.
PlaneSpec spec_with(const char* name, const JsonFields& text) {
  return text.taken(algebra::parse_plane(fmt::format("{}=[{}]", name, text.as_text())));
}

std::optional<Fraction> fraction_of(const JsonFields& fields, const char* name) {
  const auto text = fields.find(name);
  if (!text) return std::nullopt;
  return text->taken(algebra::parse_fraction(text->as_text()));
}

std::vector<std::string> kept_of(const JsonFields& fields) {
  std::vector<std::string> names = fields.texts_or_none("keeps");
  for (const std::string& name : names) {
    if (std::ranges::find(kKept, name) == kKept.end())
      fields.wrong(tr("\"keeps\" has \"{}\", which is none of {}", name,
                      fmt::format("{}", fmt::join(kKept, ", "))));
  }
  return names;
}

std::vector<Sending> sends_of(const JsonFields& fields) {
  std::vector<Sending> sends;
  for (const JsonFields& each : fields.list_or_none("sends")) {
    const std::vector<JsonFields> pair = each.elements();
    if (pair.size() == 2) {
      sends.push_back({spec_with("v", pair[0]).v, spec_with("v", pair[1]).v});
    } else {
      each.wrong(tr("write two vectors: [\"1 1\", \"3 3\"]"));
    }
  }
  return sends;
}

bool is_kept(std::string_view name, const PlaneSpec& one, const PlaneSpec& other) {
  if (name == "A") return one.a == other.a;
  if (name == "B") return one.b == other.b;
  if (name == "v") return one.v == other.v;
  if (name == "n") return one.n == other.n;
  if (name == "p") return one.p == other.p;
  if (name == "q") return one.q == other.q;
  return one.lens == other.lens;
}

bool has_zero(const algebra::Matrix& matrix) {
  return std::ranges::any_of(matrix.entries(), [](const Fraction& f) { return f.sign() == 0; });
}

bool meets_of_matrix(const PlaneSpec& spec, const PlaneGoal& goal) {
  if (goal.no_zeros && has_zero(spec.a)) return false;
  if (goal.det && determinant(spec.a) != *goal.det) return false;
  if (goal.product_det && determinant(spec.b * spec.a) != *goal.product_det) return false;
  if (goal.eigen_case && algebra::eigens(spec.a).kind != *goal.eigen_case) return false;
  return std::ranges::all_of(goal.sends,
                             [&](const Sending& each) { return spec.a * each.from == each.to; });
}

}  // namespace

PlaneGoal plane_goal_of(const JsonFields& fields) {
  fields.only({"example", "watched", "no_zeros", "eigenvector", "turned", "keeps", "det",
               "product_det", "sends", "case", "n_at_least", "cross", "dot"});
  PlaneGoal goal;
  const JsonFields example = fields.at("example");
  goal.example = example.taken(algebra::parse_plane(example.as_text()));
  goal.watched = fields.flag_or("watched", false);
  goal.no_zeros = fields.flag_or("no_zeros", false);
  goal.eigenvector = fields.flag_or("eigenvector", false);
  goal.turned = fields.flag_or("turned", false);
  goal.keeps = kept_of(fields);
  goal.det = fraction_of(fields, "det");
  goal.product_det = fraction_of(fields, "product_det");
  goal.dot = fraction_of(fields, "dot");
  goal.sends = sends_of(fields);
  if (fields.has("case")) goal.eigen_case = fields.choice<algebra::EigenCase>("case", kCaseNames);
  goal.n_at_least = fields.find_integer<std::uint32_t>("n_at_least", 0, algebra::kLargestPower);
  if (const auto cross = fields.find("cross")) goal.cross = spec_with("p", *cross).p;
  return goal;
}

bool meets(const SeenPlane& seen, const PlaneGoal& goal) {
  const PlaneSpec& spec = seen.spec;
  if (goal.watched && !seen.watched) return false;
  if (goal.eigenvector && !is_on_its_line(spec.a, spec.v)) return false;
  if (goal.n_at_least && spec.n < *goal.n_at_least) return false;
  if (goal.cross && algebra::cross(spec.p, spec.q) != *goal.cross) return false;
  if (goal.dot && algebra::dot(spec.p, spec.q) != *goal.dot) return false;
  if (goal.turned && spec.turn == algebra::Turn{}) return false;
  return meets_of_matrix(spec, goal) &&
         std::ranges::all_of(goal.keeps, [&](const std::string& name) {
           return is_kept(name, spec, goal.example);
         });
}

bool is_on_its_line(const algebra::Matrix& matrix, const algebra::Vector& vector) {
  const auto angle = algebra::off_its_line(matrix, vector);
  return angle && *angle <= algebra::kOnItsLine;
}

}  // namespace warplens::plane
