#include "viz/pipeline/order.h"

#include <algorithm>

namespace warplens::pipeline {

Order::Order(const machine::BarrierRecords& records, std::size_t events)
    : events_(static_cast<Step>(events)) {
  Step before = 0;  // events
  for (const machine::BarrierRecord& record : records.all()) {
    before = std::max(before, static_cast<Step>(std::min<std::uint64_t>(record.events, events)));
    const Step step = before + static_cast<Step>(stepping_.size());
    of_record_.push_back(step);
    if (record.step != machine::BarrierStep::race) stepping_.push_back(of_record_.size() - 1);
  }
}

Step Order::of_event(std::size_t row) const {
  const auto event = static_cast<Step>(row);
  // The records whose events before them are at most `row`.
  std::size_t first = 0, count = stepping_.size();
  while (count > 0) {
    const std::size_t half = count / 2;
    const std::size_t at = first + half;
    if (of_record_[stepping_[at]] - static_cast<Step>(at) <= event) {
      first = at + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return event + static_cast<Step>(first);
}

std::size_t Order::records_before(Step step) const {
  const auto next = std::ranges::lower_bound(
      stepping_, step, {}, [this](std::size_t record) { return of_record_[record]; });
  return static_cast<std::size_t>(next - stepping_.begin());
}

std::optional<std::size_t> Order::record_at(Step step) const {
  const std::size_t number = records_before(step);
  if (number == stepping_.size() || of_record_[stepping_[number]] != step) return std::nullopt;
  return stepping_[number];
}

std::optional<std::size_t> Order::event_until(Step step) const {
  const std::size_t records = records_before(step);
  const Step events = step - static_cast<Step>(records);
  const bool is_event = !record_at(step).has_value();
  if (is_event && events < events_) return events;
  if (events == 0) return std::nullopt;
  return std::min(events, events_) - 1;
}

}  // namespace warplens::pipeline
