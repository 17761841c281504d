#include "kernels/run/toolkit/ptxas_report.h"

#include <charconv>
#include <fstream>

#include "kernels/ptx/target.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::run {
namespace {

// 12 of "Used 12 registers, 4096 bytes smem" before " registers"; 0 where the words are missing.
std::uint32_t number_before(std::string_view line, std::string_view words) {
  const std::size_t end = line.find(words);
  if (end == std::string_view::npos) return 0;
  std::size_t first = end;
  while (first > 0 && line[first - 1] >= '0' && line[first - 1] <= '9') --first;
  std::uint32_t number = 0;
  std::from_chars(line.data() + first, line.data() + end, number);
  return number;
}

// The text between the first two quotes.
std::string quoted_in(std::string_view line) {
  const std::size_t first = line.find('\'');
  const std::size_t last = first == std::string_view::npos ? first : line.find('\'', first + 1);
  if (last == std::string_view::npos) return {};
  return std::string(line.substr(first + 1, last - first - 1));
}

}  // namespace

std::vector<EntryReport> parse_ptxas_report(std::string_view text) {
  std::vector<EntryReport> entries;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find("Compiling entry function") != std::string_view::npos)
      entries.push_back({quoted_in(line)});
    if (entries.empty()) continue;
    EntryReport& entry = entries.back();
    entry.registers += number_before(line, " registers");
    entry.spill_store_bytes += number_before(line, " bytes spill stores");
    entry.spill_load_bytes += number_before(line, " bytes spill loads");
    entry.stack_frame_bytes += number_before(line, " bytes stack frame");
    entry.shared_bytes += number_before(line, " bytes smem");
  }
  return entries;
}

Result<std::vector<EntryReport>> ptxas_report(const std::filesystem::path& ptxas,
                                              const std::string& ptx, std::uint32_t capability,
                                              const std::stop_token& stop,
                                              const ProcessLimits& limits) {
  TRY(const TemporaryFolder folder, TemporaryFolder::make());
  const auto source = folder.path() / "kernel.ptx", log = folder.path() / "log";
  if (!(std::ofstream(source) << ptx).flush())
    return fail(tr("{} cannot be written", source.string()));
  TRY(const int status,
      run_process({ptxas.string(), "-v", "-arch=" + ptx::target_of(ptx).architecture_on(capability),
                   source.string(), "-o", (folder.path() / "kernel.cubin").string()},
                  log, stop, limits));
  TRY(const std::string text, read_text(log));
  if (status == 0) return parse_ptxas_report(text);
  const std::string first = text.substr(0, text.find('\n'));
  return fail(tr("ptxas: {}", first.empty() ? "it failed and gave no reason" : first));
}

}  // namespace warplens::run
