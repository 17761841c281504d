// The folder that scripts/web makes, on 127.0.0.1: browsers let no page from a disk read its own
// files.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "kernels/base/result.h"

namespace warplens::serve {

struct Request {
  std::filesystem::path folder;  // empty: the installed page, or that of the source tree
  int port = 0;                  // 0: one that is free
};

// The page beside the assets: share/warplens/web, or build/web of a source tree. Errors: neither is
// there.
Result<std::filesystem::path> find_page(const std::filesystem::path& assets);

// Until a stop is asked for; `tell` is called with the page's address once it can be opened.
// Errors: no page in the folder, the port is taken.
Result<void> serve(const Request& request, const std::stop_token& stop,
                   const std::function<void(const std::string& address)>& tell);

}  // namespace warplens::serve
