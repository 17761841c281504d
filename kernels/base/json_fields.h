// Fields of a JSON file, each read as what its reader expects. Nothing is thrown, and no call's
// error is looked at by itself:
//
//   const auto fields = JsonFields::parse(text);
//   Step step{.id = fields->text("id"), .minutes = fields->integer_or<int>("minutes", 10, 1, 600)};
//   for (const JsonFields& each : fields->list("done")) step.done.push_back(condition_of(each));
//   return fields->finish(std::move(step));
//
// What is wrong is kept, the first of a file, and its value is a default:
//
//   done[0].at: "kind" must be a text
//
// Fields of fields share the document and what is wrong with it; they are cheap to copy. A field
// that is wanted has to be there; NAME_or() and find() are of those that need not be. Who wants no
// errors, but as much of a file as can be read, never asks for them.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/base/json_types.h"
#include "kernels/base/result.h"

namespace warplens {

template <class Value>
class BasicJsonFields {
 public:
  using Integers = std::map<std::string, std::int64_t, std::less<>>;

  // Nothing if `text` is not JSON.
  [[nodiscard]] static std::optional<BasicJsonFields> parse(std::string_view text);
  // `place`: how errors begin.
  explicit BasicJsonFields(Value document, std::string place = {});
  // The same fields, with what is wrong with them apart.
  [[nodiscard]] BasicJsonFields apart(std::string place) const;

  [[nodiscard]] bool has(std::string_view name) const { return peek(name) != nullptr; }
  [[nodiscard]] bool is_object() const;
  [[nodiscard]] bool is_list() const;
  [[nodiscard]] bool is_text() const;

  [[nodiscard]] BasicJsonFields at(std::string_view name) const;
  [[nodiscard]] std::optional<BasicJsonFields> find(std::string_view name) const;

  [[nodiscard]] std::string text(std::string_view name) const;
  [[nodiscard]] std::string text_or(std::string_view name, std::string otherwise) const;
  // A text, or a number as it is written; filled: not empty.
  [[nodiscard]] std::string written_or(std::string_view name, std::string otherwise) const;
  [[nodiscard]] std::string filled_written(std::string_view name) const;
  [[nodiscard]] bool flag(std::string_view name) const;
  [[nodiscard]] bool flag_or(std::string_view name, bool otherwise) const;
  // Finite, and no less than `low`.
  [[nodiscard]] double number(std::string_view name, double low = kLowest) const;
  [[nodiscard]] double number_or(std::string_view name, double otherwise,
                                 double low = kLowest) const;
  template <std::integral T>
  [[nodiscard]] T integer(std::string_view name, std::type_identity_t<T> low = lowest<T>(),
                          std::type_identity_t<T> high = highest<T>()) const;
  template <std::integral T>
  [[nodiscard]] T integer_or(std::string_view name, std::type_identity_t<T> otherwise,
                             std::type_identity_t<T> low = lowest<T>(),
                             std::type_identity_t<T> high = highest<T>()) const;
  template <std::integral T>
  [[nodiscard]] std::optional<T> find_integer(std::string_view name,
                                              std::type_identity_t<T> low = lowest<T>(),
                                              std::type_identity_t<T> high = highest<T>()) const;

  // The enumerator (or index) at the text's place among `names`.
  template <class Enum>
  [[nodiscard]] Enum choice(std::string_view name, std::span<const std::string_view> names) const;
  template <class Enum>
  [[nodiscard]] Enum choice_or(std::string_view name, std::span<const std::string_view> names,
                               Enum otherwise) const;

