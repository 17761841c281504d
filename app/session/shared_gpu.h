// This machine's GPU, opened once, off the UI thread, and used by one at a time.
//
//   SharedGpu gpu(open, wake)      looks for a driver and its GPUs on a thread of its own
//   auto turn = gpu.borrow(stop)   waits for its turn, from any thread, in the order of asking; the
//                                  first one opens the GPU: a context takes memory on it
//   turn->gpu()                    nobody else uses it until the turn ends
//
// So traces of two kernels and live timing take turns, and none disturbs what another measures.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "kernels/device/gpu.h"

namespace warplens::session {

using GpuPtr = std::shared_ptr<const device::Gpu>;
// Errors: no driver or no GPU, in one line that says what to do.
using OpenDriver = std::function<Result<device::Driver>()>;

class SharedGpu {
 public:
  // `wake` is called, on the thread that looks, once it is known whether there is a GPU.
  SharedGpu(OpenDriver open, std::function<void()> wake);
  ~SharedGpu();
  SharedGpu(const SharedGpu&) = delete;
  SharedGpu& operator=(const SharedGpu&) = delete;

  class Turn {
   public:
    Turn(Turn&& other) noexcept;
    Turn& operator=(Turn&&) = delete;
    ~Turn();
    [[nodiscard]] const GpuPtr& gpu() const { return gpu_; }
    // After an error: what a kernel did wrong spoils the GPU's context, so the next turn opens it
    // anew.
    void spoil();

   private:
    friend class SharedGpu;
    Turn(SharedGpu& of, GpuPtr gpu) : of_(&of), gpu_(std::move(gpu)) {}
    SharedGpu* of_;  // null once moved from
    GpuPtr gpu_;
  };
  // Errors: why there is no GPU or no context on it; "cancelled" when `stop` is requested before
  // the turn comes.
  Result<Turn> borrow(const std::stop_token& stop);
  // The driver alone.
  Result<void> find(const std::stop_token& stop);

  void wait_until_known();  // whether there is one

  [[nodiscard]] std::size_t waiting() const;  // how many ask for a turn

  enum class State : std::uint8_t { unknown, present, absent };
  [[nodiscard]] State state() const;
  [[nodiscard]] std::string name() const;  // "NVIDIA H200"; empty unless present
  [[nodiscard]] Error why_not() const;     // one line; empty unless absent

 private:
  [[nodiscard]] bool wait_for_turn(const std::stop_token& stop);
  void end_turn();
  Result<void> find_in_turn();
  Result<void> open_in_turn();

  OpenDriver open_;
  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  // Guarded by mutex_.
  std::deque<std::uint64_t> waiting_;  // numbers of those who asked, in order
  std::uint64_t next_ = 0;
  bool is_lent_ = false;
  State state_ = State::unknown;
  std::string name_;
  Error why_not_;

  // Of whoever has the turn.
  std::optional<device::Driver> driver_;
  GpuPtr gpu_;            // null: not open
  std::jthread looking_;  // last: it uses all of the above
};

}  // namespace warplens::session
