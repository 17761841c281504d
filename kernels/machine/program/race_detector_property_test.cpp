// Random programs of accesses, barriers, fences and flags, against a happens-before graph searched
// naively.
//
// Compared for every lane of every access: is there a race with an earlier write or atomic, does it
// matter (not only same-value writes), is the earlier access that is named one of those that race,
// and is every instruction, or every tracked load, named whose earlier read races.
#include <gmock/gmock.h>

#include <bit>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "kernels/base/all_tests.h"
#include "kernels/machine/program/race_detector.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kThreads = 70;  // the last warp has six
constexpr std::uint32_t kBytes = 32;

struct Event {
  std::uint32_t thread = 0;
  RaceAccessKind kind = RaceAccessKind::read;
  std::uint32_t instruction = 0, begin = 0, end = 0;
  std::uint64_t load = 0;
  std::array<std::byte, 16> value{};
  std::vector<bool> before;  // events ordered before this one
};

bool is_read(RaceAccessKind kind) { return plain(kind) == RaceAccessKind::read; }
bool is_write(RaceAccessKind kind) { return plain(kind) == RaceAccessKind::write; }
bool is_plain(RaceAccessKind kind) {
  return kind == RaceAccessKind::read || kind == RaceAccessKind::write;
}

bool conflict(RaceAccessKind a, RaceAccessKind b) {
  if (is_read(a) && is_read(b)) return false;
  if (is_plain(a) || is_plain(b)) return true;
  const auto is_volatile = [](RaceAccessKind kind) {
    return kind == RaceAccessKind::volatile_read || kind == RaceAccessKind::volatile_write;
  };
  return is_volatile(a) && is_volatile(b);
}

using Read = std::pair<std::uint32_t, std::uint64_t>;  // instruction, load

// What is ordered before a thread's next event is a set of events; a barrier joins such sets, and a
// location that is released to holds one.
class Oracle {
 public:
  Oracle() : past_(kThreads), seen_(kThreads), fenced_(kThreads) {}

  enum class Verdict : std::uint8_t { none, same_value, race };
  struct Answer {
    Verdict verdict = Verdict::none;  // against earlier writes and atomics
    std::vector<const Event*> racing;
    std::set<Read> reads;
  };

  Answer add(Event event) {
    event.before = past_[event.thread];
    Answer answer;
    for (std::uint32_t byte = event.begin; byte < event.end; ++byte) look(event, byte, answer);
    events_.push_back(event);
    past_[event.thread].resize(events_.size(), false);
    past_[event.thread].back() = true;
    return answer;
  }
  void fence(std::span<const std::uint32_t> threads, FenceSides sides) {
    for (const auto thread : threads) {
      if (sides.acquires) join(past_[thread], std::exchange(seen_[thread], {}));
      if (sides.releases) fenced_[thread] = past_[thread];
    }
  }
  [[nodiscard]] bool has_fenced(std::uint32_t thread) const { return fenced_[thread].has_value(); }
  void strong_access(const StrongAccess& access, std::uint32_t thread, std::uint64_t place) {
    Location& location = locations_[place];
    if (access.reads) join(access.acquires ? past_[thread] : seen_[thread], location.released);
    if (!access.writes) return;
    const bool adds = access.updates || access.width < 4 || location.releaser == thread;
    if (!adds) location = {};
    if (fenced_[thread] && !access.releases) join(location.released, *fenced_[thread]);
    if (!access.releases) return;
    join(location.released, past_[thread]);
    location.releaser = thread;
  }
  // All threads meet: what fences and flags told before is known.
  void start_epoch() {
    seen_.assign(kThreads, {});
    fenced_.assign(kThreads, std::nullopt);
    locations_.clear();
  }
  void arrive(std::vector<bool>& barrier, std::span<const std::uint32_t> threads) {
    for (const auto thread : threads) join(barrier, past_[thread]);
  }
  void wait(const std::vector<bool>& barrier, std::span<const std::uint32_t> threads) {
    for (const auto thread : threads) join(past_[thread], barrier);
  }

 private:
  static bool in(const std::vector<bool>& set, std::size_t i) { return i < set.size() && set[i]; }
  static void join(std::vector<bool>& into, const std::vector<bool>& from) {
    if (into.size() < from.size()) into.resize(from.size(), false);
    for (std::size_t i = 0; i < from.size(); ++i) into[i] = into[i] || from[i];
  }
  static bool covers(const Event& event, std::uint32_t byte) {
    return event.begin <= byte && byte < event.end;
  }
  // A write whose value another write has replaced, in order, no longer matters.
  bool overwritten(std::size_t i, std::uint32_t byte) const {
    if (!is_write(events_[i].kind)) return false;
    for (std::size_t j = i + 1; j < events_.size(); ++j) {
      const Event& other = events_[j];
      const bool stands_for = other.kind == RaceAccessKind::write || other.kind == events_[i].kind;
      if (stands_for && covers(other, byte) && in(other.before, i)) return true;
    }
    return false;
  }
  void look(const Event& event, std::uint32_t byte, Answer& answer) const {
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const Event& old = events_[i];
      const bool meets =
          covers(old, byte) && old.thread != event.thread && conflict(old.kind, event.kind);
      if (!meets || in(event.before, i) || overwritten(i, byte)) continue;
      const bool same = is_write(old.kind) && is_write(event.kind) &&
                        old.value[byte - old.begin] == event.value[byte - event.begin];
      answer.racing.push_back(&old);
      if (is_read(old.kind)) {
        answer.reads.emplace(old.instruction, old.load);
      } else {
        answer.verdict = std::max(answer.verdict, same ? Verdict::same_value : Verdict::race);
      }
    }
  }

  std::deque<Event> events_;  // answers point into it
  struct Location {
    std::vector<bool> released;
    std::uint32_t releaser = kThreads;
  };
  std::vector<std::vector<bool>> past_, seen_;
  std::vector<std::optional<std::vector<bool>>> fenced_;
  std::map<std::uint64_t, Location> locations_;
};

