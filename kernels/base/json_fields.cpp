#include "kernels/base/json_fields.h"

#include <fmt/ranges.h>

#include <cmath>

#include "kernels/base/json.h"
#include "kernels/base/names.h"

namespace warplens {

template <class Value>
struct BasicJsonFields<Value>::State {
  std::shared_ptr<const Value> document;
  std::optional<Error> error{};
  Value missing{};  // what a field has that is not there
};

template <class Value>
BasicJsonFields<Value>::BasicJsonFields(Value document, std::string place)
    : place_(std::move(place)), state_(std::make_shared<State>()) {
  state_->document = std::make_shared<const Value>(std::move(document));
  value_ = state_->document.get();
}

template <class Value>
std::optional<BasicJsonFields<Value>> BasicJsonFields<Value>::parse(std::string_view text) {
  Value json;
  if constexpr (std::is_same_v<Value, SortedJson>) {
    json = parse_sorted_json(text);
  } else {
    json = parse_json(text);
  }
  return json.is_discarded() ? std::nullopt : std::optional(BasicJsonFields(std::move(json)));
}

template <class Value>
BasicJsonFields<Value> BasicJsonFields<Value>::apart(std::string place) const {
  auto state = std::make_shared<State>(State{state_->document});
  const bool is_missing = value_ == &state_->missing;
  return {is_missing ? &state->missing : value_, std::move(place), state};
}

template <class Value>
bool BasicJsonFields<Value>::is_object() const {
  return value_->is_object();
}

template <class Value>
bool BasicJsonFields<Value>::is_list() const {
  return value_->is_array();
}

template <class Value>
bool BasicJsonFields<Value>::is_text() const {
  return value_->is_string();
}

template <class Value>
const std::optional<Error>& BasicJsonFields<Value>::error() const {
  return state_->error;
}

template <class Value>
const Value* BasicJsonFields<Value>::peek(std::string_view name) const {
  const auto found = value_->find(std::string(name));
  return found == value_->end() ? nullptr : &*found;
}

template <class Value>
const Value* BasicJsonFields<Value>::look(std::string_view name) const {
  if (!is_object()) must({}, tr("{} must be an object"));
  return peek(name);
}

template <class Value>
const Value* BasicJsonFields<Value>::get(std::string_view name) const {
  const Value* value = look(name);
  if (value == nullptr) must(name, tr("{} is missing"));
  return value;
}

template <class Value>
std::string BasicJsonFields<Value>::place_of(std::string_view name) const {
  return place_.empty() ? std::string(name) : fmt::format("{}.{}", place_, name);
}

template <class Value>
BasicJsonFields<Value> BasicJsonFields<Value>::field(std::string_view name,
                                                     const Value& value) const {
  return {&value, place_of(name), state_};
}

template <class Value>
BasicJsonFields<Value> BasicJsonFields<Value>::at(std::string_view name) const {
  const Value* value = get(name);
  return field(name, value == nullptr ? state_->missing : *value);
}

template <class Value>
std::optional<BasicJsonFields<Value>> BasicJsonFields<Value>::find(std::string_view name) const {
  const Value* value = look(name);
  return value == nullptr ? std::nullopt : std::optional(field(name, *value));
}

template <class Value>
std::string BasicJsonFields<Value>::text_in(const Value* value, std::string_view name,
                                            std::string otherwise) const {
  if (value == nullptr) return otherwise;
  if (value->is_string()) return value->template get<std::string>();
  must(name, tr("{} must be a text"));
  return otherwise;
}

template <class Value>
std::string BasicJsonFields<Value>::text(std::string_view name) const {
  return text_in(get(name), name);
}

template <class Value>
std::string BasicJsonFields<Value>::text_or(std::string_view name, std::string otherwise) const {
  return text_in(look(name), name, std::move(otherwise));
}

template <class Value>
std::string BasicJsonFields<Value>::written_in(const Value* value, std::string_view name,
                                               std::string otherwise) const {
  if (value == nullptr) return otherwise;
  if (value->is_number()) return json_text(*value, -1);
  if (value->is_string()) return value->template get<std::string>();
  must(name, tr("{} must be a text or a number"));
  return otherwise;
}

template <class Value>
std::string BasicJsonFields<Value>::written_or(std::string_view name, std::string otherwise) const {
  return written_in(look(name), name, std::move(otherwise));
}

template <class Value>
std::string BasicJsonFields<Value>::filled_written(std::string_view name) const {
  std::string words = written_in(get(name), name);
  if (words.empty()) must(name, tr("{} is empty: write what it is"));
  return words;
}

template <class Value>
bool BasicJsonFields<Value>::flag_in(const Value* value, std::string_view name,
                                     bool otherwise) const {
  if (value == nullptr) return otherwise;
  if (value->is_boolean()) return value->template get<bool>();
  must(name, tr("{} must be true or false"));
  return otherwise;
}

template <class Value>
bool BasicJsonFields<Value>::flag(std::string_view name) const {
  return flag_in(get(name), name);
}

template <class Value>
bool BasicJsonFields<Value>::flag_or(std::string_view name, bool otherwise) const {
  return flag_in(look(name), name, otherwise);
}

template <class Value>
double BasicJsonFields<Value>::number_in(const Value* value, std::string_view name, double low,
                                         double otherwise) const {
  if (value == nullptr) return otherwise;
  const double number = value->is_number() ? value->template get<double>() : std::nan("");
  if (std::isfinite(number) && number >= low) return number;
  if (low == kLowest) {
    must(name, tr("{} must be a number"));
  } else {
    must(name, tr("{} must be a number from {}"), low);
  }
  return otherwise;
}

template <class Value>
double BasicJsonFields<Value>::number(std::string_view name, double low) const {
  return number_in(get(name), name, low);
}

template <class Value>
double BasicJsonFields<Value>::number_or(std::string_view name, double otherwise,
                                         double low) const {
  return number_in(look(name), name, low, otherwise);
}

template <class Value>
template <class Wide>
Wide BasicJsonFields<Value>::integer_in(const Value* value, std::string_view name, Wide low,
                                        Wide high, Wide otherwise) const {
  const auto fits = [&](auto number) {
    return std::cmp_greater_equal(number, low) && std::cmp_less_equal(number, high);
  };
  if (value == nullptr) return otherwise;
  if (value->is_number_unsigned()) {
    const auto number = value->template get<std::uint64_t>();
    if (fits(number)) return static_cast<Wide>(number);
  } else if (value->is_number_integer()) {
    const auto number = value->template get<std::int64_t>();
    if (fits(number)) return static_cast<Wide>(number);
  }
  if (std::is_signed_v<Wide> && low == lowest<Wide>() && high == highest<Wide>()) {
    must(name, tr("{} must be a whole number"));
  } else {
    must(name, tr("{} must be a whole number from {} to {}"), low, high);
  }
  return otherwise;
}

template <class Value>
std::vector<BasicJsonFields<Value>> BasicJsonFields<Value>::elements() const {
  std::vector<BasicJsonFields> elements;
  if (!is_list()) {
    must({}, tr("{} must be a list: […]"));
    return elements;
  }
  elements.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i)
    elements.push_back({&(*value_)[i], fmt::format("{}[{}]", place_, i), state_});
  return elements;
}

