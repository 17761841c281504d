// An observer of a launch's events as they come, so that they need not be kept.
#pragma once

#include <cstdint>

#include "kernels/trace/trace.h"

namespace warplens::trace {

class EventReader {
 public:
  EventReader() = default;
  EventReader(const EventReader&) = delete;
  EventReader& operator=(const EventReader&) = delete;
  virtual ~EventReader() = default;

  // A launch begins, or begins anew: `launch` is what is known of it before.
  virtual void start(const Trace& launch) = 0;
  // Whether the events of this site are read.
  [[nodiscard]] virtual bool reads(std::uint32_t site) const = 0;
  // Takes what a block did at those sites, in order. Blocks come in linear order, from one thread
  // at a time, and patterns keep their numbers from block to block.
  virtual void read(const Events& block) = 0;
};

// Reads none: events are counted and let go.
class NoEventReader final : public EventReader {
 public:
  void start(const Trace&) override {}
  [[nodiscard]] bool reads(std::uint32_t) const override { return false; }
  void read(const Events&) override {}
};

}  // namespace warplens::trace
