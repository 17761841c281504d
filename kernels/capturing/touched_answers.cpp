#include "kernels/capturing/touched_answers.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <stop_token>

#include "kernels/capturing/touched_parts.h"

namespace warplens::capturing {
namespace {

namespace fs = std::filesystem;
namespace spool = injected::spool;

// While it is looked for the program waits.
constexpr std::chrono::seconds kLongestAnswer{20};

int listen_in(const fs::path& folder) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = (folder / spool::kAskedSocket).string();
  if (path.size() >= sizeof address.sun_path) return -1;
  std::memcpy(address.sun_path, path.c_str(), path.size());
  const int listening = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  constexpr int kWaiting = 16;
  if (listening < 0) return -1;
  if (::bind(listening, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
      ::listen(listening, kWaiting) == 0)
    return listening;
  ::close(listening);
  return -1;
}

// With a process about one episode. A stop ends what it waits for.
class Conversation {
 public:
  Conversation(int connection, const fs::path& folder, const std::stop_token& stop)
      : connection_(connection), folder_(folder), stop_(stop) {}
  ~Conversation() { ::close(connection_); }
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  void hold() {
    const std::stop_callback wake(stop_, [this] { ::shutdown(connection_, SHUT_RDWR); });
    std::array<std::uint64_t, 3> question{};
    TouchedParts parts(kLongestAnswer);
    while (::recv(connection_, question.data(), sizeof question, MSG_WAITALL) ==
           static_cast<ssize_t>(sizeof question)) {
      auto spooled = read_spool(folder_ / fmt::format("{}.spool", question[0]));
      if (!spooled.has_value()) return send({spool::kNobodyKnows});
      const auto found = parts.look(std::move(*spooled), question[1], question[2], stop_);
      if (!found || found->size() > spool::kMostParts) return send({spool::kNobodyKnows});
      std::vector<std::uint64_t> answer{found->size()};
      for (const captured::Range& part : *found)
        answer.insert(answer.end(), {part.begin, part.end - part.begin});
      send(answer);
    }
  }

 private:
  void send(const std::vector<std::uint64_t>& words) const {
    std::size_t sent = 0;
    const std::size_t bytes = words.size() * sizeof words.front();
    while (sent < bytes) {
      const auto* next = reinterpret_cast<const std::byte*>(words.data()) + sent;
      const ssize_t more = ::send(connection_, next, bytes - sent, MSG_NOSIGNAL);
      if (more <= 0) return;
      sent += static_cast<std::size_t>(more);
    }
  }

  int connection_;
  const fs::path& folder_;
  const std::stop_token& stop_;
};

}  // namespace

TouchedAnswers::TouchedAnswers(const fs::path& folder) : listening_(listen_in(folder)) {
  if (listening_ < 0) return;
  answering_ = std::jthread([listening = listening_, folder](const std::stop_token& stop) {
    const std::stop_callback wake(stop, [=] { ::shutdown(listening, SHUT_RDWR); });
    while (!stop.stop_requested()) {
      const int connection = ::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC);
      if (connection < 0) return;
      Conversation(connection, folder, stop).hold();
    }
  });
}

TouchedAnswers::~TouchedAnswers() {
  answering_ = {};
  if (listening_ >= 0) ::close(listening_);
}

}  // namespace warplens::capturing
