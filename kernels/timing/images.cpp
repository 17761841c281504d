#include "kernels/timing/images.h"

#include <fstream>
#include <iterator>
#include <sstream>

#include "kernels/base/json.h"
#include "kernels/base/json_fields.h"

namespace warplens::timing {

Result<Images> Images::open(const std::filesystem::path& assets) {
  const std::filesystem::path file = assets / "ptx" / "manifest.json";
  std::ifstream in(file);
  const JsonFields manifest(parse_sorted_json(std::string(std::istreambuf_iterator(in), {})));
  const auto listed = manifest.find("images");
  if (!listed || !listed->is_object()) {
    return fail(tr("{} does not list the PTX images: install warplens again", file.string()));
  }
  Images images;
  for (const auto& [name, image] : listed->members())
    images.hashes_[name] = image.text_or("ptx_sha256", "");
  images.nvcc_ = manifest.text_or("nvcc", "");
  std::istringstream flags(manifest.text_or("flags", ""));
  for (std::string flag; std::getline(flags, flag, ';');) {
    if (flag != "-ptx") images.flags_.push_back(flag);
  }
  return images;
}

std::string Images::of(const catalog::Family& family, const catalog::Variant& variant) const {
  const auto found = hashes_.find(family.name + "/" + variant.name + ".ptx");
  return found == hashes_.end() ? "" : found->second;
}

}  // namespace warplens::timing
