// What the workshop has to work out, on threads of its own: the answer to what is asked, and a map
// that is looked for.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "kernels/base/job.h"
#include "viz/swizzle/answer.h"
#include "viz/swizzle/find.h"
#include "viz/swizzle/spec.h"

namespace warplens::ui {

using SwizzleAnswerPtr = std::shared_ptr<const swizzle::SwizzleAnswer>;

class WorkshopAnswers {
 public:
  // Takes what is done; begins with `spec` where that is not what was asked last.
  void ask(const swizzle::SwizzleSpec& spec);
  // The latest that there is, until the next comes; null before the first.
  [[nodiscard]] const SwizzleAnswerPtr& shown() const { return shown_; }
  // Why there is none to what was asked last.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  [[nodiscard]] bool is_under_way() const { return job_.is_under_way(); }

 private:
  Job<swizzle::SwizzleSpec, SwizzleAnswerPtr> job_;
  SwizzleAnswerPtr shown_;
  std::optional<Error> error_;
};

// One search at a time.
class WorkshopSearch {
 public:
  struct Progress {
    std::atomic<std::uint32_t> done = 0, all = 0;
  };

  void begin(const swizzle::SwizzleSpec& spec);
  void cancel() { job_.cancel(); }
  // Whatever is looked for, or was found, for other accesses than `spec`'s is forgotten.
  void follow(const swizzle::SwizzleSpec& spec);

  [[nodiscard]] bool is_under_way() const { return job_.busy(); }
  [[nodiscard]] std::uint32_t done() const { return progress_->done; }
  [[nodiscard]] std::uint32_t all() const { return progress_->all; }
  // Of the accesses that are asked about; null where nothing was looked for.
  [[nodiscard]] const Result<swizzle::Found>* found() const { return job_.result(); }

 private:
  std::shared_ptr<Progress> progress_ = std::make_shared<Progress>();  // of the latest search
  Job<swizzle::SwizzleSpec, swizzle::Found> job_;
};

}  // namespace warplens::ui
