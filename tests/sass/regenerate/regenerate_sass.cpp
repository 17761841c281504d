// regenerate_sass_files ASSETS [KERNEL | ARCHITECTURE...]: makes ASSETS/sass anew from ASSETS/ptx,
// of all kernels or of these, for all architectures or for these ("sm_90").
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/base/whole_file.h"
#include "kernels/run/executed_code.h"
#include "tests/sass/shipped_images.h"

namespace {

namespace fs = std::filesystem;
using namespace warplens;

Result<void> write_one(const run::Disassembler& tools, const fs::path& folder,
                       const sass_test::ShippedImage& image, std::uint32_t capability) {
  TRY(auto made, run::assemble(tools, run::AssembledCache({}), image.ptx, capability));
  if (!sass_test::ships_listing(image, capability)) made.listing = {};
  const fs::path file = folder / sass::architecture_name(capability) / (image.kernel + ".sass");
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  return write_whole_file(file, sass::to_text(made));
}

struct Asked {
  std::vector<std::string_view> kernels;
  std::vector<std::uint32_t> capabilities;
};

Asked asked_in(std::span<char*> arguments) {
  Asked asked;
  for (const char* argument : arguments) {
    if (const auto capability = sass::capability_of(argument)) {
      asked.capabilities.push_back(*capability);
    } else {
      asked.kernels.emplace_back(argument);
    }
  }
  return asked;
}

template <class Value, class Wanted>
bool is_asked_for(const std::vector<Value>& all, const Wanted& one) {
  return all.empty() || std::ranges::find(all, one) != all.end();
}

Result<void> write_all_of(const fs::path& assets, const Asked& asked) {
  const run::Disassembler tools = run::find_disassembler();
  for (const auto& image : sass_test::shipped_images(assets)) {
    if (!is_asked_for(asked.kernels, std::string_view(image.kernel))) continue;
    for (const std::uint32_t capability : image.capabilities) {
      if (!is_asked_for(asked.capabilities, capability)) continue;
      TRY(write_one(tools, assets / "sass", image, capability));
    }
    fmt::print("{}\n", image.kernel);
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  const auto written = write_all_of(arguments[1], asked_in(arguments.subspan(2)));
  if (written.has_value()) return 0;
  fmt::print(stderr, "{}\n", written.error().message.in(Language::en));
  return 1;
}
