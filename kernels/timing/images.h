// The PTX that ships, by its SHA-256, as assets/ptx/manifest.json lists it (a test holds it against
// the files). A timing is of an image: other PTX is another kernel.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/catalog/family.h"

namespace warplens::timing {

class Images {
 public:
  // Errors: no manifest, or not one.
  static Result<Images> open(const std::filesystem::path& assets);

  // Empty when the manifest does not list it.
  [[nodiscard]] std::string of(const catalog::Family& family,
                               const catalog::Variant& variant) const;
  // How they were made: nvcc's version ("13.0") and its flags, without those that say what to make.
  [[nodiscard]] const std::string& nvcc() const { return nvcc_; }
  [[nodiscard]] const std::vector<std::string>& flags() const { return flags_; }

 private:
  std::map<std::string, std::string, std::less<>> hashes_;  // by "transpose/tile.ptx"
  std::string nvcc_;
  std::vector<std::string> flags_;
};

}  // namespace warplens::timing
