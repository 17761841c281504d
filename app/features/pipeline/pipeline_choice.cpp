#include "app/features/pipeline/pipeline_choice.h"

#include <fmt/format.h>

#include <charconv>

namespace warplens::pipeline {
namespace {

constexpr std::string_view kAllSteps = "all";
constexpr std::uint32_t kMostSteps = 1u << 30;

std::optional<std::uint32_t> positive(std::string_view text) {
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  const bool is_good = read.ec == std::errc() && read.ptr == end;
  if (!is_good || number == 0 || number > kMostSteps) return std::nullopt;
  return number;
}

std::optional<PipelineChoice> read_steps(std::string_view text) {
  PipelineChoice choice;
  const std::size_t at = text.find('@');
  const std::string_view count = text.substr(0, at);
  const auto number = count == kAllSteps ? PipelineChoice::kAll : positive(count);
  if (!number) return std::nullopt;
  choice.steps = *number;
  if (at == text.npos) return choice;
  const auto step = positive(text.substr(at + 1));
  if (!step) return std::nullopt;
  choice.at = ChosenStep{ChosenStep::kAnyEvent, *step - 1};
  return choice;
}

}  // namespace

Result<PipelineChoice> parse_steps(std::string_view text) {
  if (const auto choice = read_steps(text)) return *choice;
  return fail(tr("'{}' names no steps: write all, 200, or 200@35 for those around step 35", text));
}

std::string steps_text(const PipelineChoice& choice) {
  if (choice.steps == 0) return {};
  return choice.steps == PipelineChoice::kAll ? std::string(kAllSteps)
                                              : fmt::format("{}", choice.steps);
}

}  // namespace warplens::pipeline
