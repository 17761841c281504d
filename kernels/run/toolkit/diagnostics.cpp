#include "kernels/run/toolkit/diagnostics.h"

#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace warplens::run {
namespace {

using Severity = Diagnostic::Severity;

// "error: ", "error #20: " and "fatal error: ", and what stands behind.
struct Kind {
  Severity severity;
  std::string_view message;
};

std::optional<Kind> kind_of(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, Severity>, 6> kWords{
      {{"catastrophic error", Severity::error},
       {"fatal error", Severity::error},
       {"error", Severity::error},
       {"warning", Severity::warning},
       {"note", Severity::note},
       {"remark", Severity::note}}};
  for (const auto& [word, severity] : kWords) {
    if (!text.starts_with(word)) continue;
    const std::size_t colon = text.find(": ");
    if (colon == std::string_view::npos) return std::nullopt;
    const std::string_view between = text.substr(word.size(), colon - word.size());
    if (between.empty() || between.starts_with(" #")) return Kind{severity, text.substr(colon + 2)};
  }
  return std::nullopt;
}

std::optional<std::uint32_t> number_in(std::string_view text) {
  std::uint32_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = error == std::errc() && stop == text.data() + text.size();
  return is_whole ? std::optional(value) : std::nullopt;
}

std::optional<Diagnostic> diagnostic(std::string_view file, std::string_view line,
                                     std::string_view column, std::string_view rest) {
  const auto at = number_in(line);
  const auto kind = kind_of(rest);
  if (file.empty() || !at.has_value() || !kind.has_value()) return std::nullopt;
  return Diagnostic{kind->severity, std::string(file), *at, number_in(column).value_or(0),
                    std::string(kind->message)};
}

// "k.cu(3): error: …", as nvcc and NVRTC write it.
std::optional<Diagnostic> with_brackets(std::string_view text) {
  const std::size_t close = text.find("): ");
  const std::size_t open = text.rfind('(', close);
  if (close == std::string_view::npos || open == std::string_view::npos) return std::nullopt;
  return diagnostic(text.substr(0, open), text.substr(open + 1, close - open - 1), "",
                    text.substr(close + 3));
}

// "k.cu:7:10: fatal error: …", as the host compiler writes it.
std::optional<Diagnostic> with_colons(std::string_view text) {
  for (std::size_t end = text.find(": "); end != std::string_view::npos;
       end = text.find(": ", end + 1)) {
    const std::size_t second = text.rfind(':', end - (end > 0));
    if (second == std::string_view::npos || second == 0) continue;
    const std::size_t first = text.rfind(':', second - 1);
    if (first == std::string_view::npos) continue;
    auto found = diagnostic(text.substr(0, first), text.substr(first + 1, second - first - 1),
                            text.substr(second + 1, end - second - 1), text.substr(end + 2));
    if (found.has_value()) return found;
  }
  return std::nullopt;
}

// The place of a line that is nothing but a mark: "      ^".
std::optional<std::size_t> mark_in(std::string_view text) {
  const std::size_t at = text.find_first_not_of(' ');
  return at != std::string_view::npos && text.substr(at) == "^" ? std::optional(at) : std::nullopt;
}

constexpr std::size_t kIndent = 2;  // of source lines in nvcc's output

}  // namespace

std::vector<Diagnostic> parse_diagnostics(std::string_view log) {
  std::vector<Diagnostic> found;
  while (!log.empty()) {
    const std::string_view line = log.substr(0, log.find('\n'));
    log.remove_prefix(std::min(line.size() + 1, log.size()));
    auto one = with_brackets(line);
    if (!one.has_value()) one = with_colons(line);
    if (one.has_value()) found.push_back(std::move(*one));
    const auto mark = mark_in(line);
    if (!mark.has_value() || found.empty() || found.back().column != 0 || *mark < kIndent) continue;
    found.back().column = static_cast<std::uint32_t>(*mark - kIndent + 1);
  }
  return found;
}

}  // namespace warplens::run
