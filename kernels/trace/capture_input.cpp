#include "kernels/trace/capture_input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "kernels/trace/capture_files.h"

namespace warplens::trace {
namespace fs = std::filesystem;

namespace {

Error cannot_open(const fs::path& path, int reason) {
  if (reason == ENOENT) return damaged(path, tr("it is missing"));
  return {tr("cannot read '{}': {}", path.string(), std::strerror(reason))};
}

}  // namespace

Result<InputFile> InputFile::open(const fs::path& path) {
  InputFile file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (file.descriptor_ < 0) return fail(cannot_open(path, errno));
  struct stat about {};
  if (::fstat(file.descriptor_, &about) != 0 || !S_ISREG(about.st_mode)) {
    return fail(damaged(path, tr("it is no regular file")));
  }
  file.size_ = static_cast<std::uint64_t>(about.st_size);
  return file;
}

InputFile::~InputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::size_t InputFile::read(std::uint64_t at, std::span<std::byte> bytes) const {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::pread(descriptor_, bytes.data() + done, bytes.size() - done,
                                  static_cast<off_t>(at + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

}  // namespace warplens::trace
