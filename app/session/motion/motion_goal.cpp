#include "app/session/motion/motion_goal.h"

#include <algorithm>
#include <array>

#include "viz/algebra/power.h"

namespace warplens::session {
namespace {

using algebra::Fraction;
using algebra::MotionSpec;

constexpr std::array<std::string_view, 4> kCaseNames{"two_real", "double_one", "double_everywhere",
                                                     "complex"};

tl::unexpected<Error> bad_motion(std::string_view name) {
  return fail(tr("\"motion\": \"{}\" is not as it must be", name));
}

// A list of numbers in a text, read as the vector of a spec.
std::optional<MotionSpec> spec_with(std::string_view name, const SortedJson& value) {
  if (!value.is_string()) return std::nullopt;
  auto spec = algebra::parse_motion(fmt::format("{}=[{}]", name, value.get<std::string>()));
  return spec.has_value() ? std::optional(*spec) : std::nullopt;
}

bool read_flag(const SortedJson& value, bool& flag) {
  flag = value.is_boolean() && value.get<bool>();
  return value.is_boolean();
}

bool read_fraction(const SortedJson& value, std::optional<Fraction>& number) {
  if (!value.is_string()) return false;
  const auto read = algebra::parse_fraction(value.get<std::string>());
  if (read.has_value()) number = *read;
  return read.has_value();
}

bool read_names(const SortedJson& value, std::vector<std::string>& names) {
  constexpr std::array<std::string_view, 7> kKept{"A", "B", "v", "n", "lens", "p", "q"};
  if (!value.is_array()) return false;
  for (const SortedJson& each : value) {
    if (!each.is_string()) return false;
    names.push_back(each.get<std::string>());
    if (std::ranges::find(kKept, names.back()) == kKept.end()) return false;
  }
  return true;
}

bool read_sends(const SortedJson& value, std::vector<Sending>& sends) {
  if (!value.is_array()) return false;
  for (const SortedJson& each : value) {
    if (!each.is_array() || each.size() != 2) return false;
    const auto from = spec_with("v", each[0]), to = spec_with("v", each[1]);
    if (!from || !to) return false;
    sends.push_back({from->v, to->v});
  }
  return true;
}

bool read_case(const SortedJson& value, std::optional<algebra::EigenCase>& kind) {
  const std::string wanted = value.is_string() ? value.get<std::string>() : std::string();
  const auto* const name = std::ranges::find(kCaseNames, wanted);
  if (name == kCaseNames.end()) return false;
  kind = static_cast<algebra::EigenCase>(name - kCaseNames.begin());
  return true;
}

bool read_power(const SortedJson& value, std::optional<std::uint32_t>& n) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > algebra::kLargestPower) {
    return false;
  }
  n = value.get<std::uint32_t>();
  return true;
}

bool read_field(std::string_view name, const SortedJson& value, MotionGoal& goal) {
  if (name == "watched") return read_flag(value, goal.watched);
  if (name == "no_zeros") return read_flag(value, goal.no_zeros);
  if (name == "eigenvector") return read_flag(value, goal.eigenvector);
  if (name == "turned") return read_flag(value, goal.turned);
  if (name == "keeps") return read_names(value, goal.keeps);
  if (name == "det") return read_fraction(value, goal.det);
  if (name == "product_det") return read_fraction(value, goal.product_det);
  if (name == "sends") return read_sends(value, goal.sends);
  if (name == "case") return read_case(value, goal.eigen_case);
  if (name == "n_at_least") return read_power(value, goal.n_at_least);
  if (name != "cross") return false;
  const auto spec = spec_with("p", value);
  if (spec) goal.cross = spec->p;
  return spec.has_value();
}

bool is_kept(std::string_view name, const MotionSpec& one, const MotionSpec& other) {
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

bool meets_of_matrix(const MotionSpec& spec, const MotionGoal& goal) {
  if (goal.no_zeros && has_zero(spec.a)) return false;
  if (goal.det && determinant(spec.a) != *goal.det) return false;
  if (goal.product_det && determinant(spec.b * spec.a) != *goal.product_det) return false;
  if (goal.eigen_case && algebra::eigens(spec.a).kind != *goal.eigen_case) return false;
  return std::ranges::all_of(goal.sends,
                             [&](const Sending& each) { return spec.a * each.from == each.to; });
}

}  // namespace

Result<MotionGoal> motion_goal_of(const SortedJson& object) {
  if (!object.is_object() || !object.contains("example") || !object["example"].is_string()) {
    return bad_motion("example");
  }
  MotionGoal goal;
  for (const auto& [name, value] : object.items()) {
    if (name == "example") {
      TRY(const auto example, algebra::parse_motion(value.get<std::string>()));
      goal.example = example;
    } else if (!read_field(name, value, goal)) {
      return bad_motion(name);
    }
  }
  return goal;
}

bool meets(const SeenMotion& seen, const MotionGoal& goal) {
  const MotionSpec& spec = seen.spec;
  if (goal.watched && !seen.watched) return false;
  if (goal.eigenvector && !is_on_its_line(spec.a, spec.v)) return false;
  if (goal.n_at_least && spec.n < *goal.n_at_least) return false;
  if (goal.cross && algebra::cross(spec.p, spec.q) != *goal.cross) return false;
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

}  // namespace warplens::session
