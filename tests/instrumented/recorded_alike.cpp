#include "tests/instrumented/recorded_alike.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "kernels/device/read_records.h"
#include "kernels/ptx/parser.h"
#include "viz/analysis/parity.h"

namespace warplens {
namespace {

using Bytes = std::vector<std::byte>;

bool is_comparable(const trace::Trace& trace) {
  using trace::FindingKind;
  return std::ranges::none_of(trace.findings, [](const trace::Finding& finding) {
    return finding.kind != FindingKind::race && finding.kind != FindingKind::same_value_race &&
           finding.kind != FindingKind::global_race &&
           finding.kind != FindingKind::uninitialized_read &&
           finding.kind != FindingKind::inactive_shuffle;
  });
}

// The places of alloca are known to nobody but the thread.
bool takes_stack(const ptx::Module& module) {
  return std::ranges::any_of(module.functions, [](const ptx::Function& function) {
    return std::ranges::any_of(function.instructions, [](const ptx::Instruction& instruction) {
      return instruction.opcode == "alloca";
    });
  });
}

Bytes contents(const machine::Memory& memory, std::uint64_t address) {
  const std::size_t index = memory.find(address, 1);
  if (index == memory.buffers().size()) return {};
  return {memory.bytes(index).begin(), memory.bytes(index).end()};
}

// One launch: what stood in memory before it, and the instrumented kernel.
class InstrumentedRun {
 public:
  InstrumentedRun(const RecordedLaunch& launch, machine::Memory& memory)
      : launch_(launch), memory_(memory) {
    for (std::size_t i = 0; i < memory.buffers().size(); ++i) {
      before_.emplace_back(memory.bytes(i).begin(), memory.bytes(i).end());
    }
  }

  void compare() {
    machine::RunOptions options;
    const auto untouched = launch_.run(launch_.module, memory_, options);
    ASSERT_TRUE(untouched.has_value()) << untouched.error().message.in(Language::en);
    if (!is_comparable(*untouched)) return;
    if (takes_stack(*launch_.module)) return;
    ASSERT_TRUE(untouched->events_complete);
    auto kernel = device::instrument(launch_.module, launch_.entry);
    ASSERT_TRUE(kernel.has_value()) << kernel.error().message.in(Language::en);
    kernel_ = &*kernel;
    module_ = parse_instrumented(*kernel);
    ASSERT_NE(module_, nullptr);
    record(0);
    const auto counts = device::count_records(window());
    ASSERT_TRUE(counts.has_value()) << counts.error().message.in(Language::en);
    record(*std::ranges::max_element(*counts));
    compare_traces(*untouched);
    compare_memory();
  }

 private:
  [[nodiscard]] std::uint64_t threads() const { return launch_.grid.count() * threads_of_block(); }
  [[nodiscard]] std::uint32_t threads_of_block() const {
    return static_cast<std::uint32_t>(launch_.block.count());
  }

  void record(std::uint32_t capacity) {
    copy_ = std::make_unique<machine::Memory>();
    for (std::size_t i = 0; i < launch_.argument_buffers; ++i) {
      static_cast<void>(*copy_->allocate(memory_.buffers()[i]));
      std::ranges::copy(before_[i], copy_->bytes(i).begin());
    }
    keep_variables();
    // The buffers lie where they lay, and so the handles are the same.
    for (const auto& [texture, address] : memory_.textures()) copy_->add_texture(texture, address);
    capacity_ = capacity;
    const std::uint64_t slices = scratch("slices", threads() * device::slice_bytes(capacity));
    const std::uint64_t places = scratch("places", 8 * kernel_->placed.size());
    std::ranges::fill(bytes_at(places), std::byte{0xff});
    const device::RecordingControl control{
        slices, places, 0, launch_.grid.count(), device::slice_bytes(capacity), capacity, 0};
    const auto variable =
        copy_->allocate_variable(module_, *module_->find_variable(kernel_->control));
    std::memcpy(bytes_at(variable->address).data(), &control, sizeof control);

    machine::RunOptions options;
    options.recording = machine::Recording::none;
    const auto run = launch_.run(module_, *copy_, options);
    ASSERT_TRUE(run.has_value()) << run.error().message.in(Language::en);
    slices_ = contents(*copy_, slices);
    places_.resize(kernel_->placed.size());
    const Bytes written = contents(*copy_, places);
    std::copy_n(written.begin(), 8 * places_.size(),
                std::as_writable_bytes(std::span(places_)).begin());
  }

  // What earlier launches left in module variables.
  void keep_variables() {
    for (const ptx::Variable* variable : kernel_->program.module_variables()) {
      const std::uint64_t address = memory_.allocate_variable(launch_.module, *variable)->address;
      const std::size_t index = memory_.find(address, 1);
      const ptx::Variable& own = *module_->find_variable(variable->name);
      if (index >= before_.size() || !variable->relocations.empty()) continue;
      std::ranges::copy(before_[index],
                        bytes_at(copy_->allocate_variable(module_, own)->address).begin());
    }
  }

