#include "kernels/own/fit_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace warplens::own {
namespace {

// A term, and what it is worth in each sample.
struct Term {
  std::string text;
  std::vector<std::int64_t> values;
};

constexpr std::int64_t kLargest = std::int64_t{1} << 40;

std::int64_t times(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? kLargest : std::min(product, kLargest);
}

Term term_of(const std::vector<Sample>& samples, const std::string& name) {
  Term term{name, {}};
  for (const Sample& sample : samples) {
    const auto found = sample.sizes.find(name);
    term.values.push_back(found == sample.sizes.end() ? 0 : found->second);
  }
  return term;
}

Term product(const Term& a, const Term& b) {
  Term result{a.text + "*" + b.text, a.values};
  for (std::size_t i = 0; i < b.values.size(); ++i)
    result.values[i] = times(a.values[i], b.values[i]);
  return result;
}

// Products of up to three sizes, the simplest first.
std::vector<Term> products(const std::vector<Sample>& samples,
                           const std::vector<std::string>& names) {
  std::vector<Term> single, all;
  for (const std::string& name : names) single.push_back(term_of(samples, name));
  all = single;
  std::vector<Term> pairs;
  for (std::size_t i = 0; i < single.size(); ++i)
    for (std::size_t j = i; j < single.size(); ++j) pairs.push_back(product(single[i], single[j]));
  all.insert(all.end(), pairs.begin(), pairs.end());
  for (const Term& pair : pairs)
    for (const Term& last : single) all.push_back(product(pair, last));
  return all;
}

class Fit {
 public:
  explicit Fit(const std::vector<Sample>& samples) : samples_(samples) {}

  [[nodiscard]] bool gives_all(const Term& term) const {
    for (std::size_t i = 0; i < samples_.size(); ++i)
      if (term.values[i] != samples_[i].value) return false;
    return true;
  }

  [[nodiscard]] std::optional<std::string> constant() const {
    for (const Sample& sample : samples_)
      if (sample.value != samples_.front().value) return std::nullopt;
    return std::to_string(samples_.front().value);
  }

  // The term, c times it, or a c-th of it.
  [[nodiscard]] std::optional<std::string> multiple(const Term& term) const {
    const std::int64_t base = term.values.front(), value = samples_.front().value;
    if (base <= 0 || value <= 0) return std::nullopt;
    if (value % base == 0) {
      const Term scaled = times_constant(term, value / base);
      if (gives_all(scaled)) return scaled.text;
    }
    const std::int64_t divisor = base / value;
    if (divisor < 2) return std::nullopt;
    const Term part = divided(term, divisor);
    return gives_all(part) ? std::optional(part.text) : std::nullopt;
  }

  // The term and a few more: `n+1`.
  [[nodiscard]] std::optional<std::string> shifted(const Term& term) const {
    const std::int64_t more = samples_.front().value - term.values.front();
    if (more == 0 || more > 64 || more < -64) return std::nullopt;
    Term result = plus(term, more);
    return gives_all(result) ? std::optional(result.text) : std::nullopt;
  }

  // `(a + k*b)*c`, `(a + 2)*b`.
  [[nodiscard]] std::optional<std::string> sum(const std::vector<Term>& single) const {
    for (const Term& a : single) {
      for (const Term& b : single) {
        if (a.text == b.text) continue;
        for (const std::int64_t k : {1, 2, -1}) {
          const Term both = sum_of(a, b, k);
          if (auto text = multiple(both); text.has_value()) return text;
          if (auto text = shifted(both); text.has_value()) return text;
        }
        for (const std::int64_t more : {1, -1, 2, -2, 4}) {
          Term wider = plus(a, more);
          wider.text = "(" + wider.text + ")";
          if (const Term all = product(wider, b); gives_all(all)) return all.text;
        }
      }
    }
    return std::nullopt;
  }

  // The least multiple of the term, by a power of two, that is nowhere smaller.
  [[nodiscard]] std::optional<Term> multiple_above(const Term& term, std::int64_t largest) const {
    std::int64_t factor = 1;
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      if (term.values[i] <= 0) return std::nullopt;
      while (factor <= largest && times(term.values[i], factor) < samples_[i].value) factor *= 2;
    }
    return factor <= largest ? std::optional(times_constant(term, factor)) : std::nullopt;
  }

 private:
  static Term times_constant(Term term, std::int64_t factor) {
    if (factor == 1) return term;
    for (std::int64_t& value : term.values) value = times(value, factor);
    term.text = fmt::format("{}*{}", term.text, factor);
    return term;
  }
  static Term divided(Term term, std::int64_t divisor) {
    bool is_whole = true;
    for (std::int64_t& value : term.values) {
      is_whole &= value % divisor == 0;
      value = value / divisor + (value % divisor != 0);
    }
    term.text = fmt::format(fmt::runtime(is_whole ? "{}/{}" : "ceil({}/{})"), term.text, divisor);
    return term;
  }
  static Term plus(Term term, std::int64_t more) {
    for (std::int64_t& value : term.values) value += more;
    term.text = fmt::format("{} {} {}", term.text, more < 0 ? '-' : '+', more < 0 ? -more : more);
    return term;
  }
  static Term sum_of(const Term& a, const Term& b, std::int64_t k) {
    Term result = a;
    for (std::size_t i = 0; i < b.values.size(); ++i) result.values[i] += k * b.values[i];
    const std::string factor = k == 1 || k == -1 ? "" : fmt::format("{}*", k);
    result.text = fmt::format("({} {} {}{})", a.text, k < 0 ? '-' : '+', factor, b.text);
    return result;
  }

  const std::vector<Sample>& samples_;
};

}  // namespace

std::optional<std::string> fit_expression(const std::vector<Sample>& samples,
                                          const std::vector<std::string>& names) {
  if (samples.empty()) return std::nullopt;
  const Fit fit(samples);
  if (auto constant = fit.constant(); constant.has_value()) return constant;
  const auto all = products(samples, names);
  for (const Term& term : all)
    if (fit.gives_all(term)) return term.text;
  for (const Term& term : all)
    if (auto text = fit.multiple(term); text.has_value()) return text;
  const std::vector<Term> single(all.begin(),
                                 all.begin() + static_cast<std::ptrdiff_t>(names.size()));
  for (const Term& term : single)
    if (auto text = fit.shifted(term); text.has_value()) return text;
  if (auto text = fit.sum(single); text.has_value()) return text;
  for (const Term& term : all)
    if (auto text = fit.shifted(term); text.has_value()) return text;
  return std::nullopt;
}

std::optional<std::string> fit_upper_bound(const std::vector<Sample>& samples,
                                           const std::vector<std::string>& names) {
  if (samples.empty()) return std::nullopt;
  const Fit fit(samples);
  for (const std::int64_t largest_factor : {1, 64}) {
    std::optional<std::string> best;
    std::int64_t least = times(samples.front().value, 4);
    for (const Term& term : products(samples, names)) {
      const auto multiple = fit.multiple_above(term, largest_factor);
      if (!multiple.has_value() || multiple->values.front() >= least) continue;
      best = multiple->text;
      least = multiple->values.front();
    }
    if (best.has_value()) return best;
  }
  return std::nullopt;
}

}  // namespace warplens::own
