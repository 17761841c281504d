#include "viz/cute/parse.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

#include "viz/cute/atoms.h"
#include "viz/cute/functions.h"

namespace warplens::cute {

namespace {

constexpr int kDeepestText = 32;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_of_name(char c) {
  return is_digit(c) || std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}

bool are_numbers(const std::vector<Value>& values) {
  return std::ranges::all_of(
      values, [](const Value& each) { return std::holds_alternative<IntTuple>(each); });
}

Value tuple_of(const std::vector<Value>& numbers) {
  IntTuple tuple;
  for (const Value& each : numbers) tuple.parts.push_back(std::get<IntTuple>(each));
  return tuple;
}

Result<Value> tiler_by_mode(const std::vector<Value>& values) {
  Tiler tiler;
  for (const Value& each : values) {
    TRY(auto mode, as_tiler(each));
    tiler.modes.push_back(std::move(mode));
  }
  return tiler;
}

std::string operands_text(const Function& function) {
  if (function.least == function.most) return fmt::format("{}", function.least);
  return fmt::format("{}–{}", function.least, function.most);
}

class LayoutParser {
 public:
  explicit LayoutParser(std::string_view text) : text_(text) {}

  Result<Value> whole() {
    if (text_.size() > kLongestText)
      return fail(
          tr("a text of {} characters is too long: at most {}", text_.size(), kLongestText));
    TRY(auto value, chain());
    skip_blanks();
    if (at_ != text_.size()) return fail_at(at_, tr("nothing more is understood here"));
    return value;
  }

 private:
  // term { "o" term }
  Result<Value> chain() {
    if (++depth_ > kDeepestText) return fail_at(at_, tr("nested too deep"));
    std::vector<std::pair<std::size_t, Value>> terms;
    do {
      skip_blanks();
      const std::size_t from = at_;
      TRY(auto value, term());
      terms.emplace_back(from, std::move(value));
    } while (takes_composition());
    --depth_;
    Value value = std::move(terms.back().second);
    for (std::size_t i = terms.size() - 1; i-- > 0;) {
      TRY(value, told_at(terms[i].first, composed(terms[i].second, value)));
    }
    return value;
  }

  Result<Value> term() {
    if (at_ == text_.size()) return fail_at(at_, tr("a layout is wanted, as (8,64):(64,1)"));
    const std::size_t from = at_;
    const char c = text_[at_];
    if (c != '(' && c != '<' && !begins_number()) return named(from);
    TRY(auto value, unit());
    if (!takes(':')) return value;
    skip_blanks();
    const std::size_t second = at_;
    TRY(const auto shape, told_at(from, as_tuple(value)));
    TRY(const auto strides, at_ == text_.size() ? ended() : unit());
    TRY(const auto stride, told_at(second, as_tuple(strides)));
    ComposedLayout composed;
    TRY(composed.layout, told_at(from, make_layout(shape, stride)));
    return composed;
  }

  // A number, what stands in parentheses or angles.
  Result<Value> unit() {
    if (begins_number()) return number();
    const std::size_t from = at_;
    if (takes('<')) {
      TRY(const auto values, list('>'));
      return told_at(from, tiler_by_mode(values));
    }
    if (!takes('(')) return fail_at(at_, tr("a number or '(' is wanted"));
    TRY(auto values, list(')'));
    if (are_numbers(values)) return tuple_of(values);
    if (values.size() == 1) return std::move(values.front());
    return told_at(from, tiler_by_mode(values));
  }

  // value { "," value } up to the closing sign
  Result<std::vector<Value>> list(char close) {
    std::vector<Value> values;
    do {
      TRY(auto value, chain());
      values.push_back(std::move(value));
      if (values.size() > kMostLeaves)
        return fail_at(at_, tr("more than {} values in one list", kMostLeaves));
    } while (takes(','));
    if (!takes(close)) return fail_at(at_, tr("',' or '{}' is wanted", std::string(1, close)));
    return values;
  }