template <class Value>
std::vector<BasicJsonFields<Value>> BasicJsonFields<Value>::list(std::string_view name,
                                                                 std::size_t most) const {
  const Value* value = get(name);
  if (value == nullptr || !value->is_array()) {
    must(name, tr("{} must be a list: […]"));
    return {};
  }
  if (value->size() > most) {
    must(name, tr("{} has {} elements: at most {}"), value->size(), most);
    return {};
  }
  return field(name, *value).elements();
}

template <class Value>
std::vector<BasicJsonFields<Value>> BasicJsonFields<Value>::list_or_none(std::string_view name,
                                                                         std::size_t most) const {
  return look(name) == nullptr ? std::vector<BasicJsonFields>() : list(name, most);
}

template <class Value>
std::vector<std::string> BasicJsonFields<Value>::texts_in(const Value* value,
                                                          std::string_view name) const {
  std::vector<std::string> texts;
  if (value == nullptr) return texts;
  const bool is_right = value->is_array() && std::ranges::all_of(*value, &Value::is_string);
  if (!is_right) must(name, tr("{} must be a list of texts"));
  if (!value->is_array()) return texts;
  for (const Value& each : *value) {
    if (each.is_string()) texts.push_back(each.template get<std::string>());
  }
  return texts;
}

template <class Value>
std::vector<std::string> BasicJsonFields<Value>::texts(std::string_view name) const {
  return texts_in(get(name), name);
}

