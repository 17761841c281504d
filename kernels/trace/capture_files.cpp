#include "kernels/trace/capture_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "kernels/base/whole_file.h"

namespace warplens::trace {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMagic = "WLNS";
constexpr std::size_t kHeaderBytes = 16;

using Header = std::array<std::byte, kHeaderBytes>;

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  [[nodiscard]] int get() const { return descriptor_; }
  // False: what was written may be lost.
  [[nodiscard]] bool close() { return ::close(std::exchange(descriptor_, -1)) == 0; }

 private:
  int descriptor_;
};

std::uint64_t little_endian(std::span<const std::byte> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    value |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  }
  return value;
}

void store(std::uint64_t value, std::span<std::byte> bytes) {
  for (std::byte& byte : bytes) {
    byte = static_cast<std::byte>(value);
    value >>= 8;
  }
}

Header header_of(std::span<const std::byte> flatbuffer) {
  Header header{};
  std::memcpy(header.data(), kMagic.data(), kMagic.size());
  store(kCaptureFormat, std::span(header).subspan(4, 4));
  store(checksum(flatbuffer), std::span(header).subspan(8, 8));
  return header;
}

Result<void> check_header(const fs::path& file, const Header& header) {
  if (std::memcmp(header.data(), kMagic.data(), kMagic.size()) != 0) {
    return fail(damaged(file, {"it is no chunk of a capture", "它不是记录的分块"}));
  }
  const std::uint64_t format = little_endian(std::span(header).subspan(4, 4));
  if (format > kCaptureFormat) {
    return fail_in_both(
        "'{}' has format {}, and this Warplens reads {}: open it with a newer Warplens",
        "“{}”的格式为 {}，而此 Warplens 读取 {}：请用更新的 Warplens 打开", file.string(), format,
        kCaptureFormat);
  }
  if (format == 0) return fail(damaged(file, {"its format is 0", "其格式为 0"}));
  return {};
}

bool read_all(int descriptor, std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::read(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

bool is_chunk_name(std::string_view name) {
  if (name == kManifestName) return true;
  for (const std::string_view kind : {"text-", "launch-", "events-"}) {
    if (!name.starts_with(kind) || name.size() == kind.size()) continue;
    return name.find_first_not_of("0123456789", kind.size()) == std::string_view::npos;
  }
  return false;
}

// A folder that holds a capture, whole or damaged, and nothing else: what may be replaced.
bool is_capture(const fs::path& path) {
  std::error_code error;
  if (fs::symlink_status(path, error).type() != fs::file_type::directory) return false;
  const File manifest(::open((path / kManifestName).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  std::array<std::byte, kMagic.size()> magic{};
  if (manifest.get() < 0 || !read_all(manifest.get(), magic)) return false;
  if (std::memcmp(magic.data(), kMagic.data(), kMagic.size()) != 0) return false;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end;
       entry.increment(error)) {
    if (!is_chunk_name(entry->path().filename().string()) || entry->is_directory(error)) {
      return false;
    }
  }
  return !error;
}

Error cannot_write(const fs::path& path) {
  return {text_in_both("cannot write '{}': {}", "无法写入“{}”：{}", path.string(),
                       std::strerror(errno))};
}

}  // namespace

std::uint64_t checksum(std::span<const std::byte> bytes) {
  constexpr std::uint64_t kBasis = 0xcbf29ce484222325;
  constexpr std::uint64_t kPrime = 0x100000001b3;
  std::uint64_t hash = kBasis;
  const std::uint64_t length = bytes.size();
  for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    hash = (hash ^ word) * kPrime;
  }
  hash = (hash ^ little_endian(bytes)) * kPrime;
  return (hash ^ length) * kPrime;
}

Error damaged(const fs::path& file, const Text& what) {
  return {
      {fmt::format("'{}' is damaged: {}; copy the capture again, or record it again with warplens "
                   "trace -o",
                   file.string(), what.en),
       fmt::format("“{}”已损坏（{}）：请重新复制该记录，或用 warplens trace -o 重新记录",
                   file.string(), what.zh)}};
}

Result<Bytes> read_chunk(const fs::path& path) {
  // Neither a link nor a pipe, which might never answer, is opened.
  const File file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (file.get() < 0 && errno == ENOENT) return fail(damaged(path, {"it is missing", "文件缺失"}));
  if (file.get() < 0 && errno == ELOOP)
    return fail(damaged(path, {"it is a link, not a file", "它是链接，不是文件"}));
  if (file.get() < 0)
    return fail_in_both("cannot read '{}': {}", "无法读取“{}”：{}", path.string(),
                        std::strerror(errno));
  struct stat about {};
  if (::fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode)) {
    return fail(damaged(path, {"it is no regular file", "它不是普通文件"}));
  }
  const auto size = static_cast<std::uint64_t>(about.st_size);
  if (size < kHeaderBytes) return fail(damaged(path, {"it is too short", "它太短"}));
  if (size > kHeaderBytes + kMaximumChunkBytes) {
    return fail(damaged(path, {"it is larger than any chunk", "它大于任何分块"}));
  }
  Header header{};
  if (!read_all(file.get(), header)) return fail(damaged(path, {"it is too short", "它太短"}));
  const Result<void> readable = check_header(path, header);
  if (!readable.has_value()) return fail(readable.error());
  Bytes bytes(size - kHeaderBytes);
  if (!read_all(file.get(), bytes)) return fail(damaged(path, {"it is too short", "它太短"}));
  if (checksum(bytes) != little_endian(std::span(header).subspan(8, 8))) {
    return fail(damaged(path, {"its checksum is not that of its bytes", "其校验和与内容不符"}));
  }
  return bytes;
}

