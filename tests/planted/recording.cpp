#include "tests/planted/recording.h"

#include "kernels/base/json.h"

namespace warplens::planted {
namespace {

using Texts = std::map<std::string, std::string>;

ToolError error_of(const SortedJson& json) {
  return {json.at("kind").get<std::string>(), json.at("lines").get<std::vector<std::uint32_t>>(),
          json.at("count").get<std::uint64_t>()};
}

ToolResult result_of(const SortedJson& json) {
  ToolResult result;
  for (const SortedJson& error : json.at("errors")) result.errors.push_back(error_of(error));
  result.was_killed = json.value("killed", false);
  result.stopped_by = json.value("stopped_by", std::vector<std::string>{});
  return result;
}

Recording recording_of(const SortedJson& json) {
  Recording recording;
  recording.device = json.at("device").get<std::string>();
  recording.driver = json.at("driver").get<std::string>();
  recording.sanitizer = json.at("sanitizer").get<std::string>();
  recording.date = json.at("date").get<std::string>();
  recording.options = json.at("options").get<Texts>();
  recording.sources = json.at("sources").get<Texts>();
  for (const auto& [kernel, runs] : json.at("kernels").items()) {
    for (const auto& [tool, run] : runs.items()) {
      recording.kernels[kernel][tool] = result_of(run);
    }
  }
  return recording;
}

}  // namespace

ToolResult Recording::result(const std::string& kernel, std::string_view tool) const {
  const auto runs = kernels.find(kernel);
  if (runs == kernels.end()) return {};
  const auto run = runs->second.find(std::string(tool));
  return run == runs->second.end() ? ToolResult{} : run->second;
}

Result<Recording> read_recording(std::string_view text) {
  try {
    return recording_of(parse_sorted_json(text));
  } catch (const SortedJson::exception& problem) {
    return fail("not a recording of scripts/planted-check, make it again: {}", problem.what());
  }
}

}  // namespace warplens::planted
