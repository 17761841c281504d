// Every kernel of the catalogue traced on a GPU, against the interpreter. Skipped without one.
//
// Compared are every lane's sequence of (site, place), masks apart, and the buffers' bytes. A place
// is an address of a buffer or an offset in a shared array: arrays lie elsewhere on a GPU. Kernels
// whose blocks can tell their order are compared by what they record, not when.
#include <gtest/gtest.h>

#include <optional>

#include "kernels/device/trace_on_gpu.h"
#include "tests/instrumented/lane_records.h"
#include "tests/instrumented/plans.h"
#include "tests/instrumented/recorded_step.h"

namespace warplens {
namespace {

const device::Gpu* gpu() {
  static const std::optional<device::Gpu> opened = []() -> std::optional<device::Gpu> {
    const auto driver = device::Driver::open();
    if (!driver.has_value()) return std::nullopt;
    auto gpu = device::Gpu::open(*driver);
    return gpu.has_value() ? std::optional(std::move(*gpu)) : std::nullopt;
  }();
  return opened.has_value() ? &*opened : nullptr;
}

// An array's number in the upper half, the offset in it in the lower.
std::uint64_t shared_place(const trace::Trace& trace, std::uint64_t address) {
  for (std::uint64_t i = 0; i < trace.shared_arrays.size(); ++i) {
    const trace::SharedArray& array = trace.shared_arrays[i];
    if (address - array.offset < array.bytes) return (i + 1) << 32 | (address - array.offset);
  }
  return address;
}

struct Masks {
  std::uint64_t records = 0, different = 0;
};

// Which block comes last is the GPU's to say: all blocks' records together, without an order.
LaneRecords without_order(LaneRecords lanes) {
  LaneRecords together;
  for (auto& [key, records] : lanes) {
    std::vector<LaneRecord>& all = together[{0, std::get<1>(key), std::get<2>(key)}];
    all.insert(all.end(), records.begin(), records.end());
  }
  for (auto& [key, records] : together) std::ranges::sort(records);
  return together;
}

LaneRecords places_of(const trace::Trace& trace, bool keep_masks) {
  LaneRecords lanes = by_lane(trace);
  for (auto& [key, records] : lanes) {
    for (LaneRecord& record : records) {
      const trace::Site& site = trace.sites[record.site];
      std::uint64_t& shared =
          site.kind == trace::EventKind::async_copy ? record.address2 : record.address;
      if (site.space == trace::Space::shared) shared = shared_place(trace, shared);
      if (site.space == trace::Space::none) record.address = 0;
      if (!keep_masks) record.mask = 0;
    }
  }
  return trace.order_dependent ? without_order(std::move(lanes)) : lanes;
}

void count_masks(const trace::Trace& cpu, const trace::Trace& own, Masks& masks) {
  const LaneRecords expected = places_of(cpu, true), actual = places_of(own, true);
  for (const auto& [key, records] : expected) {
    const auto found = actual.find(key);
    if (found == actual.end() || found->second.size() != records.size()) continue;
    for (std::size_t i = 0; i < records.size(); ++i) {
      ++masks.records;
      masks.different += records[i].mask != found->second[i].mask ? 1 : 0;
    }
  }
}

// The buffers of a plan, on the GPU.
class GpuBuffers {
 public:
  explicit GpuBuffers(run::DeviceBuffers& buffers) : buffers_(buffers) {
    for (std::size_t i = 0; i < buffers.specs().size(); ++i) {
      const trace::Buffer& description = buffers.memory().buffers()[i];
      memory_.push_back(*gpu()->allocate(std::max<std::uint64_t>(1, description.bytes)));
      static_cast<void>(memory_.back().upload(buffers.memory().bytes(i)));
    }
    for (std::size_t i = 0; i < memory_.size(); ++i) {
      traced_.push_back({buffers.memory().buffers()[i], &memory_[i]});
    }
  }

