// The program: the command line, and the window behind it.
#include "app/cli/cli.h"
#include "app/ui/window/app.h"

int main(int argc, char** argv) {
  using namespace warplens;
  return cli::run(argc, argv, {ui::start_window, ui::write_screenshot, ui::write_tour, ui::write_sheet});
}
