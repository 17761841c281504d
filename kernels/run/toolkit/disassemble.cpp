#include "kernels/run/toolkit/disassemble.h"

#include <fstream>

#include "kernels/base/stopped.h"
#include "kernels/ptx/target.h"
#include "kernels/run/toolkit/advice.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/sources.h"
#include "kernels/run/toolkit/toolkit.h"

namespace warplens::run {
namespace fs = std::filesystem;

namespace {

Result<std::string> output_of(const std::vector<std::string>& command, const fs::path& log,
                              const std::stop_token& stop, const ProcessLimits& limits) {
  TRY(const int status, run_process(command, log, stop, limits));
  Result<std::string> text = read_text(log);
  if (!text.has_value() || status == 0) return text;
  const std::string name = fs::path(command[0]).filename().string();
  const std::string first = text->substr(0, text->find('\n'));
  return fail(tr("{}: {}", name, first.empty() ? "it failed and gave no reason" : first));
}

tl::unexpected<Error> is_missing(std::string_view tool) {
  return fail(tr("SASS needs {}, which is not here: {}", tool, disassembler_advice()));
}

}  // namespace

Disassembler find_disassembler() {
  return {find_single_tool("ptxas"), find_single_tool("nvdisasm"), {}};
}

Result<void> check_complete(const Disassembler& tools) {
  if (!tools.ptxas.has_value()) return is_missing("ptxas");
  if (!tools.nvdisasm.has_value()) return is_missing("nvdisasm");
  return {};
}

Result<Disassembled> disassemble(const Disassembler& tools, const std::string& ptx,
                                 std::uint32_t capability, const std::stop_token& stop) {
  TRY(check_complete(tools));
  TRY(const TemporaryFolder folder, TemporaryFolder::make());
  const fs::path source = folder.path() / "kernel.ptx";
  const fs::path image = folder.path() / "kernel.cubin";
  const fs::path log = folder.path() / "log";
  if (!(std::ofstream(source) << ptx).flush())
    return fail(tr("{} cannot be written", source.string()));
  TRY(output_of({tools.ptxas->string(), "-arch=" + ptx::target_of(ptx).architecture_on(capability),
                 "-lineinfo", source.string(), "-o", image.string()},
                log, stop, tools.limits));
  Disassembled texts;
  const auto disassembled = [&](std::vector<std::string> options) {
    options.insert(options.begin(), tools.nvdisasm->string());
    options.push_back(image.string());
    return output_of(options, log, stop, tools.limits);
  };
  TRY(texts.code, disassembled({"-c", "-gp"}));
  // It leaves out PTX lines where it tells life ranges. Old versions do not know the option.
  texts.life_ranges = disassembled({"-c", "-lrm", "count"}).value_or(std::string());
  if (is_stopped(stop)) return fail(tr("cancelled"));
  return texts;
}

Result<std::string> disassemble_image(const Disassembler& tools, std::span<const std::byte> image,
                                      const std::stop_token& stop) {
  if (!tools.nvdisasm.has_value()) return is_missing("nvdisasm");
  TRY(const TemporaryFolder folder, TemporaryFolder::make());
  const fs::path file = folder.path() / "kernel.cubin";
  std::ofstream written(file, std::ios::binary);
  written.write(reinterpret_cast<const char*>(image.data()),
                static_cast<std::streamsize>(image.size()));
  if (!written.flush()) return fail(tr("{} cannot be written", file.string()));
  return output_of({tools.nvdisasm->string(), "-c", file.string()}, folder.path() / "log", stop,
                   tools.limits);
}

}  // namespace warplens::run
