#include "app/cli/text/captured_launches.h"

#include "kernels/captured/program_file.h"
#include "kernels/captured/replay.h"

namespace warplens::cli {

namespace fs = std::filesystem;

bool is_program_file(const std::string& name) {
  return fs::path(name).extension() == ".wlens" && captured::looks_like_a_program(name);
}

Result<captured::Program> read_program_file(const std::string& file, const OwnLimits& limits,
                                            const std::stop_token& stop) {
  const HeldMemory held(limits.compiler.memory);
  return captured::read_program(file, stop);
}

Result<OwnTarget> captured_target(const std::string& file, const captured::Program& program,
                                  const captured::Episode& episode,
                                  std::vector<fs::path> source_roots, const std::stop_token& stop) {
  std::error_code error;
  source_roots.push_back(fs::absolute(file, error).parent_path());
  TRY(auto replay, captured::replay_of(program, episode, source_roots, stop));
  return OwnTarget{file, std::move(replay.loaded), std::nullopt, std::move(replay.kernel)};
}

}  // namespace warplens::cli
