// The program in a page: its window.
#include "app/ui/window/app.h"

extern "C" __attribute__((export_name("warplens_main"))) int warplens_main() {
  return warplens::ui::start_window({});
}
