// The app's state, made from its assets.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "app/session/shared_gpu.h"
#include "app/state/app_state.h"
#include "kernels/base/memory_watch.h"

namespace warplens::ui {

// What of the machine the app may use; a test replaces it.
struct Machine {
  session::OpenDriver open_driver = device::Driver::open;
  session::Work work = nullptr;                  // null: session::compute()
  std::uint64_t memory = kDefaultMemory;         // bytes that this process may hold while it works
  std::vector<std::filesystem::path> lessons{};  // folders of a person's own
  // Folders beneath which files that own kernels name are read, beside the kernel's own.
  std::vector<std::filesystem::path> source_roots{};
};

// `wake` is called from another thread when a result is ready.
Result<std::unique_ptr<AppState>> make_app_state(const std::filesystem::path& assets,
                                                 std::function<void()> wake,
                                                 session::Features features, Machine machine = {});

}  // namespace warplens::ui
