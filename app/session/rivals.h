// Kernels that stand nowhere on the stage and are only compared by their sums: run one after
// another on a thread of their own, so that no frame waits for them.
//
//   run(selections) ─► thread: work(selection)… ─► sums_of() each ─► sums(), all of them or none
//
// Used on the UI thread; `work` and `wake` run on the thread's.
#pragma once

#include <functional>
#include <future>
#include <stop_token>
#include <vector>

#include "app/session/figures.h"
#include "app/session/worker.h"

namespace warplens::session {

class Rivals {
 public:
  Rivals(Work work, std::function<void()> wake);
  ~Rivals();
  Rivals(const Rivals&) = delete;
  Rivals& operator=(const Rivals&) = delete;

  // Stops what runs for others; what is there for the same ones stays.
  void run(std::vector<Selection> wanted);
  // One a selection, in their order; null while they run, and where one of them could not.
  [[nodiscard]] const std::vector<Sums>* sums() const;
  [[nodiscard]] bool busy() const;
  void update();  // takes what is done

 private:
  // The sums are there before `wake` is called, and so before the thread ends.
  struct Coming {
    std::future<Result<std::vector<Sums>>> sums;
    std::future<void> thread;
  };

  Work work_;
  std::function<void()> wake_;
  std::vector<Selection> wanted_;
  std::vector<Sums> sums_;
  std::stop_source stop_;
  Coming coming_;
  std::vector<std::future<void>> forgotten_;  // ending them would have to wait
};

}  // namespace warplens::session
