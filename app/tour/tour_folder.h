// Where a tour is written: index.html, and pictures/ with every picture once. What differs from
// another picture only here and there is kept as that alone, to be laid over it.
//
// A new folder's page says that it is not complete until finish() puts the real one there. An
// earlier tour stays whole until then: pictures are named by what they show, so that none takes the
// place of another, and those of the earlier page go last. Pictures are encoded on a thread of
// their own while the next one is drawn.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <variant>

#include "app/texts/strings.h"
#include "kernels/base/job.h"
#include "viz/gl/changed_part.h"

namespace warplens::ui {

class TourFolder {
 public:
  // Makes the folder, or takes one that is empty or holds an earlier tour. Refuses any other.
  static Result<TourFolder> create(std::filesystem::path path, Language language);
  // The same of pages that are known by another mark in their head; `unfinished` has it, too.
  static Result<TourFolder> create(std::filesystem::path path, std::string_view mark,
                                   const std::string& unfinished);

  // Keeps `picture` as pictures/NAME-DIGEST.webp; gives the file's name in the folder, that of an
  // earlier picture when it is the same to the pixel.
  Result<std::string> add(const std::string& name, gl::Image picture);

  // Keeps what of a picture differs from the one that it is laid over, likewise.
  Result<std::string> add(const std::string& name, gl::ChangedPart part);

  // A further page beside the tour's.
  Result<void> add_page(std::string_view name, const std::string& page);

  // Waits for the pictures, writes the page, and removes pictures that are not of this tour.
  Result<void> finish(const std::string& page);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::size_t pictures() const { return files_.size(); }

 private:
  explicit TourFolder(std::filesystem::path path) : path_(std::move(path)) {}
  template <class Picture>
  Result<std::string> keep(const std::string& name, std::uint64_t digest, Picture picture);
  Result<void> wait();

  std::filesystem::path path_;
  std::map<std::uint64_t, std::string> files_;  // pixels' digest → file
  Job<std::monostate, void> writing_;
};

}  // namespace warplens::ui
