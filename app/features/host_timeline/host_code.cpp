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
constexpr std::array<std::pair<std::string_view, Action>, 18> kCalls{{
    {"cudaMalloc(", Action::allocate},
    {"cudaFreeHost(", Action::unpin},
    {"cudaFree(", Action::free},
    {"cudaHostAlloc(", Action::pin},
    {"cudaEventRecord(", Action::event},
    {"cudaEventSynchronize(", Action::wait},
    {"cudaStreamSynchronize(", Action::wait},
    {"cudaDeviceSynchronize(", Action::wait},
    {"cudaStreamWaitEvent(", Action::order},
    {"cudaStreamBeginCapture(", Action::graph},
    {"cudaStreamEndCapture(", Action::graph},
    {"cudaGraphInstantiate(", Action::graph},
    {"cudaGraphLaunch(", Action::kernel},
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

// The code's calls as they are made: those of a loop as often as there are parts.
std::vector<HostCall> calls_made(const HostCode& code, std::uint32_t parts) {
  std::vector<HostCall> made;
  for (auto at = code.calls.begin(); at != code.calls.end();) {
    const auto end = std::find_if(at, code.calls.end(),
                                  [&](const HostCall& call) { return call.loop != at->loop; });
    const std::uint32_t times = at->loop == 0 ? 1 : parts;
    for (std::uint32_t i = 0; i < times; ++i) made.insert(made.end(), at, end);
    at = end;
  }
  return made;
}

// The calls that the run made, each with the span that it is; none where it is another's code.
std::vector<std::pair<HostCall, std::size_t>> matched(const HostCode& code,
                                                      const timing::TimelineRun& run) {
  const std::vector<std::size_t> spans = calls_of(run);
  const std::vector<HostCall> calls = calls_made(code, run.parts);
  const bool is_code_of =
      std::ranges::equal(calls, spans, {}, &HostCall::action,
                         [&](std::size_t span) { return run.spans[span].action; });
  std::vector<std::pair<HostCall, std::size_t>> matched;
  for (std::size_t i = 0; is_code_of && i < calls.size(); ++i)
    matched.emplace_back(calls[i], spans[i]);
  return matched;
}

bool begins_loop(std::string_view line) { return line.starts_with("for (") && line.ends_with("{"); }

}  // namespace

Result<HostCode> parse_host_code(std::string_view text) {
  HostCode code;
  bool is_inside = false, has_ended = false, is_in_loop = false;
  std::uint32_t loops = 0;
  while (!text.empty() && !has_ended) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = without_indent(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    has_ended = is_inside && line == "// END";
    if (is_inside && !has_ended) {
      const bool is_loop = !is_in_loop && begins_loop(line);
      if (is_in_loop && line == "}") is_in_loop = false;
      const auto action = action_of(line);
      if (action) {
        code.calls.push_back(
            {static_cast<std::uint32_t>(code.lines.size()), *action, is_in_loop ? loops : 0});
      } else if (!is_loop && line != "}") {
        return fail(tr("'{}' is no call that the host timeline has", line));
      }
      code.lines.push_back(is_in_loop ? "  " + std::string(line) : std::string(line));
      if (is_loop) ++loops;
      is_in_loop = is_in_loop || is_loop;
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

std::vector<std::size_t> spans_of_line(const HostCode& code, const timing::TimelineRun& run,
                                       std::uint32_t line) {
  std::vector<std::size_t> spans;
  for (const auto& [call, span] : matched(code, run)) {
    if (call.line == line) spans.push_back(span);
  }
  return spans;
}

std::optional<std::uint32_t> line_of_span(const HostCode& code, const timing::TimelineRun& run,
                                          std::size_t span) {
  if (span >= run.spans.size()) return std::nullopt;
  const std::size_t made_by = run.spans[span].queued_by.value_or(static_cast<std::uint32_t>(span));
  for (const auto& [call, made] : matched(code, run)) {
    if (made == made_by) return call.line;
  }
  return std::nullopt;
}

}  // namespace warplens::host_timeline