  Result<Value> named(std::size_t from) {
    std::string_view name = take_name();
    if (name == "_") return Tiler{};
    AtomName of_atom;
    while (takes_scope(name)) {
      of_atom.is_umma = name == "UMMA";
      name = take_name();
    }
    if (is_atom_name(name)) {
      of_atom.name = name;
      return told_at(from, named_atom(of_atom));
    }
    if (name == "Sw" || name == "Swizzle") return swizzle(from);
    if (name == "smem_ptr") return shared_pointer();
    if (name.empty()) return fail_at(from, tr("a layout is wanted, as (8,64):(64,1)"));
    const Function* function = find_function(name);
    if (function == nullptr)
      return fail_at(from, tr("nothing is called so; there are {}", function_names()));
    if (!takes('(')) return fail_at(at_, tr("'(' is wanted behind {}", name));
    TRY(const auto operands, list(')'));
    if (operands.size() < function->least || operands.size() > function->most)
      return fail_at(from, tr("{} takes {} operands", name, operands_text(*function)));
    return told_at(from, function->apply(operands));
  }

  // Layout_K_SW128_Atom<half_t>, with {} behind it or without.
  Result<Value> named_atom(AtomName wanted) {
    if (!takes('<')) return fail(tr("a type is wanted, as in {}<half_t>", wanted.name));
    const std::string_view type = qualified_name();
    const auto bits = bits_of_type(type);
    if (!bits) return fail(tr("no type is called '{}' here; there are {}", type, type_names()));
    if (is_atom_of_any_major(wanted.name)) {
      const std::string_view major = takes(',') ? qualified_name() : std::string_view();
      if (major != "K" && major != "MN") {
        return fail(tr("what is major is wanted, as in {}<half_t, GMMA::Major::K>", wanted.name));
      }
      wanted.is_mn_major = major == "MN";
    }
    if (!takes('>')) return fail(tr("'{}' is wanted", std::string(">")));
    if (takes('{') && !takes('}')) return fail(tr("'{}' is wanted", std::string("}")));
    TRY(auto layout, atom(wanted, *bits));
    return layout;
  }

  // Its last part: "half_t" of cute::half_t.
  std::string_view qualified_name() {
    skip_blanks();
    std::string_view name = take_name();
    while (takes_scope(name)) name = take_name();
    return name;
  }

  // "::" behind a name of CuTe's.
  bool takes_scope(std::string_view name) {
    constexpr std::array kScopes{"cute", "cutlass", "GMMA", "UMMA", "Major", "std"};
    const bool is_scope = std::ranges::find(kScopes, name) != kScopes.end();
    if (!is_scope || !text_.substr(at_).starts_with("::")) return false;
    at_ += 2;
    return true;
  }

  Result<Value> swizzle(std::size_t from) {
    if (!takes('<')) return fail_at(at_, tr("'<' is wanted, as in Sw<3,4,3>"));
    TRY(const auto b, signed_number());
    if (!takes(',')) return fail_at(at_, tr("',' is wanted, as in Sw<3,4,3>"));
    TRY(const auto m, signed_number());
    if (!takes(',')) return fail_at(at_, tr("',' is wanted, as in Sw<3,4,3>"));
    TRY(const auto s, signed_number());
    if (!takes('>')) return fail_at(at_, tr("'>' is wanted, as in Sw<3,4,3>"));
    if (takes('{') && !takes('}')) return fail_at(at_, tr("'{}' is wanted", std::string("}")));
    if (b < 0 || m < 0 || b + m + std::abs(s) > kMostSwizzleBits)
      return fail_at(from, tr("give Sw<B,M,S> with B and M from 0 and B + M + |S| up to {}",
                              kMostSwizzleBits));
    if (std::abs(s) < b)
      return fail_at(from, tr("CuTe asks for |S| >= B, so that no bit is changed by itself"));
    return Swizzle{static_cast<int>(b), static_cast<int>(m), static_cast<int>(s)};
  }

