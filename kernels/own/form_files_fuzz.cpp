// Any text as a sidecar that lies beside files, links that lead out and pipes: nothing outside of
// its folder may come into a buffer, an expected result or a variable.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <variant>

#include "kernels/own/sidecar.h"
#include "kernels/run/own_kernel.h"

namespace {

namespace fs = std::filesystem;
using namespace warplens;
using namespace warplens::own;

constexpr std::string_view kSecret = "SECRETSECRETSECR";
constexpr const char* kModule = R"(.version 8.0
.target sm_80
.address_size 64
.global .align 4 .b8 table[16];
.visible .entry scale(.param .u64 x){ ret; })";

// OUT/kernel holds what a sidecar may name, OUT what it may not.
struct Folder {
  Folder() {
    fs::remove_all(out);
    fs::create_directories(kernel / ".hidden");
    std::ofstream(kernel / "k.ptx") << kModule;
    std::ofstream(kernel / "in") << "0123456789abcdef";
    std::ofstream(out / "secret") << kSecret;
    std::ofstream(kernel / ".hidden/secret") << kSecret;
    fs::create_symlink("../secret", kernel / "link");
    fs::create_directory_symlink("..", kernel / "up");
    mkfifo((kernel / "fifo").c_str(), 0600);
    loaded = run::load_kernel_file(kernel / "k.ptx").value();
  }
  ~Folder() { fs::remove_all(out); }

  fs::path out = fs::temp_directory_path() / ("warplens-form-fuzz-" + std::to_string(getpid()));
  fs::path kernel = out / "kernel";
  run::LoadedKernel loaded;
};

void check(const std::vector<std::byte>& bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.find(kSecret) != std::string_view::npos) __builtin_trap();
}

void check(const run::OwnLaunch& launch) {
  for (const run::OwnArgument& argument : launch.arguments) {
    const auto* buffer = std::get_if<run::OwnBuffer>(&argument);
    if (buffer != nullptr && buffer->contents.has_value()) check(*buffer->contents);
  }
}

void check(const run::OwnKernel& kernel) {
  check(static_cast<const run::OwnLaunch&>(kernel));
  for (const run::OwnLaunch& next : kernel.then) check(next);
  for (const run::OwnBuffer& buffer : kernel.buffers)
    if (buffer.contents.has_value()) check(*buffer.contents);
  for (const run::Expectation& expected : kernel.expectations) check(expected.bytes);
  for (const ptx::Variable& variable : kernel.module->variables) check(variable.initializer);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder;
  const auto sidecar = parse_sidecar({reinterpret_cast<const char*>(data), size});
  if (!sidecar.has_value()) return 0;
  for (const NamedLaunch& launch : sidecar->launches) {
    const auto kernel = own_kernel(launch.form, folder.loaded, folder.kernel);
    if (kernel.has_value()) check(*kernel);
    if (!kernel.has_value() && kernel.error().message.empty()) __builtin_trap();
  }
  return 0;
}
