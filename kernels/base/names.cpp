#include "kernels/base/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace warplens {
namespace {

constexpr std::size_t kMostListed = 8;
constexpr std::string_view kLeftOut = "\u2026";

// Two rows of the table are kept, as the exchange of neighbours looks two back.
using Row = std::vector<std::size_t>;

bool is_exchange(std::string_view a, std::string_view b, std::size_t i, std::size_t j) {
  return i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
}

// A name that holds what was written is nearer than any other.
std::size_t distance_from(std::string_view wanted, std::string_view name) {
  const bool holds = name.find(wanted) != std::string_view::npos;
  return holds ? 0 : 1 + edit_distance(wanted, name);
}

std::vector<std::string> nearest(std::vector<std::string> names, std::string_view wanted) {
  std::stable_sort(names.begin(), names.end(), [&](const auto& a, const auto& b) {
    return distance_from(wanted, a) < distance_from(wanted, b);
  });
  names.resize(std::min(names.size(), kMostListed));
  return names;
}

int change_of_depth(std::string_view name, std::size_t i) {
  const bool is_arrow = name[i] == '>' && i > 0 && name[i - 1] == '-';
  if (name[i] == '<' || name[i] == '(') return 1;
  return (name[i] == '>' && !is_arrow) || name[i] == ')' ? -1 : 0;
}

// Text inside of more than `kept` brackets becomes "…".
std::string without_depth(std::string_view name, int kept) {
  std::string text;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const int change = change_of_depth(name, i);
    if (change < 0 && depth-- == kept + 1) text += kLeftOut;
    if (depth <= kept) text += name[i];
    if (change > 0) ++depth;
  }
  return text;
}

int depth_of(std::string_view name) {
  int depth = 0, deepest = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    depth += change_of_depth(name, i);
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

std::string cut(std::string_view name, std::size_t most) {
  std::size_t end = most - kLeftOut.size();
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
  return std::string(name.substr(0, end)).append(kLeftOut);
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  Row before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (is_exchange(a, b, i, j)) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(now);
  }
  return last.back();
}

Text list_of_names(const std::vector<std::string>& names, std::string_view wanted) {
  if (names.empty()) return tr("none");
  if (names.size() <= kMostListed) return fmt::format("{}", fmt::join(names, ", "));
  return tr(tr_in("names", "{} and {} more"), fmt::join(nearest(names, wanted), ", "),
            names.size() - kMostListed);
}

std::string short_name(std::string_view name, std::size_t most) {
  std::string text(name);
  for (int depth = depth_of(name) - 1; text.size() > most && depth >= 0; --depth) {
    text = without_depth(name, depth);
  }
  return text.size() > most ? cut(text, most) : text;
}

std::size_t last_part(std::string_view name) {
  std::size_t start = 0;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    depth += change_of_depth(name, i);
    if (depth == 0 && name.substr(i, 2) == "::") start = i + 2;
  }
  return start;
}

}  // namespace warplens
