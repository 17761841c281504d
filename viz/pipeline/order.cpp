#include "viz/pipeline/order.h"

#include <algorithm>

namespace warplens::pipeline {

Order::Order(const machine::BarrierRecords& records, std::size_t events)
    : events_(static_cast<Step>(events)) {
  Step latest = 0;
  for (const machine::BarrierRecord& record : records.all()) {
    const auto before = static_cast<Step>(std::min<std::uint64_t>(record.events, events));
    latest = std::max(latest, before);
    before_.push_back(latest);
  }
}

Step Order::of_event(std::size_t row) const {
  const auto event = static_cast<Step>(row);
  return event + static_cast<Step>(std::ranges::upper_bound(before_, event) - before_.begin());
}

std::size_t Order::records_before(Step step) const {
  std::size_t first = 0, count = before_.size();
  while (count > 0) {
    const std::size_t half = count / 2;
    if (of_record(first + half) < step) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}

std::optional<std::size_t> Order::record_at(Step step) const {
  const std::size_t record = records_before(step);
  if (record == before_.size() || of_record(record) != step) return std::nullopt;
  return record;
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
