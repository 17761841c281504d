#include "kernels/injected/touched_parts.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "kernels/injected/spool_format.h"

namespace warplens::injected {
namespace {

// More than it takes to answer: who does not has ended.
constexpr int kPatienceMilliseconds = 60'000;

bool receive(int socket, void* to, std::size_t bytes) {
  auto* next = static_cast<std::byte*>(to);
  while (bytes != 0) {
    pollfd waits{socket, POLLIN, 0};
    const int ready = ::poll(&waits, 1, kPatienceMilliseconds);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    const ssize_t got = ::recv(socket, next, bytes, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    next += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace

TouchedQuestion::TouchedQuestion(const std::string& folder) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = folder + "/" + spool::kAskedSocket;
  if (path.size() >= sizeof address.sun_path) return;
  std::memcpy(address.sun_path, path.c_str(), path.size());
  socket_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket_ < 0) return;
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return;
  ::close(socket_);
  socket_ = -1;
}

TouchedQuestion::~TouchedQuestion() {
  if (socket_ >= 0) ::close(socket_);
}

std::optional<std::vector<TouchedPart>> TouchedQuestion::ask(std::uint64_t episode,
                                                             std::uint64_t left) const {
  if (socket_ < 0) return std::nullopt;
  const std::array<std::uint64_t, 3> question{static_cast<std::uint64_t>(::getpid()), episode,
                                              left};
  if (::send(socket_, question.data(), sizeof question, MSG_NOSIGNAL) != sizeof question)
    return std::nullopt;
  std::uint64_t count = 0;
  if (!receive(socket_, &count, sizeof count) || count > spool::kMostParts) return std::nullopt;
  std::vector<TouchedPart> parts(static_cast<std::size_t>(count));
  for (TouchedPart& part : parts)
    if (!receive(socket_, &part.address, sizeof part.address) ||
        !receive(socket_, &part.bytes, sizeof part.bytes))
      return std::nullopt;
  return parts;
}

}  // namespace warplens::injected
