#include "kernels/injected/spool.h"

#include <fcntl.h>
#include <unistd.h>
#include <cstddef>
#include <cstdint>

#include <array>
#include <cerrno>

namespace warplens::injected {
namespace {

bool write_all(int file, const void* from, std::size_t bytes) {
  const auto* next = static_cast<const char*>(from);
  while (bytes != 0) {
    const ssize_t written = ::write(file, next, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    next += written;
    bytes -= static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace

Spool::Spool(const std::string& folder) {
  const std::string path = folder + "/" + std::to_string(::getpid()) + ".spool";
  descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor_ >= 0) write_all(descriptor_, spool::kMagic.data(), spool::kMagic.size());
}

void Spool::append(spool::Kind kind, const spool::Writer& fields) {
  const std::lock_guard lock(mutex_);
  if (descriptor_ < 0) return;
  const auto bytes = fields.written();
  const std::array<std::uint64_t, 2> header{static_cast<std::uint64_t>(kind), bytes.size()};
  if (write_all(descriptor_, header.data(), sizeof header) &&
      write_all(descriptor_, bytes.data(), bytes.size()))
    return;
  ::close(descriptor_);  // the disk is full: what is whole stays
  descriptor_ = -1;
}

void Spool::note(spool::NoteKind kind, std::uint64_t episode, std::uint64_t first,
                 std::uint64_t second, std::string_view text) {
  spool::Writer fields;
  fields.number(static_cast<std::uint64_t>(kind));
  fields.number(episode);
  fields.number(first);
  fields.number(second);
  fields.text(text);
  append(spool::Kind::note, fields);
}

}  // namespace warplens::injected
