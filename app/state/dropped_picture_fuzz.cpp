// Any bytes as a PNG that is dropped on the window while a picture's kernel is shown: the kernel
// runs on its pixels, or one line says what is wrong and what was shown stays.
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "app/features/features.h"
#include "app/session/kernel_result.h"
#include "app/state/exploring.h"
#include "app/state/make_app_state.h"
#include "kernels/run/run.h"

namespace {

namespace fs = std::filesystem;
using namespace warplens;

// The app without a window, on a small picture.
class DropTarget {
 public:
  DropTarget() {
    ui::explore(*app_);
    const session::Stage stage{"invert/pixel", {{"width", 16}, {"height", 8}}, {}, {}, {}};
    if (!app_->session.set_stage(stage).has_value()) __builtin_trap();
    settle();
    if (!ui::has_picture(*app_)) __builtin_trap();
  }
  ~DropTarget() { fs::remove(path_); }

  void drop(const std::uint8_t* data, std::size_t size) {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    ui::open_dropped(*app_, path_);
    settle();
    const auto& error = app_->session.error();
    if (!ui::has_picture(*app_)) __builtin_trap();
    if (!error.has_value()) return;
    const std::string line = error->message.in(Language::en);
    if (line.empty() || line.find('\n') != std::string::npos) __builtin_trap();
  }

 private:
  void settle() {
    while (app_->session.busy()) std::this_thread::sleep_for(std::chrono::microseconds(50));
    app_->session.update(0);
  }

  fs::path path_ =
      fs::temp_directory_path() / ("warplens-dropped-" + std::to_string(getpid()) + ".png");
  std::unique_ptr<ui::AppState> app_ =
      std::move(ui::make_app_state(run::find_assets().value(), nullptr, features::all()).value());
};

DropTarget& drop_target() {
  static DropTarget target;
  return target;
}

}  // namespace

// Starting the app is no part of an input's time.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  static_cast<void>(drop_target());
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  drop_target().drop(data, size);
  return 0;
}
