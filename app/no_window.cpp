// In place of the window, in a program that was built without it.
#include "app/cli/text/print.h"
#include "app/ui/window/app.h"

namespace warplens::ui {
namespace {

int refuse() {
  cli::print_error("warplens: built without its window: build it with WARPLENS_WINDOW=ON\n");
  return 1;
}

}  // namespace

int start_window(const session::WindowRequest& /*request*/) { return refuse(); }

int write_screenshot(const session::Screenshot& /*shown*/) { return refuse(); }

int write_tour(const session::TourRequest& /*request*/) { return refuse(); }

int write_sheet(const session::SheetRequest& /*request*/) { return refuse(); }

}  // namespace warplens::ui