  Result<Value> shared_pointer() {
    SharedPointer pointer;
    if (takes('[')) {
      const std::size_t from = at_;
      TRY(const auto bits, number());
      const std::int64_t wide = std::get<IntTuple>(bits).value;
      if (!takes('b') || !takes(']'))
        return fail_at(at_, tr("'b]' is wanted, as in smem_ptr[16b]"));
      if (wide != 8 && wide != 16 && wide != 32 && wide != 64 && wide != 128)
        return fail_at(from, tr("elements have 8, 16, 32, 64 or 128 bits here"));
      pointer.element_bits = static_cast<int>(wide);
    }
    constexpr std::string_view kUnset = "(unset)";
    if (text_.substr(at_).starts_with(kUnset)) at_ += kUnset.size();
    return pointer;
  }

  Result<std::int64_t> signed_number() {
    const bool is_negative = takes('-');
    skip_blanks();
    TRY(const auto value, number());
    const std::int64_t number = std::get<IntTuple>(value).value;
    return is_negative ? -number : number;
  }

  Result<Value> number() {
    skip_blanks();
    if (!begins_number()) return fail_at(at_, tr("a number is wanted"));
    const std::size_t from = at_;
    if (text_[at_] == '_') ++at_;
    std::int64_t value = 0;
    for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
      value = value * 10 + (text_[at_] - '0');
      if (value > kMostNumber) return fail_at(from, tr("numbers go up to {}", kMostNumber));
    }
    return IntTuple{value};
  }

  // "_8" is a number, "_" is none.
  [[nodiscard]] bool begins_number() const {
    const std::string_view here = text_.substr(at_);
    return (!here.empty() && is_digit(here[0])) ||
           (here.size() > 1 && here[0] == '_' && is_digit(here[1]));
  }

  std::string_view take_name() {
    const std::size_t from = at_;
    while (at_ < text_.size() && is_of_name(text_[at_])) ++at_;
    return text_.substr(from, at_ - from);
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }

  bool takes(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool takes_composition() {
    skip_blanks();
    const std::string_view here = text_.substr(at_);
    for (const std::string_view sign : {"o", "∘"}) {
      const bool is_sign =
          here.starts_with(sign) && (here.size() == sign.size() || sign != "o" ||
                                     !is_of_name(here[1]) || here[1] == '_' || is_digit(here[1]));
      if (!is_sign) continue;
      at_ += sign.size();
      return true;
    }
    return false;
  }

  Result<Value> ended() { return fail_at(at_, tr("a stride is wanted, as in (8,64):(64,1)")); }

  // What stands there, up to a blank.
  [[nodiscard]] std::string excerpt(std::size_t from) const {
    constexpr std::size_t kMost = 20;
    const std::string_view rest = text_.substr(from);
    std::size_t end = std::min(rest.substr(0, rest.find_first_of(" \t\n", 1)).size(), kMost);
    // Whole characters of UTF-8.
    while (end < rest.size() && (static_cast<unsigned char>(rest[end]) & 0xc0) == 0x80) ++end;
    return fmt::format("{}{}", rest.substr(0, end), end == kMost ? "…" : "");
  }

  [[nodiscard]] tl::unexpected<Error> fail_at(std::size_t at, const Text& what) const {
    if (at >= text_.size()) return fail(tr("at the end, character {}: {}", text_.size() + 1, what));
    return fail(tr("\"{}\" at character {}: {}", excerpt(at), at + 1, what));
  }

  template <class T>
  Result<T> told_at(std::size_t at, Result<T> result) const {
    if (result.has_value()) return result;
    return fail_at(at, result.error().message);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Result<Value> parse_value(std::string_view text) { return LayoutParser(text).whole(); }

Result<ComposedLayout> parse_layout(std::string_view text) {
  TRY(const auto value, parse_value(text));
  return as_layout(value);
}

}  // namespace warplens::cute
