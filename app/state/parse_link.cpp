#include <algorithm>
#include <set>

#include "app/state/fields.h"
#include "app/state/link.h"
#include "app/state/link_address.h"
#include "kernels/base/trimmed.h"

namespace warplens::link {
namespace {

constexpr std::size_t kLongestLink = 8192;

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// %2F is a '/'. Nothing when a % is followed by something else, or a character is none that links
// are written in.
std::optional<std::string> decoded(std::string_view text) {
  std::string words;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      const bool has_digits = i + 2 < text.size();
      const int high = has_digits ? digit_of(text[i + 1]) : -1;
      const int low = has_digits ? digit_of(text[i + 2]) : -1;
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      i += 2;
    }
    if (c <= ' ' || c >= 127) return std::nullopt;
    words += c;
  }
  return words;
}

tl::unexpected<Error> is_no_link() {
  return fail(tr("this is no link that Warplens made: copy it as a whole"));
}

Result<void> set_fields(Link& link, std::string_view fields, session::Features features) {
  std::set<std::string, std::less<>> seen;
  while (!fields.empty()) {
    const std::size_t end = fields.find('&');
    const std::string_view field = fields.substr(0, end);
    const std::size_t equals = field.find('=');
    if (equals == std::string_view::npos) return is_no_link();
    const std::string_view name = field.substr(0, equals);
    if (!seen.emplace(name).second) return is_no_link();
    TRY(set_field(link, name, field.substr(equals + 1), features));
    fields.remove_prefix(end == std::string_view::npos ? fields.size() : end + 1);
  }
  return {};
}

// What one field says without another.
bool is_whole(const Link& link) {
  const auto is_named = [](const Kernel& kernel) {
    return !kernel.name.empty() || kernel.parameters.empty();
  };
  const bool shows_something = !link.lesson.empty() || !link.kernel.name.empty();
  const bool has_its_lesson = link.step == Link().step || !link.lesson.empty();
  return shows_something && has_its_lesson && is_named(link.kernel) && is_named(link.beside) &&
         (link.beside.name.empty() || !link.kernel.name.empty());
}

}  // namespace

std::string_view link_in(std::string_view address) {
  for (const std::string_view page : {"http://", "https://", "file://"}) {
    const std::size_t end = address.find('#');
    if (address.starts_with(page) && end != std::string_view::npos) return address.substr(end + 1);
  }
  return address;
}

bool is_link(std::string_view text) { return link_in(trimmed(text)).starts_with(kScheme); }

Result<Link> parse_link(std::string_view text, session::Features features) {
  const std::string_view whole = link_in(trimmed(text));
  if (whole.size() > kLongestLink) {
    return fail(tr("the link is longer than {} characters: copy it alone", kLongestLink));
  }
  const auto words = decoded(whole);
  if (!words || !words->starts_with(kScheme)) return is_no_link();
  if (!words->starts_with(kBegin)) {
    return fail(tr("the link is of another version of Warplens: this one reads {}…", kBegin));
  }
  Link link;
  TRY(set_fields(link, std::string_view(*words).substr(kBegin.size()), features));
  if (!is_whole(link)) return is_no_link();
  return link;
}

}  // namespace warplens::link
