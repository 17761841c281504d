// A file whose pack the page is still fetching is waited for where it is opened.
#include <wasi/api.h>

#include <string>

#include "app/platform/web/wait.h"

namespace {

constexpr double kUntilNextLook = 4;  // milliseconds

}  // namespace

extern "C" __wasi_errno_t warplens_path_open(__wasi_fd_t folder, __wasi_lookupflags_t look,
                                             const char* path, __wasi_oflags_t how,
                                             __wasi_rights_t base, __wasi_rights_t inheriting,
                                             __wasi_fdflags_t flags, __wasi_fd_t* opened) {
  static const unsigned never = 0;
  const std::string kept = path;  // it lies where the next thread that opens a file has its own
  while (true) {
    const __wasi_errno_t result =
        __wasi_path_open(folder, look, kept.c_str(), how, base, inheriting, flags, opened);
    if (result != __WASI_ERRNO_AGAIN) return result;
    warplens::web::wait(&never, never, kUntilNextLook);
  }
}
