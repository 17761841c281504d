// For the loader (LD_AUDIT, rtld-audit(7)): libraries whose names begin with a word of
// HIDDEN_LIBRARIES are found nowhere, as on a machine without them.
#include <link.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

bool is_hidden(const char* path) {
  const char* slash = std::strrchr(path, '/');
  const char* name = slash == nullptr ? path : slash + 1;
  const char* word = std::getenv("HIDDEN_LIBRARIES");
  while (word != nullptr && *word != '\0') {
    const std::size_t length = std::strcspn(word, " ");
    if (length != 0 && std::strncmp(name, word, length) == 0) return true;
    word += length;
    word += std::strspn(word, " ");
  }
  return false;
}

}  // namespace

extern "C" {
// The loader's own names.
__attribute__((visibility("default"))) unsigned la_version(unsigned) { return LAV_CURRENT; }
__attribute__((visibility("default"))) char* la_objsearch(const char* name, std::uintptr_t*,
                                                          unsigned) {
  return is_hidden(name) ? nullptr : const_cast<char*>(name);
}
}