template <class Value>
std::vector<std::string> BasicJsonFields<Value>::texts_or_none(std::string_view name) const {
  return texts_in(look(name), name);
}

template <class Value>
typename BasicJsonFields<Value>::Integers BasicJsonFields<Value>::integers_in(
    const Value* value, std::string_view name) const {
  Integers integers;
  if (value == nullptr) return integers;
  if (!value->is_object()) {
    must(name, tr("{} must be an object of whole numbers"));
    return integers;
  }
  const BasicJsonFields inside = field(name, *value);
  for (const auto& [key, number] : value->items()) {
    const auto read = inside.template integer_in<std::int64_t>(&number, key, lowest<std::int64_t>(),
                                                               highest<std::int64_t>());
    if (number.is_number_integer()) integers[key] = read;
  }
  return integers;
}

template <class Value>
typename BasicJsonFields<Value>::Integers BasicJsonFields<Value>::integers(
    std::string_view name) const {
  return integers_in(get(name), name);
}

template <class Value>
typename BasicJsonFields<Value>::Integers BasicJsonFields<Value>::integers_or_none(
    std::string_view name) const {
  return integers_in(look(name), name);
}

template <class Value>
std::string BasicJsonFields<Value>::as_text() const {
  return text_in(value_, {});
}

template <class Value>
std::string BasicJsonFields<Value>::as_written() const {
  return written_in(value_, {});
}

template <class Value>
std::vector<std::string> BasicJsonFields<Value>::as_texts() const {
  return texts_in(value_, {});
}

template <class Value>
std::vector<std::pair<std::string, BasicJsonFields<Value>>> BasicJsonFields<Value>::members()
    const {
  std::vector<std::pair<std::string, BasicJsonFields>> members;
  if (!is_object()) must({}, tr("{} must be an object"));
  if (!is_object()) return members;
  for (const auto& [name, value] : value_->items()) members.emplace_back(name, field(name, value));
  return members;
}

template <class Value>
void BasicJsonFields<Value>::only(std::span<const std::string_view> names) const {
  if (!is_object()) return must({}, tr("{} must be an object"));
  for (const auto& [name, value] : value_->items()) {
    if (std::ranges::find(names, name) != names.end()) continue;
    return wrong(tr("there is no \"{}\": there is {}", name,
                    list_of_names({names.begin(), names.end()}, name)));
  }
}

template <class Value>
void BasicJsonFields<Value>::version(int known) const {
  const int version = integer<int>("version");
  if (version != known) wrong(tr("it is of version {}, this program reads {}", version, known));
}

template <class Value>
void BasicJsonFields<Value>::none_of(std::string_view name, std::string_view wanted,
                                     std::span<const std::string_view> names) const {
  must(name, tr("{} is \"{}\", which is none of {}"), wanted,
       fmt::format("{}", fmt::join(names, ", ")));
}

template <class Value>
Text BasicJsonFields<Value>::at_place(const Text& text) const {
  return place_.empty() ? text : tr("{}: {}", place_, text);
}

template <class Value>
Text BasicJsonFields<Value>::subject(std::string_view name) const {
  if (!name.empty()) return tr("\"{}\"", name);
  return place_.empty() ? Text(tr_in("a file as a whole", "it")) : Text(place_);
}

template <class Value>
Error BasicJsonFields<Value>::damage(std::string_view file, const TextView& remedy) const {
  return {tr("{} is damaged: {}; {}", file, error()->message, remedy)};
}

template <class Value>
void BasicJsonFields<Value>::keep(const Text& text) const {
  if (!error().has_value()) state_->error = Error{text};
}

template class BasicJsonFields<SortedJson>;
template class BasicJsonFields<Json>;
template std::int64_t JsonFields::integer_in(const SortedJson*, std::string_view, std::int64_t,
                                             std::int64_t, std::int64_t) const;
template std::uint64_t JsonFields::integer_in(const SortedJson*, std::string_view, std::uint64_t,
                                              std::uint64_t, std::uint64_t) const;
template std::int64_t OrderedJsonFields::integer_in(const Json*, std::string_view, std::int64_t,
                                                    std::int64_t, std::int64_t) const;
template std::uint64_t OrderedJsonFields::integer_in(const Json*, std::string_view, std::uint64_t,
                                                     std::uint64_t, std::uint64_t) const;

}  // namespace warplens
