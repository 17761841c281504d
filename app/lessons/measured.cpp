#include "app/lessons/measured.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>

namespace warplens::lessons {
namespace {

constexpr std::string_view kOpen = "{{", kClose = "}}";
constexpr std::array<std::string_view, 7> kKinds{"rate",     "time",      "ratio", "share",
                                                 "recorded", "intensity", "roof"};

std::vector<std::string_view> phrase_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

std::optional<std::int64_t> number_of(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

using Words = std::vector<std::string_view>;

// "on=h200"; nothing: it names no GPU.
std::optional<std::string> device_of(std::string_view word) {
  constexpr std::string_view kOn = "on=";
  if (!word.starts_with(kOn) || word.size() == kOn.size()) return std::nullopt;
  return std::string(word.substr(kOn.size()));
}

// "transpose/tile 16384 pitch=33", from `at` on, up to "over" or the end.
std::optional<MeasuredKernel> take_kernel(const Words& words, std::size_t& at) {
  MeasuredKernel kernel;
  if (at + 1 >= words.size()) return std::nullopt;
  const std::string_view name = words[at++];
  const std::size_t slash = name.find('/');
  const auto side = number_of(words[at++]);
  if (slash == 0 || slash >= name.size() - 1 || !side || *side <= 0) return std::nullopt;
  kernel.family = name.substr(0, slash);
  kernel.name = name.substr(slash + 1);
  kernel.side = *side;
  for (; at < words.size() && words[at] != "over"; ++at) {
    if (auto device = device_of(words[at])) {
      kernel.device = *std::move(device);
      continue;
    }
    const std::size_t equals = words[at].find('=');
    if (equals == 0 || equals == std::string_view::npos) return std::nullopt;
    const auto value = number_of(words[at].substr(equals + 1));
    if (!value) return std::nullopt;
    kernel.settings[std::string(words[at].substr(0, equals))] = *value;
  }
  return kernel;
}

std::optional<Measured> measured_of(const Words& words) {
  if (words.size() < 2) return std::nullopt;
  const auto kind = std::ranges::find(kKinds, words[0]);
  if (kind == kKinds.end()) return std::nullopt;
  Measured measured;
  measured.kind = static_cast<Measured::Kind>(kind - kKinds.begin());
  if (measured.kind == Measured::Kind::recorded) {
    measured.kernel.family = words[1];
    const auto device = words.size() == 3 ? device_of(words[2]) : std::nullopt;
    if (device) measured.kernel.device = *device;
    return words.size() == 2 || device ? std::optional(measured) : std::nullopt;
  }
  std::size_t at = 1;
  const auto kernel = take_kernel(words, at);
  if (!kernel) return std::nullopt;
  measured.kernel = *kernel;
  const bool is_of_two =
      measured.kind == Measured::Kind::ratio || measured.kind == Measured::Kind::share;
  if (is_of_two) {
    if (at++ == words.size()) return std::nullopt;
    const auto over = take_kernel(words, at);
    if (!over) return std::nullopt;
    measured.over = *over;
  }
  return at == words.size() ? std::optional(measured) : std::nullopt;
}

// Calls visit(text) for each piece of `text`, and reference(inside) for each reference.
template <class Piece, class Reference>
void for_each_piece(std::string_view text, const Piece& piece, const Reference& reference) {
  while (!text.empty()) {
    const std::size_t open = text.find(kOpen);
    const std::size_t close = open == std::string_view::npos ? open : text.find(kClose, open);
    if (close == std::string_view::npos) return piece(text);
    piece(text.substr(0, open));
    reference(text.substr(open + kOpen.size(), close - open - kOpen.size()));
    text.remove_prefix(close + kClose.size());
  }
}

}  // namespace

Result<Measured> parse_measured(std::string_view text) {
  const auto measured = measured_of(phrase_of(text));
  if (measured) return *measured;
  return fail(tr(
      "'{{{{{}}}}}' names no measurement: write it as {{{{rate FAMILY/NAME SIDE}}}}, or with time, "
      "ratio … over …, share … over …, intensity, roof, recorded FAMILY",
      text));
}

Result<std::vector<Measured>> measured_in(const Markdown& text) {
  std::vector<Measured> found;
  std::optional<Error> wrong;
  const auto add = [&](std::string_view inside) {
    auto measured = parse_measured(inside);
    if (measured.has_value()) {
      found.push_back(*std::move(measured));
    } else if (!wrong) {
      wrong = measured.error();
    }
  };
  for (const MarkdownBlock& block : text) {
    for (const MarkdownSpan& span : block.spans) {
      if (!span.code)
        for_each_piece(
            span.text, [](std::string_view) {}, add);
    }
  }
  if (wrong) return fail(*wrong);
  return found;
}

std::string with_measured(std::string_view text, const MeasuredPhrases& words) {
  std::string shown;
  for_each_piece(
      text, [&](std::string_view piece) { shown += piece; },
      [&](std::string_view inside) {
        const auto measured = parse_measured(inside);
        shown += measured.has_value() ? words(*measured) : fmt::format("{{{{{}}}}}", inside);
      });
  return shown;
}

Markdown with_measured(Markdown text, const MeasuredPhrases& words) {
  for (MarkdownBlock& block : text) {
    for (MarkdownSpan& span : block.spans) {
      if (!span.code) span.text = with_measured(span.text, words);
    }
  }
  return text;
}

}  // namespace warplens::lessons
