// What the workshop has to work out, on threads of its own: the answer to what is asked, and a map
// that is looked for.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>

#include "app/ui/making.h"
#include "viz/swizzle/checked/answer.h"
#include "viz/swizzle/find.h"

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
  [[nodiscard]] bool is_under_way() const { return is_awaited_; }

 private:
  using Outcome = Result<SwizzleAnswerPtr>;
  std::string asked_;
  bool is_awaited_ = false;
  std::stop_source stop_;
  Making<Outcome> making_;
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
  void cancel();
  // Takes what is done. Whatever was found for other accesses than `spec`'s is forgotten.
  void follow(const swizzle::SwizzleSpec& spec);

  [[nodiscard]] bool is_under_way() const { return progress_ != nullptr; }
  [[nodiscard]] std::uint32_t done() const { return progress_ ? progress_->done.load() : 0; }
  [[nodiscard]] std::uint32_t all() const { return progress_ ? progress_->all.load() : 0; }
  // Of the accesses that are asked about; null where nothing was looked for.
  [[nodiscard]] const Result<swizzle::Found>* found() const { return found_ ? &*found_ : nullptr; }

 private:
  void take();

  swizzle::SwizzleSpec asked_;
  std::uint64_t begun_ = 0;
  std::stop_source stop_;
  std::shared_ptr<Progress> progress_;  // null: none is under way
  Making<Result<swizzle::Found>> making_;
  std::optional<Result<swizzle::Found>> found_;
};

}  // namespace warplens::ui
