// A cache of what ptxas made of the user's own kernels, by content, so that nothing is assembled
// twice.
//
//   AssembledCache cache(user_cache_folder());
//   cache.find({ptx_sha256, 90, "13.0.88"})      a file of kernels/sass/assembled.h
//
// A file that is damaged, of another content than its name says, or without a listing, counts as
// none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "kernels/sass/assembled.h"

namespace warplens::run {

// $XDG_CACHE_HOME/warplens/sass, or ~/.cache/…; empty when neither is set.
[[nodiscard]] std::filesystem::path user_cache_folder();

struct AssembledKey {
  std::string ptx_sha256;
  std::uint32_t capability = 0;
  std::string ptxas;  // its version
};

class AssembledCache {
 public:
  static constexpr std::size_t kMostFiles = 1000;  // the oldest go first

  // An empty `folder` keeps nothing. It is made when there is something to keep.
  explicit AssembledCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  [[nodiscard]] std::optional<sass::Assembled> find(const AssembledKey& key) const;
  // A failed write is no error: the text is assembled again the next time.
  void keep(const sass::Assembled& assembled) const;

 private:
  [[nodiscard]] std::filesystem::path file_of(const AssembledKey& key) const;
  void remove_oldest() const;

  std::filesystem::path folder_;
};

}  // namespace warplens::run