  std::uint64_t scratch(const char* name, std::uint64_t bytes) {
    trace::Buffer buffer;
    buffer.name = name;
    buffer.bytes = std::max<std::uint64_t>(bytes, 1);
    return *copy_->allocate(buffer);
  }
  std::span<std::byte> bytes_at(std::uint64_t address) {
    return copy_->bytes(copy_->find(address, 1));
  }

  [[nodiscard]] device::RecordedWindow window() const {
    return {slices_, places_, 0, launch_.grid.count(), threads_of_block(), capacity_};
  }

  [[nodiscard]] std::vector<device::BufferPlace> buffer_places() {
    std::vector<device::BufferPlace> places;
    for (std::size_t i = 0; i < launch_.argument_buffers; ++i) {
      const trace::Buffer& buffer = memory_.buffers()[i];
      places.push_back({buffer.address, buffer.bytes, buffer.address});
    }
    for (const ptx::Variable* variable : kernel_->program.module_variables()) {
      const auto [own, original] = place_pair(*variable);
      places.push_back({own, contents(*copy_, own).size(), original});
    }
    for (const std::string_view name : {"grid workspace", "device heap"}) {
      if (const auto place = system_place(name)) places.push_back(*place);
    }
    return places;
  }
  // What the system keeps, where the kernel asks for it.
  [[nodiscard]] std::optional<device::BufferPlace> system_place(std::string_view name) const {
    const auto original = std::ranges::find(memory_.buffers(), name, &trace::Buffer::name);
    const auto own = std::ranges::find(copy_->buffers(), name, &trace::Buffer::name);
    if (original == memory_.buffers().end() || own == copy_->buffers().end()) return std::nullopt;
    return device::BufferPlace{own->address, own->bytes, original->address};
  }
  // Where a module variable lies, in the copy and in the memory of the untouched run.
  std::pair<std::uint64_t, std::uint64_t> place_pair(const ptx::Variable& variable) {
    const ptx::Variable& own = *module_->find_variable(variable.name);
    return {copy_->allocate_variable(module_, own)->address,
            memory_.allocate_variable(launch_.module, variable)->address};
  }

  void compare_traces(const trace::Trace& untouched) {
    trace::TraceBuilder builder(kernel_->program.sites(), {});
    device::ReadingNotes notes;
    const auto read = device::read_records(*kernel_, window(), buffer_places(), builder, notes);
    ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
    EXPECT_EQ(notes.lost_records, 0u);
    EXPECT_EQ(notes.split_events, 0u);
    EXPECT_EQ(notes.stray_addresses, 0u);
    trace::Trace recorded;
    builder.finish(recorded, launch_.grid.count());
    recorded.launch = untouched.launch;
    recorded.buffers = untouched.buffers;
    recorded.shared_arrays = untouched.shared_arrays;
    const auto parity = analysis::parity(untouched, recorded, {.most = 1, .same_order = true});
    EXPECT_EQ(parity.incomparable, "");
    EXPECT_TRUE(parity.sites_different.empty());
    for (const auto& difference : parity.differences) {
      ADD_FAILURE() << text_of(difference, untouched);
    }
    for (const auto& difference : parity.mask_differences) {
      ADD_FAILURE() << text_of(difference, untouched);
    }
  }

  void compare_memory() {
    for (std::size_t i = 0; i < launch_.argument_buffers; ++i) {
      EXPECT_TRUE(std::ranges::equal(memory_.bytes(i), copy_->bytes(i)))
          << memory_.buffers()[i].name << " differs";
    }
    for (const ptx::Variable* variable : kernel_->program.module_variables()) {
      if (!variable->relocations.empty()) continue;  // they hold addresses
      const auto [own, original] = place_pair(*variable);
      EXPECT_EQ(contents(*copy_, own), contents(memory_, original)) << variable->name;
    }
  }

  const RecordedLaunch& launch_;
  machine::Memory& memory_;
  std::vector<Bytes> before_;
  const device::Instrumented* kernel_ = nullptr;
  std::shared_ptr<const ptx::Module> module_;
  std::unique_ptr<machine::Memory> copy_;
  std::uint32_t capacity_ = 0;
  Bytes slices_;
  std::vector<std::uint64_t> places_;
};

}  // namespace

void expect_recorded_alike(const RecordedLaunch& launch, machine::Memory& memory) {
  InstrumentedRun(launch, memory).compare();
}

std::shared_ptr<const ptx::Module> parse_instrumented(const device::Instrumented& kernel) {
  auto module = ptx::parse(kernel.ptx, kernel.program.module().file_name);
  if (module.has_value()) return std::make_shared<const ptx::Module>(std::move(*module));
  ADD_FAILURE() << module.error().message.in(Language::en);
  return nullptr;
}

}  // namespace warplens
