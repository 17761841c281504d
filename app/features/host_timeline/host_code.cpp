#include "app/features/host_timeline/host_code.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <utility>

namespace warplens::host_timeline {
namespace {

using timing::Action;

// What a line calls; the first that it contains. Whether a copy goes to the device or back is said
// by its last argument.
constexpr std::array<std::pair<std::string_view, Action>, 12> kCalls{{
    {"cudaMalloc(", Action::allocate},
    {"cudaFreeHost(", Action::unpin},
    {"cudaFree(", Action::free},
    {"cudaHostAlloc(", Action::pin},
    {"cudaEventRecord(", Action::event},
    {"cudaEventSynchronize(", Action::wait},
    {"cudaStreamSynchronize(", Action::wait},
    {"<<<", Action::kernel},
    {"cudaMemcpyHostToDevice", Action::copy_to_device},
    {"cudaMemcpyDeviceToHost", Action::copy_to_host},
    {"std::memcpy(", Action::work},
    {"host_a[i] + host_b[i]", Action::work},
}};

std::optional<Action> action_of(std::string_view line) {
  for (const auto& [call, action] : kCalls) {
    if (line.find(call) != std::string_view::npos) return action;
  }
  return std::nullopt;
}

std::string_view without_indent(std::string_view line) {
  const auto first = line.find_first_not_of(' ');
  return first == std::string_view::npos ? std::string_view() : line.substr(first);
}

// Spans of the host in their order, without those that only place the device's.
std::vector<std::size_t> calls_of(const timing::TimelineRun& run) {
  std::vector<std::size_t> calls;
  for (std::size_t i = 0; i < run.spans.size(); ++i) {
    const timing::Span& span = run.spans[i];
    if (span.track == timing::Track::host && !span.is_probe) calls.push_back(i);
  }
  return calls;
}

bool is_code_of(const HostCode& code, const timing::TimelineRun& run,
                const std::vector<std::size_t>& calls) {
  return std::ranges::equal(code.calls, calls, {}, &HostCall::action,
                            [&](std::size_t span) { return run.spans[span].action; });
}

}  // namespace

Result<HostCode> parse_host_code(std::string_view text) {
  HostCode code;
  bool is_inside = false, has_ended = false;
  while (!text.empty() && !has_ended) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = without_indent(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    has_ended = is_inside && line == "// END";
    if (is_inside && !has_ended) {
      const auto action = action_of(line);
      if (!action) {
        return fail(tr("'{}' is no call that the host timeline has", line));
      }
      code.calls.push_back({static_cast<std::uint32_t>(code.lines.size()), *action});
      code.lines.emplace_back(line);
    }
    is_inside = is_inside || line == "// BEGIN";
  }
  if (!has_ended) {
    return fail(tr("the host's code has no // BEGIN and // END"));
  }
  return code;
}

Result<HostCode> read_host_code(const std::filesystem::path& assets, timing::Scenario scenario) {
  const auto path = assets / "host" / fmt::format("{}.cu", timing::name_of(scenario));
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    return fail(tr("cannot read {}; is the assets folder complete?", path.string()));
  }
  return parse_host_code(std::string(std::istreambuf_iterator<char>(in), {}));
}

HostCodes read_host_codes(const std::filesystem::path& assets, Text& trouble) {
  HostCodes codes;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    auto code = read_host_code(assets, static_cast<timing::Scenario>(i));
    if (code.has_value()) {
      codes[i] = std::move(*code);
    } else if (trouble.empty()) {
      trouble = code.error().message;
    }
  }
  return codes;
}

std::optional<std::size_t> span_of_line(const HostCode& code, const timing::TimelineRun& run,
                                        std::uint32_t line) {
  const std::vector<std::size_t> calls = calls_of(run);
  if (!is_code_of(code, run, calls)) return std::nullopt;
  const auto call = std::ranges::find(code.calls, line, &HostCall::line);
  if (call == code.calls.end()) return std::nullopt;
  return calls[static_cast<std::size_t>(call - code.calls.begin())];
}

std::optional<std::uint32_t> line_of_span(const HostCode& code, const timing::TimelineRun& run,
                                          std::size_t span) {
  const std::vector<std::size_t> calls = calls_of(run);
  if (span >= run.spans.size() || !is_code_of(code, run, calls)) return std::nullopt;
  const std::size_t made_by = run.spans[span].queued_by.value_or(static_cast<std::uint32_t>(span));
  const auto at = std::ranges::find(calls, made_by);
  if (at == calls.end()) return std::nullopt;
  return code.calls[static_cast<std::size_t>(at - calls.begin())].line;
}

}  // namespace warplens::host_timeline
