#include "kernels/capturing/capture_program.h"

#include <regex.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <system_error>

#include "kernels/capturing/program_sources.h"
#include "kernels/capturing/run_here.h"
#include "kernels/capturing/touched_answers.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::capturing {
namespace {

namespace fs = std::filesystem;
namespace spool = injected::spool;

constexpr const char* kLibrary = "libwarplens_injected.so";
constexpr const char* kCupyMakesPtx = "CUPY_COMPILE_WITH_PTX";

}  // namespace

Result<void> check(const CaptureOptions& options) {
  if (options.kernels.empty()) return {};
  regex_t compiled{};
  const int status = ::regcomp(&compiled, options.kernels.c_str(), REG_EXTENDED | REG_NOSUB);
  std::array<char, 256> why{};
  if (status != 0) ::regerror(status, &compiled, why.data(), why.size());
  if (status == 0) ::regfree(&compiled);
  if (status == 0) return {};
  return fail(tr("{} is no extended regular expression: {}", options.kernels, why.data()));
}

std::vector<std::pair<std::string, std::string>> variables_for(const CaptureOptions& options,
                                                               const std::string& library,
                                                               const std::string& folder) {
  std::vector<std::pair<std::string, std::string>> variables{
      {"CUDA_INJECTION64_PATH", library},
      {spool::kFolderVariable, folder},
      {spool::kKernelsVariable, options.kernels},
      {spool::kLaunchesVariable, std::to_string(options.launches)},
      {spool::kSkippedVariable, std::to_string(options.skipped)},
      {spool::kBytesVariable, std::to_string(options.bytes)},
      {spool::kCuptiVariable, options.cupti}};
  // CuPy asks NVRTC for machine code otherwise.
  if (std::getenv(kCupyMakesPtx) == nullptr) variables.emplace_back(kCupyMakesPtx, "1");
  return variables;
}

Result<fs::path> injected_library() {
  std::error_code error;
  const fs::path folder = fs::canonical("/proc/self/exe", error).parent_path();
  for (const fs::path& path : {folder / kLibrary, folder / ".." / "lib" / kLibrary})
    if (fs::exists(path, error)) return fs::canonical(path, error);
  return fail(tr("{} is missing beside this program: install Warplens anew", kLibrary));
}

Result<Gathered> gather(const fs::path& folder, const std::vector<std::string>& program) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error))
    if (each->path().extension() == ".spool") files.push_back(each->path());
  std::ranges::sort(files);
  std::vector<Spooled> processes;
  for (const fs::path& file : files) {
    TRY(auto process, read_spool(file));
    fs::remove(file, error);
    processes.push_back(std::move(process));
  }
  return program_of(std::move(processes), fmt::format("{}", fmt::join(program, " ")));
}

Result<CapturedRun> capture_program(const CaptureOptions& options,
                                    const std::vector<std::string>& program) {
  TRY(check(options));
  TRY(const fs::path library, injected_library());
  TRY(const auto folder, run::TemporaryFolder::make());
  RunHere what;
  what.words = program;
  what.variables = variables_for(options, library.string(), folder.path().string());
  std::optional<TouchedAnswers> answers(folder.path());
  TRY(const int status, run_here(what));
  answers.reset();
  TRY(auto gathered, gather(folder.path(), program));
  if (options.has_sources) add_sources(options.source_roots, gathered.program);
  return CapturedRun{status, std::move(gathered)};
}

}  // namespace warplens::capturing
