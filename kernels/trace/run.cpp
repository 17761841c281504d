#include "kernels/trace/run.h"

#include <algorithm>

namespace warplens::trace {

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::match:
      return "match";
    case Verdict::mismatch:
      return "mismatch";
    case Verdict::unchecked:
      break;
  }
  return "unchecked";
}

std::optional<Verdict> verdict_named(std::string_view name) {
  for (const Verdict verdict : {Verdict::match, Verdict::mismatch, Verdict::unchecked}) {
    if (name_of(verdict) == name) return verdict;
  }
  return std::nullopt;
}

std::string_view text_of(const Sources& sources, std::string_view file) {
  const auto source = std::ranges::find(
      sources, file, [](const auto& named) -> std::string_view { return named.first; });
  return source == sources.end() ? std::string_view() : source->second;
}

std::string_view Run::kernel() const {
  return traces.empty() ? std::string_view() : traces.front()->kernel;
}

bool Run::is_on_cpu() const { return traces.empty() || traces.front()->backend == "cpu"; }

}  // namespace warplens::trace
