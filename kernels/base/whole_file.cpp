#include "kernels/base/whole_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <optional>
#include <string>

namespace warplens {
namespace {

namespace fs = std::filesystem;

using Make = std::function<void(const TakePiece&)>;

bool write_pieces(int file, const Make& make) {
  bool is_written = true;
  make([&](std::string_view piece) {
    return is_written = is_written && write_all(file, std::as_bytes(std::span(piece)));
  });
  return is_written;
}

// The disk has what was written. A device and a pipe cannot be synchronised.
bool synchronise(int file) { return ::fsync(file) == 0 || errno == EINVAL || errno == EROFS; }

// Closes `file` in any case; errno says what went wrong.
bool write_and_close(int file, const Make& make) {
  const bool is_written = write_pieces(file, make) && synchronise(file);
  const int reason = errno;
  const bool is_closed = ::close(file) == 0;
  if (!is_written) errno = reason;
  return is_written && is_closed;
}

// Whether `path` is neither a file nor a folder: such a thing takes bytes without a name to
// exchange.
bool is_written_in_place(const fs::path& path) {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  return type == fs::file_type::character || type == fs::file_type::block ||
         type == fs::file_type::fifo || type == fs::file_type::socket;
}

// The target of a link, so that the file there is exchanged and not the link.
fs::path target_of(const fs::path& path) {
  std::error_code error;
  if (!fs::is_symlink(path, error)) return path;
  const fs::path target = fs::canonical(path, error);
  return error ? path : target;
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

Result<void> write_in_place(const fs::path& path, const Make& make) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (file < 0 || !write_and_close(file, make)) return fail(cannot_write(path));
  return {};
}

// The process whose file beside `path` is called so: PATH.PROCESS-ATTEMPT.tmp.
std::optional<pid_t> writer_of(const std::string& name, const fs::path& path) {
  const std::string begin = path.filename().string() + ".";
  constexpr std::string_view kEnd = ".tmp";
  if (!name.starts_with(begin) || !name.ends_with(kEnd)) return std::nullopt;
  if (name.size() < begin.size() + kEnd.size()) return std::nullopt;
  const char* first = name.data() + begin.size();
  const char* last = name.data() + name.size() - kEnd.size();
  pid_t process = 0;
  int attempt = 0;
  const auto dash = std::from_chars(first, last, process);
  if (dash.ec != std::errc() || dash.ptr == last || *dash.ptr != '-') return std::nullopt;
  const auto end = std::from_chars(dash.ptr + 1, last, attempt);
  const bool is_whole = end.ec == std::errc() && end.ptr == last && process > 0;
  return is_whole ? std::optional(process) : std::nullopt;
}

bool has_ended(pid_t process) { return ::kill(process, 0) != 0 && errno == ESRCH; }

// Nobody holds it, be it a process that cannot be seen from here.
bool is_free(const fs::path& file) {
  const int opened = ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (opened < 0) return false;
  const bool is_free = ::flock(opened, LOCK_EX | LOCK_NB) == 0;
  ::close(opened);
  return is_free;
}

// What writers of `path` had begun when they were killed.
void remove_leftovers(const fs::path& path) {
  std::error_code error;
  for (fs::directory_iterator each(folder_of(path), error), end; !error && each != end;
       each.increment(error)) {
    const auto writer = writer_of(each->path().filename().string(), path);
    std::error_code ignored;
    if (!writer || !has_ended(*writer) || !each->is_regular_file(ignored)) continue;
    if (is_free(each->path())) fs::remove(each->path(), ignored);
  }
}

// A file of its own beside `path`, held until it is closed.
int open_beside(const fs::path& path, fs::path& made) {
  remove_leftovers(path);
  for (int attempt = 0; attempt < 1000; ++attempt) {
    made = path;
    made += fmt::format(".{}-{}.tmp", ::getpid(), attempt);
    const int file =
        ::open(made.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file >= 0) ::flock(file, LOCK_EX);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

}  // namespace

Error cannot_write(const fs::path& path, std::string_view reason) {
  return {tr("cannot write '{}': {}", path.string(), reason)};
}

Error cannot_write(const fs::path& path) { return cannot_write(path, std::strerror(errno)); }

Result<fs::path> new_file_beside(const fs::path& path) {
  fs::path made;
  const int file = open_beside(path, made);
  if (file >= 0 && ::close(file) == 0) return made;
  return fail(cannot_write(path));
}

bool synchronise(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  return file >= 0 && write_and_close(file, [](const TakePiece&) {});
}

bool write_all(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

Result<void> write_whole_file(const fs::path& path, const Make& make) {
  if (is_written_in_place(path)) return write_in_place(path, make);
  const fs::path target = target_of(path);
  fs::path made;
  const int file = open_beside(target, made);
  if (file < 0) return fail(cannot_write(path));
  std::error_code error;
  const fs::file_status before = fs::status(target, error);
  if (write_and_close(file, make)) {
    if (fs::is_regular_file(before)) fs::permissions(made, before.permissions(), error);
    if (::rename(made.c_str(), target.c_str()) == 0) return {};
  }
  const int reason = errno;
  fs::remove(made, error);
  return fail(cannot_write(path, std::strerror(reason)));
}

Result<void> write_whole_file(const fs::path& path, std::string_view text) {
  return write_whole_file(path, [text](const TakePiece& take) { take(text); });
}

Result<void> write_whole_file(const fs::path& path, std::span<const std::byte> bytes) {
  return write_whole_file(
      path, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

Result<void> check_writable(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return fail(cannot_write(path, "a folder has that name"));
  const fs::path target = target_of(path);
  const fs::path what = is_written_in_place(path) ? path : folder_of(target);
  if (::access(what.c_str(), W_OK) == 0) return {};
  return fail(cannot_write(path, fmt::format("{}: {}", what.string(), std::strerror(errno))));
}

}  // namespace warplens
