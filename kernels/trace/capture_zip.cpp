#include "kernels/trace/capture_zip.h"

#include <sys/stat.h>

#include <cstring>
#include <optional>
#include <utility>

#include "kernels/trace/capture_check.h"

namespace warplens::trace {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kZipMagic = "PK\3\4";
// A manifest, and as many texts, launches and pieces of events as there may be.
constexpr std::uint64_t kMaximumEntries = 1 + 3 * std::uint64_t{kMaximumRows};
// An entry is named twice, with 46 and 30 bytes of facts, a name and 64-bit sizes; the search for
// the list's end reads 64 KiB.
constexpr std::uint64_t kMaximumDirectoryBytes = (std::uint64_t{1} << 20) + kMaximumEntries * 192;

struct CloseZipEntry {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

bool read_next(zip_file_t* file, std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const zip_int64_t count = zip_fread(file, bytes.data(), bytes.size());
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

// Whether nothing follows, and the zip's own checksum, which libzip compares there, is right.
bool is_at_end(zip_file_t* file) {
  std::byte next{};
  return zip_fread(file, &next, 1) == 0;
}

bool is_regular(zip_t* zip, zip_uint64_t index) {
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  if (zip_file_get_external_attributes(zip, index, 0, &system, &attributes) != 0) return false;
  const std::uint32_t kind = attributes >> 16 & S_IFMT;
  return system != ZIP_OPSYS_UNIX || kind == 0 || kind == S_IFREG;
}

std::optional<Text> fault_of(zip_t* zip, const zip_stat_t& about) {
  if (about.encryption_method != ZIP_EM_NONE) return tr("it is encrypted");
  if (about.comp_method != ZIP_CM_STORE && about.comp_method != ZIP_CM_DEFLATE)
    return tr("it is compressed in a way that captures are not");
  if (!is_regular(zip, about.index)) return tr("it is a link, not a file");
  if (about.size > kChunkHeaderBytes + kMaximumChunkBytes) return tr("it is larger than any chunk");
  return std::nullopt;
}

std::optional<zip_stat_t> stat_of(zip_t* zip, zip_uint64_t index) {
  constexpr zip_uint64_t kWanted = ZIP_STAT_NAME | ZIP_STAT_INDEX | ZIP_STAT_SIZE |
                                   ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD |
                                   ZIP_STAT_ENCRYPTION_METHOD;
  zip_stat_t about{};
  if (zip_stat_index(zip, index, ZIP_FL_ENC_RAW, &about) != 0) return std::nullopt;
  return (about.valid & kWanted) == kWanted ? std::optional(about) : std::nullopt;
}

}  // namespace

// Returns the bytes that the entry takes in the file.
Result<std::uint64_t> CaptureZip::add_entry(const fs::path& path, zip_t* zip, zip_uint64_t index,
                                            Entries& entries) {
  const std::optional<zip_stat_t> about = stat_of(zip, index);
  if (!about.has_value() || !is_chunk_name(about->name)) {
    return fail(damaged(path, tr("it holds an entry that is no part of a capture")));
  }
  if (const auto fault = fault_of(zip, *about)) return fail(damaged(path / about->name, *fault));
  entries.emplace(about->name, Entry{index, about->size});
  return about->comp_size;
}

Result<CaptureZip::Entries> CaptureZip::entries_of(const fs::path& path, zip_t* zip,
                                                   std::uint64_t file_bytes) {
  const zip_int64_t count = zip_get_num_entries(zip, 0);
  if (count < 0 || static_cast<std::uint64_t>(count) > kMaximumEntries) {
    return fail(damaged(path, tr("it has more entries than any capture")));
  }
  Entries entries;
  for (zip_uint64_t index = 0; index < static_cast<std::uint64_t>(count); ++index) {
    TRY(const std::uint64_t bytes, add_entry(path, zip, index, entries));
    if (bytes > file_bytes) return fail(damaged(path, tr("its entries overlap")));
    file_bytes -= bytes;
  }
  return entries;
}

Result<CaptureZip> CaptureZip::open(const fs::path& path) {
  if (!is_zip(path)) {
    return fail(tr("'{}' is no capture: give a file that warplens trace -o wrote", path.string()));
  }
  TRY(InputFile file, InputFile::open(path));
  const std::uint64_t file_bytes = file.size();
  TRY(ZipArchive zip, open_zip(path, std::move(file), {kMaximumEntries, kMaximumDirectoryBytes}));
  TRY(Entries entries, entries_of(path, zip.get(), file_bytes));
  return CaptureZip(path, std::move(zip), std::move(entries));
}

Result<Bytes> CaptureZip::read(const std::string& name) {
  const fs::path file = path_ / name;
  const auto entry = entries_.find(name);
  if (entry == entries_.end()) return fail(damaged(file, tr("it is missing")));
  const std::unique_ptr<zip_file_t, CloseZipEntry> opened(
      zip_fopen_index(zip_.get(), entry->second.index, 0));
  if (opened == nullptr) return fail(damaged(file, tr("it cannot be unpacked")));
  Result<Bytes> bytes = read_chunk(file, entry->second.bytes, [&](std::span<std::byte> next) {
    return read_next(opened.get(), next);
  });
  if (!bytes.has_value() || is_at_end(opened.get())) return bytes;
  return fail(damaged(file, tr("it is longer than it says, or its zip checksum is wrong")));
}

bool is_zip(const fs::path& path) {
  const Result<InputFile> file = InputFile::open(path);
  std::array<std::byte, kZipMagic.size()> magic{};
  return file.has_value() && file->read(0, magic) == magic.size() &&
         std::memcmp(magic.data(), kZipMagic.data(), magic.size()) == 0;
}

bool is_nothing_but_a_capture(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(path, error))) return false;
  const auto zip = CaptureZip::open(path);
  if (!zip.has_value()) return false;
  return zip->has(kProgramName) || (zip->has(kManifestName) && zip->has("launch-0"));
}

}  // namespace warplens::trace
