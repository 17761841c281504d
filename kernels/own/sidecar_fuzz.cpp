// Any text must give launches or an error; what was read is written and read alike, and is
// launched or an error.
#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>

#include "kernels/own/sidecar.h"
#include "kernels/run/own_kernel.h"

namespace {

using namespace warplens::own;

bool reads_files(const LaunchForm& form) {
  bool reads = !form.symbols.empty();
  for (const FormExpectation& one : form.expectations) reads = reads || one.kernel.empty();
  for (const FormBuffer& one : form.buffers) reads = reads || !one.file.empty();
  const auto look = [&](const FormLaunch& launch) {
    for (const FormArgument& argument : launch.arguments) {
      const auto* buffer = std::get_if<FormBuffer>(&argument);
      const auto* map = std::get_if<FormTensorMap>(&argument);
      const auto* texture = std::get_if<FormTexture>(&argument);
      reads = reads || (texture != nullptr && !texture->file.empty());
      reads = reads || (buffer != nullptr && !buffer->file.empty()) ||
              (map != nullptr && !map->file.empty());
    }
  };
  look(form);
  for (const FormLaunch& next : form.then) look(next);
  return reads;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto sidecar = parse_sidecar({reinterpret_cast<const char*>(data), size});
  if (!sidecar.has_value()) return 0;
  const std::string text = sidecar_text(*sidecar);
  const auto again = parse_sidecar(text);
  if (!again.has_value() || sidecar_text(*again) != text) __builtin_trap();
  // What is launched, reference kernels among it, without a module or a file.
  const warplens::run::LoadedKernel none{std::make_shared<warplens::ptx::Module>()};
  for (const NamedLaunch& launch : sidecar->launches) {
    if (reads_files(launch.form)) continue;
    const auto kernel = own_kernel(launch.form, none);
    if (kernel.has_value() && kernel->references.size() != launch.form.expectations.size())
      __builtin_trap();
  }
  return 0;
}
