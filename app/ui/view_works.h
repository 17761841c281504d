// What views make beside the frame: a struct of jobs a feature, kept by type and made when it is
// asked for first. They go on from one result to the next.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <typeindex>

#include "kernels/base/job.h"

namespace warplens::ui {

class ViewWork {
 public:
  ViewWork() = default;
  ViewWork(const ViewWork&) = delete;
  ViewWork& operator=(const ViewWork&) = delete;
  virtual ~ViewWork() = default;
  // Something that was asked for is not there yet.
  [[nodiscard]] virtual bool is_under_way() const = 0;
};

// Of one job.
template <class Request, class Value>
struct ViewJob : ViewWork {
  Job<Request, Value> job;
  [[nodiscard]] bool is_under_way() const final { return job.is_under_way(); }
};

class ViewWorks {
 public:
  // Stays where it is.
  template <class Work>
  [[nodiscard]] Work& of() {
    std::unique_ptr<ViewWork>& kept = kept_[typeid(Work)];
    if (!kept) kept = std::make_unique<Work>();
    return static_cast<Work&>(*kept);
  }
  [[nodiscard]] bool is_under_way() const {
    return std::ranges::any_of(kept_, [](const auto& each) { return each.second->is_under_way(); });
  }

 private:
  std::map<std::type_index, std::unique_ptr<ViewWork>> kept_;
};

}  // namespace warplens::ui
