#include "tests/planted/planted_run.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "kernels/run/launch.h"
#include "kernels/run/own_kernel.h"

namespace warplens::planted {
namespace {

namespace fs = std::filesystem;

// Where no buffer is: what has been given back is kept by nobody.
constexpr std::uint64_t kFreed = std::uint64_t{1} << 45;

Result<PlantedFile> read_file(const fs::path& path) {
  std::ifstream text(path);
  ReadSource read = read_source(text);
  if (!read.error.empty()) return fail("{}: {}", path.string(), read.error);
  TRY(auto ptx, run::load_kernel_file(fs::path(path).replace_extension(".ptx")));
  return PlantedFile{path.filename().string(), std::move(read.source), ptx.module};
}

catalog::BufferRole role_of(Role role) {
  if (role == Role::in) return catalog::BufferRole::in;
  return role == Role::out ? catalog::BufferRole::out : catalog::BufferRole::inout;
}

catalog::BufferSpec spec_of(const Argument& argument, std::size_t parameter) {
  catalog::BufferSpec spec;
  spec.name = fmt::format("argument {}", parameter);
  // Halves have the fill's bits already; every name but theirs is also the catalogue's.
  spec.type = *catalog::element_type(argument.type);
  spec.role = role_of(argument.role);
  spec.columns = argument.count;
  if (argument.role == Role::out) spec.fill = catalog::kUnset;
  return spec;
}

Result<run::PlainArgument> prepare(const Argument& argument, std::size_t parameter,
                                   run::DeviceBuffers& buffers) {
  const std::string name = fmt::format("argument {}", parameter);
  if (argument.role == Role::freed) return run::plain_argument(name, kFreed, 8);
  if (argument.role == Role::value) {
    const auto size = static_cast<std::uint32_t>(size_of(argument.type));
    return run::plain_argument(name, argument.bits, size);
  }
  TRY(buffers.add(spec_of(argument, parameter)));
  std::ranges::copy(contents_of(argument), buffers.bytes(name).begin());
  return run::plain_argument(name, buffers.address(name), 8);
}

bool is_place(const Fault& fault, const trace::Finding& finding) {
  return (!fault.block || *fault.block == finding.block) &&
         (!fault.warp || *fault.warp == finding.warp) &&
         (!fault.lane || *fault.lane == finding.lane);
}

bool is_found(const Fault& fault, const std::vector<trace::Finding>& findings) {
  return std::ranges::any_of(findings,
                             [&](const trace::Finding& finding) { return is_at(fault, finding); });
}

}  // namespace

Result<std::vector<PlantedFile>> planted_files() {
  std::vector<PlantedFile> files;
  for (const auto& entry : fs::directory_iterator(WARPLENS_SOURCE_DIR "/tests/planted")) {
    if (entry.path().extension() != ".cu") continue;
    TRY(auto file, read_file(entry.path()));
    files.push_back(std::move(file));
  }
  std::ranges::sort(files, {}, &PlantedFile::name);
  return files;
}

Result<std::vector<trace::Finding>> findings_of(const PlantedFile& file, const Kernel& kernel,
                                                const machine::RunOptions& options) {
  run::DeviceBuffers buffers;
  std::vector<run::PlainArgument> arguments;
  for (const Argument& argument : kernel.arguments) {
    TRY(auto prepared, prepare(argument, arguments.size(), buffers));
    arguments.push_back(std::move(prepared));
  }
  TRY(auto trace,
      run::launch(file.module, {kernel.name, {}, kernel.grid, kernel.block, kernel.shared_bytes},
                  arguments, buffers.memory(), options));
  return std::move(trace.findings);
}

bool is_at(const Fault& fault, const trace::Finding& finding) {
  return fault.kind == trace::name_of(finding.kind) && fault.line == finding.line &&
         is_place(fault, finding);
}

bool are_found(const std::vector<Fault>& faults, const std::vector<trace::Finding>& findings) {
  bool has_ends = false, has_end = false;
  for (const Fault& fault : faults) {
    const bool found = is_found(fault, findings);
    if (!fault.either_end && !found) return false;
    has_ends = has_ends || fault.either_end;
    has_end = has_end || (fault.either_end && found);
  }
  return !has_ends || has_end;
}

}  // namespace warplens::planted
