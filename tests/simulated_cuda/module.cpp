#include <algorithm>

#include "kernels/ptx/parser.h"
#include "tests/simulated_cuda/simulated_cuda.h"
#include "tests/simulated_cuda/told.h"

using namespace warplens;
using namespace warplens::device::api;
using namespace warplens::simulated;

namespace {

constexpr std::uint32_t kOldDriversPtx = 80;  // CUDA 12.0 knows PTX 8.0

struct Options {
  char* log = nullptr;
  std::size_t log_bytes = 0;
  int maximum_registers = 255;
};

Options read_options(unsigned count, const CUjit_option* names, void* const* values) {
  Options options;
  for (unsigned i = 0; i < count; ++i) {
    const auto number = reinterpret_cast<std::uintptr_t>(values[i]);
    if (names[i] == kJitErrorLogBuffer) options.log = static_cast<char*>(values[i]);
    if (names[i] == kJitErrorLogBufferSizeBytes) options.log_bytes = number;
    if (names[i] == kJitMaxRegisters) options.maximum_registers = static_cast<int>(number);
  }
  return options;
}

// "FILE:LINE: text", as the assembler words it.
void write_log(const Options& options, std::string_view message) {
  if (options.log == nullptr || options.log_bytes == 0) return;
  const std::string log = fmt::format(
      "ptxas application ptx input; error   : {}\n"
      "ptxas fatal   : Ptx assembly aborted due to errors\n",
      message);
  options.log[log.copy(options.log, options.log_bytes - 1)] = '\0';
}

std::uint64_t shared_bytes(const std::vector<ptx::Variable>& variables) {
  std::uint64_t bytes = 0;
  for (const ptx::Variable& variable : variables) {
    if (variable.space == ptx::StateSpace::shared) bytes += variable.size;
  }
  return bytes;
}

CUresult load(CUmodule* handle, const void* image, const Options& options) {
  const std::lock_guard lock(state().mutex);
  if (state().error != success) return state().error;
  auto parsed = ptx::parse(static_cast<const char*>(image), "application ptx input");
  if (!parsed.has_value()) {
    write_log(options, parsed.error().message.in(Language::en));
    return invalid_ptx;
  }
  if (fails_as("old_driver") &&
      10 * parsed->version_major + parsed->version_minor > kOldDriversPtx) {
    return unsupported_ptx_version;
  }
  *handle = new CUmod_st{
      std::make_shared<const ptx::Module>(std::move(*parsed)), options.maximum_registers, {}};
  tell_of_module(*(*handle)->ptx);
  return success;
}

}  // namespace

std::vector<std::size_t> warplens::simulated::parameter_offsets(const ptx::Function& entry) {
  std::vector<std::size_t> offsets;
  std::size_t end = 0;
  for (const ptx::Variable& parameter : entry.parameters) {
    const std::size_t alignment = std::max(parameter.alignment, 1u);
    offsets.push_back((end + alignment - 1) / alignment * alignment);
    end = offsets.back() + parameter.size;
  }
  return offsets;
}

extern "C" {

CUresult cuModuleLoadDataEx(CUmodule* handle, const void* image, unsigned option_count,
                            CUjit_option* names, void** values) {
  return told(tools::kModuleLoadDataEx, "cuModuleLoadDataEx", tools::ModuleFromData{handle, image},
              {}, [&] { return load(handle, image, read_options(option_count, names, values)); });
}

CUresult cuModuleLoadData(CUmodule* handle, const void* image) {
  return told(tools::kModuleLoadData, "cuModuleLoadData", tools::ModuleFromData{handle, image}, {},
              [&] { return load(handle, image, {}); });
}

CUresult cuModuleUnload(CUmodule handle) {
  return told(tools::kModuleUnload, "cuModuleUnload", tools::OfModule{handle}, {},
              [&]() -> CUresult {
                delete handle;
                return state().error;
              });
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  return told(tools::kModuleGetFunction, "cuModuleGetFunction",
              tools::FunctionOfModule{function, module, name}, {}, [&]() -> CUresult {
                const std::lock_guard lock(state().mutex);
                auto program = machine::Program::load(module->ptx, name);
                if (!program.has_value()) return not_found;
                const ptx::Function* entry = &program->entry();
                *function = &module->functions
                                 .try_emplace(name, CUfunc_st{module, entry, std::move(*program)})
                                 .first->second;
                return state().error;
              });
}

CUresult cuFuncGetModule(CUmodule* module, CUfunction function) {
  *module = function->module;
  return success;
}

CUresult cuFuncGetName(const char** name, CUfunction function) {
  *name = function->entry->name.c_str();
  return success;
}

CUresult cuFuncGetParamInfo(CUfunction function, std::size_t index, std::size_t* offset,
                            std::size_t* bytes) {
  const auto& parameters = function->entry->parameters;
  if (index >= parameters.size()) return invalid_value;
  *offset = parameter_offsets(*function->entry)[index];
  *bytes = parameters[index].size;
  return success;
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr* address, std::size_t* bytes, CUmodule module,
                              const char* name) {
  const std::lock_guard lock(state().mutex);
  const ptx::Variable* variable = module->ptx->find_variable(name);
  if (variable == nullptr) return not_found;
  const auto place = state().memory.allocate_variable(module->ptx, *variable);
  if (!place.has_value()) return out_of_memory;
  *address = place->address;
  *bytes = variable->size;
  return state().error;
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute which, CUfunction function) {
  const ptx::Function& entry = *function->entry;
  switch (which) {
    case kFunctionMaxThreadsPerBlock:
      *value = static_cast<int>(entry.max_threads.value_or(1024));
      return success;
    case kFunctionSharedBytes:
      *value = static_cast<int>(shared_bytes(entry.variables) +
                                shared_bytes(function->module->ptx->variables));
      return success;
    case kFunctionLocalBytes:
      *value = 0;
      return success;
    case kFunctionRegisters:
      *value =
          std::min(static_cast<int>(entry.registers.size()), function->module->maximum_registers);
      return success;
    case kFunctionMaxDynamicSharedBytes:
      *value = function->dynamic_shared_bytes;
      return success;
    case kFunctionNonPortableClusters:
      *value = 0;
      return success;
  }
  return invalid_value;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute which, int value) {
  if (which != kFunctionMaxDynamicSharedBytes || value > 227 << 10) return invalid_value;
  function->dynamic_shared_bytes = value;
  return success;
}
}