  [[nodiscard]] std::vector<BasicJsonFields> list(std::string_view name,
                                                  std::size_t most = kAnyNumber) const;
  [[nodiscard]] std::vector<BasicJsonFields> list_or_none(std::string_view name,
                                                          std::size_t most = kAnyNumber) const;
  [[nodiscard]] std::vector<std::string> texts(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> texts_or_none(std::string_view name) const;
  [[nodiscard]] Integers integers(std::string_view name) const;  // {"n": 64, …}
  [[nodiscard]] Integers integers_or_none(std::string_view name) const;

  // The value itself, an element of a list say.
  [[nodiscard]] std::string as_text() const;
  [[nodiscard]] std::string as_written() const;
  [[nodiscard]] std::vector<std::string> as_texts() const;
  template <std::integral T>
  [[nodiscard]] T as_integer(std::type_identity_t<T> low = lowest<T>(),
                             std::type_identity_t<T> high = highest<T>()) const;
  [[nodiscard]] std::vector<BasicJsonFields> elements() const;
  [[nodiscard]] std::vector<std::pair<std::string, BasicJsonFields>> members() const;

  // It has to be an object, every name of which is one of these.
  void only(std::span<const std::string_view> names) const;
  void only(std::initializer_list<std::string_view> names) const {
    only(std::span(names.begin(), names.size()));
  }
  // It has to be of this one, in "version".
  void version(int known) const;
  // Adds an error that the caller found in this field: "PLACE: …".
  void wrong(const Text& what) const { keep(at_place(what)); }
  template <class T>
  [[nodiscard]] T taken(Result<T> read, T otherwise = {}) const {
    if (read.has_value()) return std::move(*read);
    keep(at_place(read.error().message));
    return otherwise;
  }

  // The first error found so far.
  [[nodiscard]] const std::optional<Error>& error() const;
  template <class T>
  Result<T> finish(T value) const {
    if (error().has_value()) return fail(*error());
    return value;
  }
  // `value`, or the first error as one of a file that a program wrote: "FILE is damaged: …;
  // REMEDY".
  template <class T>
  Result<T> finish(T value, std::string_view file, const TextView& remedy) const {
    if (error().has_value()) return fail(damage(file, remedy));
    return value;
  }

 private:
  struct State;
  // The widest type that holds an integer of this sign before its range is checked.
  template <class T>
  using Widest = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;

  template <class T>
  static constexpr T lowest() {
    return std::numeric_limits<T>::min();
  }
  template <class T>
  static constexpr T highest() {
    return std::numeric_limits<T>::max();
  }
  static constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();
  static constexpr double kLowest = std::numeric_limits<double>::lowest();

  BasicJsonFields(const Value* value, std::string place, std::shared_ptr<State> state)
      : value_(value), place_(std::move(place)), state_(std::move(state)) {}

  // Null: it is not there. get() then keeps that as an error.
  [[nodiscard]] const Value* peek(std::string_view name) const;
  [[nodiscard]] const Value* get(std::string_view name) const;
  // Like peek(), but adds an error if this is not an object.
  [[nodiscard]] const Value* look(std::string_view name) const;
  [[nodiscard]] BasicJsonFields field(std::string_view name, const Value& value) const;
  [[nodiscard]] std::string place_of(std::string_view name) const;

  // Each reads the field `name`, or this value itself if `name` is empty. A missing or wrong value
  // gives the default.
  [[nodiscard]] std::string text_in(const Value* value, std::string_view name,
                                    std::string otherwise = {}) const;
  [[nodiscard]] std::string written_in(const Value* value, std::string_view name,
                                       std::string otherwise = {}) const;
  [[nodiscard]] bool flag_in(const Value* value, std::string_view name,
                             bool otherwise = false) const;
  [[nodiscard]] double number_in(const Value* value, std::string_view name, double low,
                                 double otherwise = 0) const;
  template <class Wide>
  [[nodiscard]] Wide integer_in(const Value* value, std::string_view name, Wide low, Wide high,
                                Wide otherwise = {}) const;
  [[nodiscard]] std::vector<std::string> texts_in(const Value* value, std::string_view name) const;
  [[nodiscard]] Integers integers_in(const Value* value, std::string_view name) const;
  template <class Enum>
  [[nodiscard]] Enum choice_in(const Value* value, std::string_view name,
                               std::span<const std::string_view> names, Enum otherwise = {}) const;

  void none_of(std::string_view name, std::string_view wanted,
               std::span<const std::string_view> names) const;
  // "\"kind\" must be …", "done[0] must be …" of the value itself.
  template <class... Args>
  void must(std::string_view name, const TextView& format, const Args&... args) const;
  [[nodiscard]] Text subject(std::string_view name) const;
  [[nodiscard]] Text at_place(const Text& text) const;
  [[nodiscard]] Error damage(std::string_view file, const TextView& remedy) const;
  void keep(const Text& text) const;

  const Value* value_;
  std::string place_;
  std::shared_ptr<State> state_;
};

using JsonFields = BasicJsonFields<SortedJson>;
using OrderedJsonFields = BasicJsonFields<Json>;  // members() come as they are written

template <class Value>
template <class... Args>
void BasicJsonFields<Value>::must(std::string_view name, const TextView& format,
                                  const Args&... args) const {
  if (error().has_value()) return;
  const Text text = tr(format, subject(name), args...);
  keep(name.empty() ? text : at_place(text));
}

template <class Value>
template <std::integral T>
T BasicJsonFields<Value>::integer(std::string_view name, std::type_identity_t<T> low,
                                  std::type_identity_t<T> high) const {
  return static_cast<T>(integer_in<Widest<T>>(get(name), name, low, high));
}

template <class Value>
template <std::integral T>
std::optional<T> BasicJsonFields<Value>::find_integer(std::string_view name,
                                                      std::type_identity_t<T> low,
                                                      std::type_identity_t<T> high) const {
  const Value* value = look(name);
  if (value == nullptr) return std::nullopt;
  return static_cast<T>(integer_in<Widest<T>>(value, name, low, high));
}

template <class Value>
template <std::integral T>
T BasicJsonFields<Value>::integer_or(std::string_view name, std::type_identity_t<T> otherwise,
                                     std::type_identity_t<T> low,
                                     std::type_identity_t<T> high) const {
  return static_cast<T>(integer_in<Widest<T>>(look(name), name, low, high, otherwise));
}

template <class Value>
template <std::integral T>
T BasicJsonFields<Value>::as_integer(std::type_identity_t<T> low,
                                     std::type_identity_t<T> high) const {
  return static_cast<T>(integer_in<Widest<T>>(value_, {}, low, high));
}

template <class Value>
template <class Enum>
Enum BasicJsonFields<Value>::choice_in(const Value* value, std::string_view name,
                                       std::span<const std::string_view> names,
                                       Enum otherwise) const {
  if (value == nullptr) return otherwise;
  const std::string wanted = text_in(value, name);
  const auto found = std::ranges::find(names, wanted);
  if (found != names.end()) return static_cast<Enum>(found - names.begin());
  none_of(name, wanted, names);
  return otherwise;
}

template <class Value>
template <class Enum>
Enum BasicJsonFields<Value>::choice(std::string_view name,
                                    std::span<const std::string_view> names) const {
  return choice_in<Enum>(get(name), name, names);
}

template <class Value>
template <class Enum>
Enum BasicJsonFields<Value>::choice_or(std::string_view name,
                                       std::span<const std::string_view> names,
                                       Enum otherwise) const {
  return choice_in(look(name), name, names, otherwise);
}

extern template class BasicJsonFields<SortedJson>;
extern template class BasicJsonFields<Json>;

}  // namespace warplens
