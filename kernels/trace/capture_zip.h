// A capture's zip, an entry a chunk: read where it stands, never unpacked to the disk.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "kernels/trace/capture_files.h"
#include "kernels/trace/zip_input.h"

namespace warplens::trace {

class CaptureZip {
 public:
  // Every entry's name, size and kind is looked at. Errors: no zip; an entry that is no chunk, a
  // name twice, a link, an encrypted or a too large one, too many of them, entries that overlap.
  static Result<CaptureZip> open(const std::filesystem::path& path);

  [[nodiscard]] bool has(std::string_view name) const { return entries_.contains(name); }
  // The FlatBuffer in the chunk `name`. Errors: as read_chunk()'s, there is no such chunk.
  Result<Bytes> read(const std::string& name);

 private:
  struct Entry {
    zip_uint64_t index = 0;
    std::uint64_t bytes = 0;
  };
  using Entries = std::map<std::string, Entry, std::less<>>;

  CaptureZip(std::filesystem::path path, ZipArchive zip, Entries entries)
      : path_(std::move(path)), zip_(std::move(zip)), entries_(std::move(entries)) {}
  static Result<std::uint64_t> add_entry(const std::filesystem::path& path, zip_t* zip,
                                         zip_uint64_t index, Entries& entries);
  static Result<Entries> entries_of(const std::filesystem::path& path, zip_t* zip,
                                    std::uint64_t file_bytes);

  std::filesystem::path path_;
  ZipArchive zip_;
  Entries entries_;
};

// A file that begins as a zip does.
[[nodiscard]] bool is_zip(const std::filesystem::path& path);

// Whether it is a zip of nothing but chunks, a manifest and a launch or a program among them, whole
// or damaged: what may be replaced. A link is none.
[[nodiscard]] bool is_nothing_but_a_capture(const std::filesystem::path& path);

}  // namespace warplens::trace