  Result<trace::Trace> trace(const std::shared_ptr<const ptx::Module>& module,
                             const catalog::LaunchStep& step, std::uint64_t slice_bytes,
                             device::ReadingNotes& notes) {
    const auto plain = run::plain_arguments(step, [this](std::string_view buffer) -> std::uint64_t {
      for (std::size_t i = 0; i < memory_.size(); ++i) {
        if (buffers_.specs()[i].name == buffer) return memory_[i].address();
      }
      return 0;
    });
    if (!plain.has_value()) return fail(plain.error());
    std::vector<std::span<const std::byte>> arguments;
    for (const run::PlainArgument& argument : *plain) arguments.push_back(argument.bytes);
    device::TraceRequest request;
    request.module = module;
    request.entry = (*run::find_entry(*module, step.entry))->name;
    request.shape = {step.grid, step.block, step.dynamic_shared_bytes};
    request.arguments = arguments;
    request.buffers = traced_;
    request.slice_bytes = slice_bytes;
    request.notes = &notes;
    return device::trace_on_gpu(*gpu(), request);
  }

  void expect_same_bytes() {
    for (std::size_t i = 0; i < memory_.size(); ++i) {
      std::vector<std::byte> bytes(buffers_.memory().bytes(i).size());
      ASSERT_TRUE(memory_[i].download(bytes).has_value());
      EXPECT_TRUE(std::ranges::equal(bytes, buffers_.memory().bytes(i)))
          << buffers_.specs()[i].name << " differs";
    }
  }

 private:
  run::DeviceBuffers& buffers_;
  std::vector<device::DeviceMemory> memory_;
  std::vector<device::TracedBuffer> traced_;
};

void check_step(const std::shared_ptr<const ptx::Module>& module, const catalog::LaunchStep& step,
                run::DeviceBuffers& buffers, std::uint64_t slice_bytes, Masks& masks) {
  GpuBuffers on_gpu(buffers);
  device::ReadingNotes notes;
  const auto own = on_gpu.trace(module, step, slice_bytes, notes);
  ASSERT_TRUE(own.has_value()) << own.error().message;
  const auto cpu = run::launch(module, "kernel", step, buffers, machine::RunOptions{});
  ASSERT_TRUE(cpu.has_value()) << cpu.error().message;
  EXPECT_EQ(own->sites, (*cpu)->sites);
  EXPECT_EQ(notes.lost_records, 0u);
  EXPECT_EQ(notes.stray_addresses, 0u);
  EXPECT_EQ(first_difference(places_of(**cpu, false), places_of(*own, false), own->sites), "");
  if (!own->order_dependent) on_gpu.expect_same_bytes();
  count_masks(**cpu, *own, masks);
}

void check_catalogue(std::int64_t most, std::int64_t odd, std::uint64_t slice_bytes) {
  if (gpu() == nullptr)
    GTEST_SKIP() << "there is no GPU: " << device::Driver::open().error().message;
  Masks all;
  const auto check = [&](const std::string& name, const auto& module, const catalog::Plan& plan) {
    if (name.find("nosync") != std::string::npos || name.find("nobarrier") != std::string::npos ||
        name.find("onebarrier") != std::string::npos || name.find("zeroed") != std::string::npos ||
        name.find("reread") != std::string::npos) {
      return;  // broken twins: what they do hangs on who comes first
    }
    Masks masks;
    run::DeviceBuffers buffers;
    for (const catalog::BufferSpec& spec : plan.buffers) ASSERT_TRUE(buffers.add(spec).has_value());
    for (const catalog::Step& step : plan.steps) {
      if (const auto* host = std::get_if<catalog::HostStep>(&step)) {
        host->action(buffers);
      } else {
        check_step(module, std::get<catalog::LaunchStep>(step), buffers, slice_bytes, masks);
      }
    }
    if (masks.different != 0) {
      fmt::print("{}: {} of {} masks differ\n", name, masks.different, masks.records);
    }
    all.records += masks.records;
    all.different += masks.different;
  };
  EXPECT_GT(each_plan(most, odd, check), 30);
  fmt::print("{} of {} masks differ\n", all.different, all.records);
}

TEST(OnAGpu, EveryKernelRecordsWhatTheInterpreterDoes) {
  check_catalogue(1 << 14, 0, std::uint64_t{256} << 20);
}
TEST(OnAGpu, WindowsOfAFewBlocksGiveTheSame) {
  check_catalogue(1 << 12, 3, std::uint64_t{7} << 20);
}

}  // namespace
}  // namespace warplens
