#include <algorithm>
#include <array>
#include <vector>

#include "kernels/device/gpu.h"
#include "kernels/device/ptx_version.h"
#include "kernels/ptx/special_registers.h"
#include "kernels/ptx/target.h"

namespace warplens::device {
namespace {

// The assembler's first line that is an error; it writes several for one cause.
std::string first_error(std::string_view log) {
  std::string_view first;
  while (!log.empty()) {
    const std::size_t end = std::min(log.find('\n'), log.size());
    const std::string_view line = log.substr(0, end);
    log.remove_prefix(std::min(end + 1, log.size()));
    if (first.empty()) first = line;
    if (line.find("error") != std::string_view::npos) return std::string(line);
  }
  return std::string(first);
}

void* as_option(std::uintptr_t value) { return reinterpret_cast<void*>(value); }

bool calls_functions(const ptx::Function& entry) {
  return std::ranges::any_of(entry.instructions, [](const ptx::Instruction& instruction) {
    return instruction.opcode == "call";
  });
}

// How deep calls go, an assembler may not know (recursion, pointers to functions), and the driver's
// 1 KiB a thread is soon full. Where a GPU has no room for more, it stays at that.
void make_room_for_calls(const api::Functions& calls) {
  constexpr std::size_t kStackBytes = 16 << 10;
  std::size_t bytes = 0;
  const bool is_known = calls.cuCtxGetLimit(&bytes, api::kLimitStackSize) == api::kSuccess;
  if (is_known && bytes < kStackBytes) calls.cuCtxSetLimit(api::kLimitStackSize, kStackBytes);
}

}  // namespace

Result<LoadedModule> Gpu::compile(const std::string& ptx, const CompileOptions& options) const {
  const auto capability =
      static_cast<std::uint32_t>(10 * description().compute_major + description().compute_minor);
  if (const ptx::Target target = ptx::target_of(ptx); !target.runs_on(capability)) {
    return fail(tr("its PTX is for {}; this GPU is sm_{}", target.who(), capability));
  }
  return load(with_version_for(ptx, driver().version()).c_str(), "compiling the PTX", options);
}

Result<LoadedModule> Gpu::load(std::span<const std::byte> image) const {
  // The driver tells by its beginning what an image is; of a text it looks for the end.
  const std::string ended(reinterpret_cast<const char*>(image.data()), image.size());
  return load(ended.c_str(), "loading the binary", {});
}

Result<LoadedModule> Gpu::load(const char* image, std::string_view doing,
                               const CompileOptions& options) const {
  std::array<char, 8192> log{};
  std::vector<api::CUjit_option> names = {api::kJitErrorLogBuffer,
                                          api::kJitErrorLogBufferSizeBytes};
  std::vector<void*> values = {log.data(), as_option(log.size() - 1)};
  if (options.maximum_registers > 0) {
    names.push_back(api::kJitMaxRegisters);
    values.push_back(as_option(options.maximum_registers));
  }
  api::CUmodule handle = nullptr;
  const api::CUresult status = current().cuModuleLoadDataEx(
      &handle, image, static_cast<unsigned>(names.size()), names.data(), values.data());
  if (status != api::kSuccess) {
    const std::string error = first_error(log.data());
    const Result<void> failed = driver().check(status, doing);
    if (error.empty()) return fail(failed.error());
    return fail(Error{tr("{}: {}", failed.error().message, error), failed.error().code});
  }
  LoadedModule module;
  module.handle_ = {owner_, handle, &api::Functions::cuModuleUnload};
  return module;
}

Result<Kernel> LoadedModule::kernel(const ptx::Function& entry) const {
  const PrimaryContext& owner = handle_.owner();
  owner.calls().cuCtxSetCurrent(owner.context);
  if (calls_functions(entry)) make_room_for_calls(owner.calls());
  Kernel kernel;
  TRY(owner.driver.check(
      owner.calls().cuModuleGetFunction(&kernel.function, handle_.get(), entry.name.c_str()),
      fmt::format("looking for {}", entry.name)));
  const auto attribute = [&](api::CUfunction_attribute which) {
    int value = 0;
    owner.calls().cuFuncGetAttribute(&value, which, kernel.function);
    return static_cast<std::uint32_t>(std::max(value, 0));
  };
  kernel.registers = attribute(api::kFunctionRegisters);
  kernel.static_shared_bytes = attribute(api::kFunctionSharedBytes);
  kernel.local_bytes = attribute(api::kFunctionLocalBytes);
  kernel.maximum_threads = attribute(api::kFunctionMaxThreadsPerBlock);
  kernel.is_cooperative = ptx::reads_grid_workspace(entry);
  return kernel;
}

Result<DeviceMemory> LoadedModule::memory(const std::string& name) const {
  const PrimaryContext& owner = handle_.owner();
  owner.calls().cuCtxSetCurrent(owner.context);
  api::CUdeviceptr address = 0;
  std::size_t bytes = 0;
  TRY(owner.driver.check(
      owner.calls().cuModuleGetGlobal_v2(&address, &bytes, handle_.get(), name.c_str()),
      fmt::format("looking for {}", name)));
  DeviceMemory memory;
  memory.handle_ = {handle_.shared_owner(), address, nullptr};
  memory.bytes_ = bytes;
  return memory;
}

}  // namespace warplens::device
