// A launch on named buffers, as expect_recorded_alike() wants it.
//
// May depend on: kernels/run.
#pragma once

#include <gtest/gtest.h>

#include "kernels/run/device_buffers.h"
#include "kernels/run/launch.h"
#include "kernels/run/toolkit/entry_name.h"
#include "tests/instrumented/recorded_alike.h"

namespace warplens {

// Runs the launch on `buffers`, and instrumented on copies of them.
inline void expect_recorded_alike(const std::shared_ptr<const ptx::Module>& module,
                                  const run::EntryLaunch& shape,
                                  const std::vector<run::PlainArgument>& arguments,
                                  run::DeviceBuffers& buffers) {
  const auto entry = run::find_entry(*module, shape.entry);
  ASSERT_TRUE(entry.has_value()) << entry.error().message.in(Language::en);
  const auto launch = [&](const std::shared_ptr<const ptx::Module>& any, machine::Memory& memory,
                          const machine::RunOptions& options) {
    return run::launch(any, shape, arguments, memory, options);
  };
  expect_recorded_alike({module, (*entry)->name, shape.grid, shape.block,
                         shape.dynamic_shared_bytes, buffers.specs().size(), launch},
                        buffers.memory());
}

inline void expect_recorded_alike(const std::shared_ptr<const ptx::Module>& module,
                                  const catalog::LaunchStep& step, run::DeviceBuffers& buffers) {
  const auto arguments =
      run::plain_arguments(step, [&](std::string_view buffer) { return buffers.address(buffer); });
  ASSERT_TRUE(arguments.has_value()) << arguments.error().message.in(Language::en);
  expect_recorded_alike(module, {step.entry, {}, step.grid, step.block, step.dynamic_shared_bytes},
                        *arguments, buffers);
}

}  // namespace warplens
