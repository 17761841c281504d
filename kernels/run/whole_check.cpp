#include "kernels/run/whole_check.h"

#include <algorithm>
#include <thread>

#include "kernels/base/stopped.h"
#include "kernels/machine/ordered_work.h"
#include "kernels/run/elements.h"

namespace warplens::run {
namespace {

constexpr std::uint64_t kRows = 8;        // of a product, read against each row of B once
constexpr std::uint64_t kWideRow = 8192;  // elements: one such row alone takes long enough to stop
constexpr std::uint64_t kElements = 1 << 16;  // where each is computed by itself

// The contents of a plan's buffers before its first step.
class InitialBuffers : public catalog::HostBuffers {
 public:
  using Copies = std::map<std::string, std::vector<std::byte>, std::less<>>;
  InitialBuffers(const Copies& changed, DeviceBuffers& now) : changed_(changed), now_(now) {}

  [[nodiscard]] std::span<std::byte> bytes(std::string_view buffer) override {
    const auto found = changed_.find(buffer);
    if (found == changed_.end()) return now_.bytes(buffer);
    // Nobody writes through it: references of single elements only read.
    const std::vector<std::byte>& copy = found->second;
    return {const_cast<std::byte*>(copy.data()), copy.size()};
  }

 private:
  const Copies& changed_;
  DeviceBuffers& now_;
};

// The first of a buffer, and of the first buffer, is the one that is told.
void add(const std::optional<trace::Mismatch>& more, std::optional<trace::Mismatch>& to) {
  if (!more.has_value()) return;
  const std::uint64_t count = more->count + (to.has_value() ? to->count : 0);
  const bool is_first =
      !to.has_value() || (more->buffer == to->buffer && more->element < to->element);
  if (is_first) to = more;
  to->count = count;
}

using Check = std::function<std::optional<trace::Mismatch>(std::uint64_t part)>;

// All of `parts`, on all cores, unless it is stopped.
std::optional<trace::Mismatch> on_all_cores(std::uint64_t parts, const Check& check,
                                            const std::function<void(std::uint64_t done)>& tell,
                                            const std::stop_token& stop) {
  const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  std::uint64_t next = 0, done = 0;
  std::optional<trace::Mismatch> all;
  const auto next_part = [&]() -> std::optional<std::uint64_t> {
    if (next == parts || is_stopped(stop)) return std::nullopt;
    return next++;
  };
  const auto join = [&](const std::optional<trace::Mismatch>& mismatch) {
    add(mismatch, all);
    tell(++done);
  };
  machine::OrderedWork(std::size_t{threads} * 4, next_part, check, join).run(threads);
  return all;
}

}  // namespace

WholeCheck::WholeCheck(const catalog::Family& family, const catalog::Variant& variant,
                       catalog::Parameters parameters, const catalog::Plan& plan,
                       DeviceBuffers& initial)
    : family_(family),
      variant_(variant),
      parameters_(std::move(parameters)),
      tolerance_(plan.tolerance) {
  for (const catalog::BufferSpec& spec : plan.buffers) {
    if (spec.role != catalog::BufferRole::inout) continue;
    const std::span<const std::byte> bytes = initial.bytes(spec.name);
    changed_.try_emplace(spec.name, bytes.begin(), bytes.end());
  }
}

std::optional<trace::Mismatch> WholeCheck::compare_part(const catalog::BufferSpec& spec,
                                                        std::span<const std::byte> actual,
                                                        catalog::HostBuffers& initial,
                                                        Part part) const {
  const catalog::Timed& timed = *family_.timed;
  std::optional<trace::Mismatch> mismatch;
  std::vector<double> values(timed.expected_rows ? part.count : 0);
  const bool in_rows =
      timed.expected_rows && timed.expected_rows(initial, variant_, parameters_, spec.name,
                                                 part.first / spec.columns, values);
  for (std::uint64_t i = 0; i < part.count; ++i) {
    const std::uint64_t element = part.first + i;
    const double value =
        in_rows ? values[i] : timed.expected_at(initial, variant_, parameters_, spec.name, element);
    compare_element(spec, element, value, actual, tolerance_, mismatch);
  }
  return mismatch;
}

Result<std::optional<trace::Mismatch>> WholeCheck::compare_with(DeviceBuffers& actual,
                                                                std::string_view only,
                                                                const CheckProgress& progress,
                                                                const std::stop_token& stop) const {
  InitialBuffers initial(changed_, actual);
  std::optional<trace::Mismatch> all;
  for (const catalog::BufferSpec& spec : actual.specs()) {
    const bool is_wanted = only.empty() || spec.name == only;
    if (spec.role == catalog::BufferRole::in || !is_wanted) continue;
    const std::uint64_t elements = spec.rows * spec.columns;
    const std::uint64_t rows = spec.columns > kWideRow ? 1 : kRows;
    const std::uint64_t a_part = family_.timed->expected_rows ? rows * spec.columns : kElements;
    const std::uint64_t parts = (elements + a_part - 1) / a_part;
    const std::span<const std::byte> bytes = actual.bytes(spec.name);
    const auto check = [&](std::uint64_t part) {
      const std::uint64_t first = part * a_part;
      return compare_part(spec, bytes, initial, {first, std::min(a_part, elements - first)});
    };
    const auto tell = [&](std::uint64_t done) {
      if (progress) progress(static_cast<double>(done) / static_cast<double>(parts));
    };
    add(on_all_cores(parts, check, tell, stop), all);
    if (is_stopped(stop)) return fail(tr("cancelled"));
  }
  return all;
}

}  // namespace warplens::run
