// The program in a page: its window, at what the page's address names after '#'.
#include <cstdlib>

#include "app/ui/window/app.h"

extern "C" __attribute__((export_name("warplens_main"))) int warplens_main() {
  warplens::session::WindowRequest request;
  if (const char* link = std::getenv("WARPLENS_LINK"); link != nullptr) request.link = link;
  if (const char* language = std::getenv("WARPLENS_LANGUAGE"); language != nullptr)
    request.language = language;
  return warplens::ui::start_window(request);
}
