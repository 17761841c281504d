// regenerate_sass_files ASSETS [KERNEL...]: makes ASSETS/sass anew from ASSETS/ptx, of all kernels
// or of these.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <span>
#include <string_view>

#include "kernels/base/whole_file.h"
#include "kernels/run/executed_code.h"
#include "tests/sass/shipped_images.h"

namespace {

namespace fs = std::filesystem;
using namespace warplens;

Result<void> write_one(const run::Disassembler& tools, const fs::path& folder,
                       const sass_test::ShippedImage& image, std::uint32_t capability) {
  TRY(const auto made, run::assemble(tools, run::AssembledCache({}), image.ptx, capability));
  const fs::path file = folder / sass::architecture_name(capability) / (image.kernel + ".sass");
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  return write_whole_file(file, sass::to_text(made));
}

Result<void> write_all_of(const fs::path& assets, std::span<char*> kernels) {
  const run::Disassembler tools = run::find_disassembler();
  for (const auto& image : sass_test::shipped_images(assets)) {
    const bool is_asked_for =
        kernels.empty() ||
        std::ranges::find(kernels, std::string_view(image.kernel)) != kernels.end();
    if (!is_asked_for) continue;
    for (const std::uint32_t capability : image.capabilities) {
      const auto written = write_one(tools, assets / "sass", image, capability);
      if (!written.has_value()) return written;
    }
    fmt::print("{}\n", image.kernel);
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  const auto written = write_all_of(arguments[1], arguments.subspan(2));
  if (written.has_value()) return 0;
  fmt::print(stderr, "{}\n", written.error().message.in(Language::en));
  return 1;
}
