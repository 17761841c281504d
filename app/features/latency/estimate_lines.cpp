#include "app/features/latency/estimate_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>

namespace warplens::estimates {
namespace {

std::string shown(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == line.npos) return {};
  std::string text(line.substr(first, line.find_last_not_of(" \t\r") + 1 - first));
  std::ranges::replace(text, '\t', ' ');
  return text;
}

// A text by its lines, from 1.
class Lines {
 public:
  explicit Lines(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      lines_.push_back(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }
  [[nodiscard]] std::string operator[](std::uint32_t line) const {
    return line == 0 || line > lines_.size() ? std::string() : shown(lines_[line - 1]);
  }

 private:
  std::vector<std::string_view> lines_;
};

std::string name_of_file(const std::string& file) { return file.substr(file.rfind('/') + 1); }

}  // namespace

std::string subject_phrase(const session::KernelResult& result) {
  const session::Selection& selection = result.selection;
  if (!selection.capture.empty())
    return std::filesystem::path(selection.capture).filename().string();
  std::string words = selection.kernel;
  for (const auto& [name, value] : selection.parameters)
    words += fmt::format(" {}={}", name, value);
  return words;
}

std::string place_of(const latency::StalledLine& line) {
  const machine::SourceLine& source = line.source;
  if (source.file.empty()) return fmt::format("PTX:{}", line.ptx_line);
  return fmt::format("{}:{}", name_of_file(source.file), source.line);
}

std::vector<scene::EstimateLine> lines_with_text(const EstimateModel& model,
                                                 const session::KernelResult& result,
                                                 Language language) {
  std::map<std::string, Lines> files;
  std::vector<scene::EstimateLine> all;
  const bool has_several = std::ranges::any_of(model.lines, [&](const latency::StalledLine& line) {
    return line.source.file != model.lines.front().source.file;
  });
  for (const latency::StalledLine& line : model.lines) {
    const std::string& file = line.source.file;
    const auto text = files.try_emplace(
        file,
        Lines(file.empty() ? std::string_view(*result.run->ptx) : result.source(file, language)));
    const bool is_ptx = file.empty();
    const std::string number = fmt::format("{}", is_ptx ? line.ptx_line : line.source.line);
    all.push_back({has_several || is_ptx ? place_of(line) : number,
                   text.first->second[is_ptx ? line.ptx_line : line.source.line], line.cycles});
  }
  return all;
}

}  // namespace warplens::estimates