enum class Barriers : std::uint8_t { whole, partial, fences };

class Program {
 public:
  Program(std::uint64_t seed, Barriers barriers, bool tracked)
      : random_(seed), barriers_(barriers), tracked_(tracked) {}

  void run() {
    for (instruction_ = 0; instruction_ < 60; ++instruction_) step();
  }
  [[nodiscard]] int races() const { return races_; }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

  std::vector<std::uint32_t> some_threads() {
    std::vector<std::uint32_t> threads;
    for (const std::uint32_t t : {0u, 1u, 5u, 31u, 32u, 33u, 64u, 69u})
      if (below(2) == 0) threads.push_back(t);
    return threads;
  }
  static std::vector<std::uint32_t> lanes_of(std::uint32_t warp, std::uint32_t mask) {
    std::vector<std::uint32_t> threads;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      if ((mask >> lane & 1) != 0 && warp * kWarpSize + lane < kThreads)
        threads.push_back(warp * kWarpSize + lane);
    return threads;
  }

  void step() {
    constexpr std::uint32_t kChoices[] = {18, 24, 40};
    const std::uint32_t choice = below(kChoices[static_cast<std::size_t>(barriers_)]);
    if (choice < 15) return access();
    if (choice == 15) return block_barrier();
    if (choice < 18) return warp_barrier(~0u);
    if (choice < 20) return warp_barrier(static_cast<std::uint32_t>(random_()));
    if (choice < 22) return partial_barrier();
    if (choice == 22) return arrive();
    if (choice == 23) return wait();
    if (choice < 31) return fence();
    strong_access();
  }

  void fence() {
    const std::uint32_t warp = below(3), mask = some_lanes();
    const std::uint32_t sides = below(6);
    const FenceSides which{sides != 1, sides != 2};
    oracle_.fence(lanes_of(warp, mask), which);
    detector_.fence(warp, mask, which);
  }
  void strong_access() {
    std::array<std::uint64_t, kWarpSize> addresses{};
    for (std::uint64_t& address : addresses) address = 8 * below(2);
    const std::uint32_t form = below(4);
    const std::uint32_t warp = below(3);
    const StrongAccess access{.warp = warp,
                              .lanes = some_lanes() & (warp == 2 ? 0x3fu : ~0u),
                              .addresses = &addresses,
                              .width = below(8) == 0 ? 1u : 4u,
                              .reads = form != 1 && form != 3,
                              .writes = form != 0,
                              .updates = form > 1,
                              .acquires = form != 1 && form != 3 && below(3) == 0,
                              .releases = form != 0 && below(3) == 0};
    for (const std::uint32_t thread : lanes_of(access.warp, access.lanes)) {
      oracle_.strong_access(access, thread, addresses[thread % kWarpSize]);
    }
    detector_.strong_access(access);
  }
  // Of those that access() lets access.
  std::uint32_t some_lanes() {
    if (below(3) == 0) return ~0u;
    std::uint32_t mask = 0;
    for (const std::uint32_t lane : {0u, 1u, 5u, 31u}) mask |= below(2) << lane;
    return mask;
  }

  void block_barrier() {
    std::vector<std::uint32_t> all(kThreads);
    for (std::uint32_t t = 0; t < kThreads; ++t) all[t] = t;
    join(all, all);
    oracle_.start_epoch();
    detector_.block_barrier();
  }
  void warp_barrier(std::uint32_t mask) {
    const std::uint32_t warp = below(3);
    const auto threads = lanes_of(warp, mask);
    join(threads, threads);
    detector_.warp_barrier(warp, mask, ~0u);
  }
  void partial_barrier() {
    const auto arriving = some_threads(), waiting = some_threads();
    join(arriving, waiting);
    detector_.partial_barrier(arriving, waiting);
  }
  void join(std::span<const std::uint32_t> arriving, std::span<const std::uint32_t> waiting) {
    std::vector<bool> barrier;
    oracle_.arrive(barrier, arriving);
    oracle_.wait(barrier, waiting);
  }
  void arrive() {
    const std::uint32_t id = below(2);
    const auto threads = some_threads();
    oracle_.arrive(arriving_[id], threads);
    detector_.arrive(id, threads);
    if (below(2) == 0) return;
    completed_[id] = std::exchange(arriving_[id], {});
    detector_.complete_phase(id);
  }
  void wait() {
    const std::uint32_t id = below(2);
    const auto threads = some_threads();
    oracle_.wait(completed_[id], threads);
    detector_.wait(id, threads);
  }

