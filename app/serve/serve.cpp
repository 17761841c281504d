#include "app/serve/serve.h"

#include <httplib.h>

#include <chrono>
#include <thread>

#include "kernels/run/run.h"

namespace warplens::serve {
namespace fs = std::filesystem;

namespace {

constexpr const char* kThisMachine = "127.0.0.1";

bool is_page(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / "warplens.wasm.bin", error) &&
         fs::is_regular_file(folder / "index.html", error);
}

Result<fs::path> page_for(const Request& request) {
  if (request.folder.empty()) {
    TRY(const fs::path assets, run::find_assets());
    return find_page(assets);
  }
  if (is_page(request.folder)) return request.folder;
  return fail(tr("{} holds no page of Warplens: scripts/web makes one", request.folder.string()));
}

// Ends the server once a stop is asked for, also one that does not listen yet.
class Ending {
 public:
  Ending(httplib::Server& server, const std::stop_token& stop)
      : watching_([&server, stop](const std::stop_token& over) {
          constexpr std::chrono::milliseconds kUntilNextLook{50};
          while (!over.stop_requested()) {
            if (stop.stop_requested()) server.stop();
            std::this_thread::sleep_for(kUntilNextLook);
          }
        }) {}

 private:
  std::jthread watching_;
};

}  // namespace

Result<fs::path> find_page(const fs::path& assets) {
  for (const char* place : {"web", "build/web"}) {
    const fs::path page = assets.parent_path() / place;
    if (is_page(page)) return page;
  }
  return fail(tr("there is no page beside {}: scripts/web makes it", assets.string()));
}

Result<void> serve(const Request& request, const std::stop_token& stop,
                   const std::function<void(const std::string& address)>& tell) {
  TRY(const fs::path page, page_for(request));
  httplib::Server server;
  server.set_mount_point("/", page.string());
  server.set_socket_options([](socket_t socket) {  // the library's own let two serve one port
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  const int port = request.port == 0 ? server.bind_to_any_port(kThisMachine)
                   : server.bind_to_port(kThisMachine, request.port) ? request.port
                                                                     : -1;
  if (port < 0) {
    return fail(
        tr("port {} of {} is taken: give another --port, or none", request.port, kThisMachine));
  }
  const Ending ending(server, stop);
  tell(fmt::format("http://{}:{}/", kThisMachine, port));
  if (!stop.stop_requested()) server.listen_after_bind();
  return {};
}

}  // namespace warplens::serve