CaptureFolder::CaptureFolder(fs::path target, fs::path folder)
    : target_(std::move(target)), folder_(std::move(folder)) {}

CaptureFolder::CaptureFolder(CaptureFolder&& other) noexcept
    : target_(std::move(other.target_)), folder_(std::exchange(other.folder_, {})) {}

CaptureFolder::~CaptureFolder() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

Result<CaptureFolder> CaptureFolder::beside(const fs::path& target) {
  std::error_code error;
  fs::path path = target.lexically_normal();
  if (path.filename().empty()) path = path.parent_path();  // "t.wlens/"
  if (path.filename().empty() || path.filename() == "." || path.filename() == "..") {
    return fail_in_both("'{}' is no name for a capture: give one such as t.wlens",
                        "“{}”不能作为记录的名称：请给出如 t.wlens 的名称", target.string());
  }
  if (fs::symlink_status(path, error).type() != fs::file_type::not_found && !is_capture(path)) {
    return fail_in_both("'{}' is there and is no capture: give another name, or remove it",
                        "“{}”已存在且不是记录：请给出别的名称，或删除它", path.string());
  }
  for (int attempt = 0;; ++attempt) {
    fs::path folder = path;
    folder += fmt::format(".partial-{}-{}", ::getpid(), attempt);
    if (::mkdir(folder.c_str(), 0777) == 0) return CaptureFolder(path, std::move(folder));
    if (errno != EEXIST || attempt == 1000) return fail(cannot_write(path));
  }
}

Result<void> CaptureFolder::write(std::string_view name, std::span<const std::byte> flatbuffer) {
  if (flatbuffer.size() > kMaximumChunkBytes) {
    return fail_in_both("cannot write '{}': its {} would have {} bytes, and a chunk holds {}",
                        "无法写入“{}”：其 {} 有 {} 字节，而一个分块容纳 {}", target_.string(), name,
                        flatbuffer.size(), kMaximumChunkBytes);
  }
  const fs::path path = folder_ / name;
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  File file(descriptor);
  if (descriptor < 0 || !write_all(descriptor, header_of(flatbuffer)) ||
      !write_all(descriptor, flatbuffer) || ::fsync(descriptor) != 0 || !file.close()) {
    return fail(cannot_write(target_));
  }
  return {};
}

Result<void> CaptureFolder::publish() {
  if (::rename(folder_.c_str(), target_.c_str()) == 0) {
    folder_.clear();
    return {};
  }
  const Error in_the_way = cannot_write(target_);
  if (!is_capture(target_)) return fail(in_the_way);
  // The two change names in one step; the destructor then removes the old one.
  if (::renameat2(AT_FDCWD, folder_.c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) == 0) {
    return {};
  }
  fs::path old = folder_;
  old += ".old";
  if (::rename(target_.c_str(), old.c_str()) != 0) return fail(cannot_write(target_));
  if (::rename(folder_.c_str(), target_.c_str()) != 0) {
    const Error error = cannot_write(target_);
    (void)::rename(old.c_str(), target_.c_str());
    return fail(error);
  }
  folder_ = old;
  return {};
}

}  // namespace warplens::trace
