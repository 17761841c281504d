// Which events the transport goes through: those that a lesson step is about, accesses to memory,
// or all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/session/kernel_result_ptr.h"
#include "kernels/trace/trace.h"

namespace warplens::session {

// An event passes when everything that is set fits. Nothing set: all pass.
struct EventFilter {
  bool accesses_only = false;  // to memory: no barriers, no branches
  std::string marker;          // text that the event's source line holds; empty: any line
  std::optional<trace::Space> space;
  std::optional<trace::EventKind> kind;
  friend bool operator==(const EventFilter&, const EventFilter&) = default;

  [[nodiscard]] bool passes_all() const { return *this == EventFilter{}; }
  [[nodiscard]] bool is_of_a_place() const { return !marker.empty() || space || kind; }
};

inline const EventFilter kAccesses{.accesses_only = true, .marker = {}, .space = {}, .kind = {}};

// The next wider filter: a place, then all accesses, then all events.
[[nodiscard]] EventFilter widened(const EventFilter& filter);
// The accesses of one site's source line, kind and space.
[[nodiscard]] EventFilter filter_of(const KernelResult& result, const trace::Site& site);

// The events of one launch that pass, in their order.
class PassingEvents {
 public:
  PassingEvents() = default;
  // Where nothing passes, the next wider filter stands in.
  PassingEvents(const KernelResult& result, std::size_t launch, const EventFilter& filter);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t event(std::size_t place) const {
    return rows_.empty() ? place : rows_[place];
  }
  // How many pass before `event`: its own place where it passes.
  [[nodiscard]] std::size_t place(std::size_t event) const;
  [[nodiscard]] bool has(std::size_t event) const;
  // That which was in force: wider than the one asked for where nothing passed that.
  [[nodiscard]] const EventFilter& filter() const { return filter_; }
  // Another one for other events.
  [[nodiscard]] std::string filter_key() const;

 private:
  std::size_t size_ = 0;
  std::vector<std::uint32_t> rows_;  // empty: all events
  EventFilter filter_;
};

}  // namespace warplens::session
