#include "tests/sass/shipped_images.h"

#include <algorithm>

#include "kernels/ptx/target.h"
#include "kernels/run/executed_code.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::sass_test {
namespace fs = std::filesystem;

namespace {

std::vector<std::uint32_t> capabilities_of(const std::string& ptx) {
  const ptx::Target target = ptx::target_of(ptx);
  std::vector<std::uint32_t> all;
  for (const std::uint32_t capability : run::kShippedCapabilities) {
    if (target.runs_on(capability)) all.push_back(capability);
  }
  return all;
}

}  // namespace

bool ships_listing(const ShippedImage& image, std::uint32_t capability) {
  return capability == 90 || image.capabilities.size() == 1;
}

std::vector<ShippedImage> shipped_images(const fs::path& assets) {
  std::vector<ShippedImage> images;
  for (const auto& entry : fs::recursive_directory_iterator(assets / "ptx")) {
    if (entry.path().extension() != ".ptx") continue;
    const fs::path name = fs::relative(entry.path(), assets / "ptx").replace_extension();
    ShippedImage& image = images.emplace_back();
    image.kernel = name.generic_string();
    image.ptx = run::read_text(entry.path()).value_or("");
    image.capabilities = capabilities_of(image.ptx);
  }
  std::ranges::sort(images, {}, &ShippedImage::kernel);
  return images;
}

}  // namespace warplens::sass_test
