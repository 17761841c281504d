// A file whose pack the page is still fetching is waited for where it is opened.
#include <wasi/api.h>

#include "app/platform/web/wait.h"

namespace {

constexpr double kUntilNextLook = 4;  // milliseconds

}  // namespace

// lld's --wrap gives the C library's function of that name this one, and calls it __real.
extern "C" {
__wasi_errno_t __real___wasi_path_open(__wasi_fd_t folder, __wasi_lookupflags_t look,
                                       const char* path, __wasi_oflags_t how, __wasi_rights_t base,
                                       __wasi_rights_t inheriting, __wasi_fdflags_t flags,
                                       __wasi_fd_t* opened);

__wasi_errno_t __wrap___wasi_path_open(__wasi_fd_t folder, __wasi_lookupflags_t look,
                                       const char* path, __wasi_oflags_t how, __wasi_rights_t base,
                                       __wasi_rights_t inheriting, __wasi_fdflags_t flags,
                                       __wasi_fd_t* opened) {
  static const unsigned never = 0;
  while (true) {
    const __wasi_errno_t result =
        __real___wasi_path_open(folder, look, path, how, base, inheriting, flags, opened);
    if (result != __WASI_ERRNO_AGAIN) return result;
    warplens::web::wait(&never, never, kUntilNextLook);
  }
}
}
