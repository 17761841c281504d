#include "app/state/fields.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "app/state/sheltered_text.h"
#include "kernels/base/expression.h"
#include "kernels/sass/assembled.h"

namespace warplens::link {
namespace {

constexpr std::size_t kLongestName = 100;
constexpr std::string_view kNameMarks = "_-./";  // besides letters and digits
constexpr int kMostSteps = 1000;

// Of a lesson, a kernel or a parameter.
bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= kLongestName && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kNameMarks.find(c) != std::string_view::npos;
  });
}

bool read_name(std::string_view text, std::string& name) {
  if (is_name(text)) name = text;
  return is_name(text);
}

template <class Number>
bool read_number(std::string_view text, Number& number) {
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc() && read.ptr == end;
}

bool read_count(std::string_view text, std::optional<std::uint64_t>& count) {
  std::uint64_t number = 0;
  if (!read_number(text, number) || number < 1) return false;
  count = number;
  return true;
}

bool read_step(std::string_view text, int& step) {
  return read_number(text, step) && step >= 1 && step <= kMostSteps;
}

bool read_views(std::string_view text, std::vector<session::StageView>& views) {
  while (true) {
    const std::size_t comma = text.find(',');
    const auto view = session::stage_view_named(text.substr(0, comma));
    if (!view || std::ranges::find(views, *view) != views.end()) return false;
    views.push_back(*view);
    if (comma == std::string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

// Any of the names that `named` knows.
template <class Value, class Named>
bool read_one(std::string_view text, Value& value, Named named) {
  const auto known = named(text);
  if (known) value = *known;
  return known.has_value();
}

bool read_architecture(std::string_view text, std::string& architecture) {
  if (text != "ptx" && !sass::capability_of(text)) return false;
  architecture = text;
  return true;
}

bool read_parameter(std::string_view name, std::string_view text, Kernel& kernel) {
  std::int64_t value = 0;
  if (!is_name(name) || !read_number(text, value)) return false;
  kernel.parameters[std::string(name)] = value;
  return true;
}

// Of a feature; nothing: of none.
std::optional<bool> read_choice(std::string_view name, std::string_view text, Link& link,
                                session::Features features) {
  const std::string_view first = name.substr(0, name.find('.'));
  const auto* choice = kind_named(features, &session::Feature::texts, first);
  if (choice == nullptr) return std::nullopt;
  const auto words = unsheltered(text);
  return words && !words->empty() && choice->read(name, *words, link.features);
}

// Whether it is an index of that kernel is asked where the kernel is known.
bool read_index(std::string_view text, std::string& index) {
  const auto words = unsheltered(text);
  if (!words || words->empty() || words->size() > IntExpression::kLongest) return false;
  index = *words;
  return true;
}

struct FieldReader {
  std::string_view name;
  bool (*read)(std::string_view text, Link& link);
};

constexpr std::array<FieldReader, 12> kFields{{
    {"lesson", [](std::string_view text, Link& l) { return read_name(text, l.lesson); }},
    {"step", [](std::string_view text, Link& l) { return read_step(text, l.step); }},
    {"kernel", [](std::string_view text, Link& l) { return read_name(text, l.kernel.name); }},
    {"beside", [](std::string_view text, Link& l) { return read_name(text, l.beside.name); }},
    {"index", [](std::string_view text, Link& l) { return read_index(text, l.kernel.index); }},
    {"beside_index",
     [](std::string_view text, Link& l) { return read_index(text, l.beside.index); }},
    {"views", [](std::string_view text, Link& l) { return read_views(text, l.views); }},
    {"launch", [](std::string_view text, Link& l) { return read_count(text, l.launch); }},
    {"event", [](std::string_view text, Link& l) { return read_count(text, l.event); }},
    {"order",
     [](std::string_view text, Link& l) { return read_one(text, l.order, trace::order_named); }},
    {"arch",
     [](std::string_view text, Link& l) { return read_architecture(text, l.architecture); }},
    {"lang",
     [](std::string_view text, Link& l) { return read_one(text, l.language, language_of); }},
}};

tl::unexpected<Error> no_such_value(std::string_view name, std::string_view value) {
  return fail(
      tr("the link's {} cannot be '{}': ask for a new link", name, value.substr(0, kLongestName)));
}

}  // namespace

Result<void> set_field(Link& link, std::string_view name, std::string_view value,
                       session::Features features) {
  const auto field = std::ranges::find(kFields, name, &FieldReader::name);
  if (field != kFields.end()) {
    if (field->read(value, link)) return {};
    return no_such_value(name, value);
  }
  for (const auto& [of, kernel] : {std::pair{"kernel.", &link.kernel}, {"beside.", &link.beside}}) {
    const std::string_view prefix = of;
    if (!name.starts_with(prefix)) continue;
    if (read_parameter(name.substr(prefix.size()), value, *kernel)) return {};
    return no_such_value(name, value);
  }
  if (const auto is_read = read_choice(name, value, link, features)) {
    if (*is_read) return {};
    return no_such_value(name, value);
  }
  return fail(tr("the link has a '{}', which this version does not know: update Warplens",
                 name.substr(0, kLongestName)));
}

}  // namespace warplens::link