  void access() {
    std::array<std::uint64_t, kWarpSize> offsets{};
    std::array<std::byte, kWarpSize * 16> values{};
    RaceAccess access;
    access.warp = below(3);
    access.instruction = instruction_ / 2;
    access.width = 1u << (below(3) == 0 ? below(5) : 2);
    access.kind = static_cast<RaceAccessKind>(below(barriers_ == Barriers::fences ? 5 : 3));
    for (const std::uint32_t lane : {0u, 1u, 5u, 31u}) {
      const std::uint32_t range = std::max(access.width, below(4) == 0 ? kBytes : 12u);
      offsets[lane] = below(range / access.width) * access.width;
      if (access.warp * kWarpSize + lane < kThreads && below(2) == 0) access.mask |= 1u << lane;
    }
    const OwnLanes lanes(access.mask, offsets);
    access.lanes = lanes.placed();
    for (std::byte& value : values) value = static_cast<std::byte>(below(8) == 0);
    if (is_write(access.kind)) access.values = values.data();
    if (tracked_ && is_read(access.kind)) access.first_load = next_load_;
    next_load_ += kWarpSize;
    std::vector<Race> races;
    detector_.access(access, races);
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      if ((access.mask >> lane & 1) != 0) compare(access, lane, races);
  }

  void compare(const RaceAccess& access, std::uint32_t lane, const std::vector<Race>& races) {
    Event event{.thread = access.warp * kWarpSize + lane,
                .kind = access.kind,
                .instruction = access.instruction,
                .begin = static_cast<std::uint32_t>(access.lanes[lane]),
                .load = access.first_load == 0 ? 0 : access.first_load + lane,
                .before = {}};
    event.end = event.begin + access.width;
    if (event.kind == RaceAccessKind::volatile_write && oracle_.has_fenced(event.thread)) {
      event.kind = RaceAccessKind::flag_write;
    }
    if (access.values != nullptr)
      std::memcpy(event.value.data(), access.values + lane * access.width, access.width);
    const Oracle::Answer expected = oracle_.add(event);

    Oracle::Verdict verdict = Oracle::Verdict::none;
    std::set<Read> reads;
    int others = 0;
    for (const Race& race : races) {
      if (race.later.thread != event.thread) continue;
      ++races_;
      EXPECT_EQ(race.later.load, event.load);
      EXPECT_TRUE(named(expected, race)) << "instruction " << instruction_;
      if (race.earlier.kind == RaceAccessKind::read) {
        EXPECT_TRUE(reads.emplace(race.earlier.instruction, race.earlier.load).second);
      } else {
        ++others;
        verdict = race.same_value ? Oracle::Verdict::same_value : Oracle::Verdict::race;
      }
    }
    EXPECT_EQ(verdict, expected.verdict) << "instruction " << instruction_ << " lane " << lane;
    EXPECT_EQ(reads, expected.reads) << "instruction " << instruction_ << " lane " << lane;
    EXPECT_LE(others, 1);
  }
  static bool named(const Oracle::Answer& answer, const Race& race) {
    for (const Event* event : answer.racing)
      if (event->thread == race.earlier.thread && event->instruction == race.earlier.instruction &&
          plain(event->kind) == race.earlier.kind && event->load == race.earlier.load &&
          event->begin <= race.offset && race.offset < event->end)
        return true;
    return false;
  }

  std::mt19937_64 random_;
  Barriers barriers_;
  bool tracked_;
  std::uint32_t instruction_ = 0;
  std::uint64_t next_load_ = 1;
  int races_ = 0;
  RaceDetector detector_{kThreads, kBytes};
  Oracle oracle_;
  std::array<std::vector<bool>, 2> arriving_, completed_;
};

void run_programs(Barriers barriers, bool tracked) {
  int races = 0;
  const std::uint64_t seeds = is_too_slow_here() ? 100 : 500;
  for (std::uint64_t seed = 0; seed < seeds && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Program program(seed, barriers, tracked);
    program.run();
    races += program.races();
  }
  EXPECT_GT(races, 6 * seeds);
}

TEST(RaceDetectorProperty, WholeBarriersAgreeWithTheGraph) { run_programs(Barriers::whole, false); }
TEST(RaceDetectorProperty, PartialBarriersAgreeWithTheGraph) {
  run_programs(Barriers::partial, false);
}
TEST(RaceDetectorProperty, TrackedReadsAgreeWithTheGraph) { run_programs(Barriers::partial, true); }
TEST(RaceDetectorProperty, FencesAndFlagsAgreeWithTheGraph) {
  run_programs(Barriers::fences, false);
}
TEST(RaceDetectorProperty, TrackedReadsBesideFencesAgreeWithTheGraph) {
  run_programs(Barriers::fences, true);
}

}  // namespace
}  // namespace warplens::machine
