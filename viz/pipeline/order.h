// A block's events and records (barrier_records.h) as one order, that in which the machine
// executed them: each is a step, but for races, which stand at the event that comes next. It is no
// time on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "kernels/machine/launch/barrier_records.h"
#include "kernels/trace/trace.h"

namespace warplens::pipeline {

// A block as it ran.
struct BarrierRun {
  std::shared_ptr<const machine::BarrierRecords> records;  // null: not known
  std::shared_ptr<const trace::Trace> trace;               // with that block's events alone
};

// A step's number, from 0.
using Step = std::uint32_t;
// Steps [begin, end).
struct Span {
  Step begin = 0, end = 0;
  [[nodiscard]] bool contains(Step step) const { return step >= begin && step < end; }
  friend bool operator==(const Span&, const Span&) = default;
};

class Order {
 public:
  Order() = default;
  Order(const machine::BarrierRecords& records, std::size_t events);

  [[nodiscard]] Step steps() const { return events_ + static_cast<Step>(stepping_.size()); }
  [[nodiscard]] Step of_record(std::size_t record) const { return of_record_[record]; }
  [[nodiscard]] Step of_event(std::size_t row) const;
  // What the step is: a record, else an event.
  [[nodiscard]] std::optional<std::size_t> record_at(Step step) const;
  // The event there, else the last before it; nothing: there is none.
  [[nodiscard]] std::optional<std::size_t> event_until(Step step) const;

 private:
  // Of those that are steps.
  [[nodiscard]] std::size_t records_before(Step step) const;

  Step events_ = 0;
  std::vector<Step> of_record_;
  std::vector<std::size_t> stepping_;  // records
};

}  // namespace warplens::pipeline
