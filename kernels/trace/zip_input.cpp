#include "kernels/trace/zip_input.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <string>

#include "kernels/trace/capture_files.h"

namespace warplens::trace {

namespace {

struct ZipInput {
  InputFile file;
  std::uint64_t budget;  // of bytes that may still be read
  std::uint64_t at = 0;
  zip_error_t error{};

  zip_int64_t read(void* data, zip_uint64_t length) {
    const std::uint64_t wanted = std::min<std::uint64_t>(length, file.size() - at);
    const bool is_affordable = wanted <= budget;
    const std::span<std::byte> bytes(static_cast<std::byte*>(data), is_affordable ? wanted : 0);
    if (!is_affordable || file.read(at, bytes) != wanted) {
      zip_error_set(&error, ZIP_ER_READ, 0);
      return -1;
    }
    budget -= wanted;
    at += wanted;
    return static_cast<zip_int64_t>(wanted);
  }

  zip_int64_t seek(void* data, zip_uint64_t length) {
    const zip_int64_t to = zip_source_seek_compute_offset(at, file.size(), data, length, &error);
    if (to < 0) return -1;
    at = static_cast<std::uint64_t>(to);
    return 0;
  }

  [[nodiscard]] zip_int64_t describe(void* data) const {
    auto* about = static_cast<zip_stat_t*>(data);
    zip_stat_init(about);
    about->valid = ZIP_STAT_SIZE;
    about->size = file.size();
    return sizeof *about;
  }
};

zip_int64_t answer(void* state, void* data, zip_uint64_t length, zip_source_cmd_t command) {
  auto* input = static_cast<ZipInput*>(state);
  switch (command) {
    case ZIP_SOURCE_OPEN:
      input->at = 0;
      return 0;
    case ZIP_SOURCE_READ:
      return input->read(data, length);
    case ZIP_SOURCE_SEEK:
      return input->seek(data, length);
    case ZIP_SOURCE_TELL:
      return static_cast<zip_int64_t>(input->at);
    case ZIP_SOURCE_STAT:
      return input->describe(data);
    case ZIP_SOURCE_ERROR:
      return zip_error_to_data(&input->error, data, length);
    case ZIP_SOURCE_CLOSE:
      return 0;
    case ZIP_SOURCE_FREE:
      delete input;
      return 0;
    case ZIP_SOURCE_SUPPORTS:
      return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE,
                                            ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE,
                                            ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, -1);
    default:
      zip_error_set(&input->error, ZIP_ER_OPNOTSUPP, 0);
      return -1;
  }
}

constexpr std::uint64_t kTailBytes = std::uint64_t{128} << 10;  // libzip looks at half of it

std::string tail_of(const InputFile& file) {
  std::string tail(std::min(file.size(), kTailBytes), '\0');
  tail.resize(file.read(file.size() - tail.size(), std::as_writable_bytes(std::span(tail))));
  return tail;
}

// The number of entries that the 64-bit end of directory at `at` promises, if there is one.
std::uint64_t entries_promised_at(const InputFile& file, std::uint64_t at) {
  std::array<std::byte, 56> end{};
  const bool is_one = at < file.size() && file.read(at, end) == end.size() &&
                      std::memcmp(end.data(), "PK\6\6", 4) == 0;
  return is_one ? little_endian(std::span(end).subspan(32, 8)) : 0;
}

// libzip makes room for all entries that a 64-bit directory says it has before it reads the first.
bool promises_more_than(const InputFile& file, std::uint64_t entries) {
  const std::string tail = tail_of(file);
  const auto bytes = std::as_bytes(std::span(tail));
  for (std::size_t at = tail.find("PK\6\7"); at != std::string::npos && at + 20 <= tail.size();
       at = tail.find("PK\6\7", at + 1)) {
    if (entries_promised_at(file, little_endian(bytes.subspan(at + 8, 8))) > entries) return true;
  }
  return false;
}

Error no_directory(const std::filesystem::path& path) {
  return damaged(path, tr("its list of entries is missing, wrong or too long"));
}

}  // namespace

Result<ZipArchive> open_zip(const std::filesystem::path& path, InputFile file,
                            const ZipLimits& limits) {
  if (promises_more_than(file, limits.entries)) return fail(no_directory(path));
  auto input = std::make_unique<ZipInput>(ZipInput{std::move(file), limits.directory_bytes});
  zip_error_t error{};
  zip_source_t* source = zip_source_function_create(&answer, input.get(), &error);
  if (source == nullptr) return fail(no_directory(path));
  ZipInput* read_from = input.release();  // the source's
  ZipArchive zip(zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error));
  if (zip == nullptr) {
    zip_source_free(source);
    return fail(no_directory(path));
  }
  read_from->budget = std::numeric_limits<std::uint64_t>::max();
  return zip;
}

}  // namespace warplens::trace
