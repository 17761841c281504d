// CUDA source → PTX text, through whatever compiler the machine has.
//
//   const Toolchain tools = find_toolchain();
//   Result<std::string> ptx = compile(tools, "my.cu");
//
// nvcc is taken when there is one; NVRTC (libnvrtc.so, opened at run time) otherwise. Line
// information is on, and names the file as it was given. An error's first line says what is wrong
// with the file; the compiler's own words follow on further lines. A stop ends nvcc at once, and
// NVRTC, which runs in a copy of this process for that.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/run/toolkit/compile_options.h"
#include "kernels/run/toolkit/process_limits.h"

namespace warplens::run {

// The oldest architecture with asynchronous copies, barriers in memory and warp-wide reductions:
// headers replace them by something else when they compile for an older one.
inline constexpr const char* kOwnKernelArchitecture = "compute_80";

struct Toolchain {
  std::optional<std::filesystem::path> nvcc;   // the program
  std::optional<std::filesystem::path> nvrtc;  // the library
  ProcessLimits limits{};                      // of nvcc and what it starts
};

// nvcc on PATH, in $CUDA_HOME/bin or /usr/local/cuda/bin; libnvrtc.so.* where the loader finds it
// or in the same toolkits.
[[nodiscard]] Toolchain find_toolchain();

Result<std::string> compile(const Toolchain& tools, const std::filesystem::path& source,
                            const CompileOptions& options = {}, const std::stop_token& stop = {});
Result<std::string> compile_with_nvcc(const std::filesystem::path& nvcc,
                                      const std::filesystem::path& source,
                                      const CompileOptions& options = {},
                                      const std::stop_token& stop = {},
                                      const ProcessLimits& limits = {});
Result<std::string> compile_with_nvrtc(const std::filesystem::path& library,
                                       const std::filesystem::path& source,
                                       const CompileOptions& options = {},
                                       const std::stop_token& stop = {},
                                       const ProcessLimits& limits = {});

// The source's binary for one architecture ("sm_90"), as `nvcc FLAGS -cubin` makes it.
Result<std::vector<std::byte>> compile_binary(const std::filesystem::path& nvcc,
                                              const std::filesystem::path& source,
                                              const std::string& architecture,
                                              const std::vector<std::string>& flags,
                                              const std::stop_token& stop = {});
// "13.0". Errors: a program that does not say.
Result<std::string> version_of(const std::filesystem::path& nvcc);

// Every `from` in the text made `to`: compilers are given other names than the person's.
[[nodiscard]] std::string replaced(std::string text, const std::string& from,
                                   const std::string& to);

// "my.cu does not compile: FIRST ERROR", then the compiler's output.
[[nodiscard]] Error compile_error(const std::filesystem::path& source, const std::string& log);

}  // namespace warplens::run
