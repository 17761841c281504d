#include "tests/conformance/kernel_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <regex>
#include <sstream>

#include "kernels/base/all_tests.h"
#include "kernels/ptx/parser.h"
#include "tests/instrumented/recorded_alike.h"

namespace warplens::conformance {
namespace {

std::string folder() { return "tests/conformance/"; }

std::string read_text(const std::string& name) {
  std::ifstream file(std::string(WARPLENS_SOURCE_DIR) + "/" + folder() + name);
  EXPECT_TRUE(file.good()) << "cannot read " << name;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

std::vector<int> numbers(std::size_t n, int below) {
  std::mt19937 random(static_cast<unsigned>(n));
  return make(n, [&](int) { return static_cast<int>(random() % static_cast<unsigned>(below)); });
}

KernelCase::KernelCase(std::string name, Dim3 grid, Dim3 block, std::uint32_t dynamic_shared_bytes)
    : name_(std::move(name)) {
  launch_.kernel_name = name_;
  launch_.grid = grid;
  launch_.block = block;
  launch_.dynamic_shared_bytes = dynamic_shared_bytes;
  auto module = ptx::parse(read_text(name_ + ".ptx"), name_ + ".ptx");
  if (!module.has_value()) {
    ADD_FAILURE() << module.error().message.in(Language::en);
    return;
  }
  module_ = std::make_shared<const ptx::Module>(std::move(*module));
  auto program = machine::Program::load(module_, name_);
  if (!program.has_value()) {
    ADD_FAILURE() << program.error().message.in(Language::en);
    return;
  }
  program_ = std::make_unique<machine::Program>(std::move(*program));
}

std::uint64_t KernelCase::add_parameter_buffer(std::vector<std::byte> before, Check wrong) {
  const std::uint64_t address = add_buffer(std::move(before), std::move(wrong));
  scalar(address);
  return address;
}

std::uint64_t KernelCase::add_buffer(std::vector<std::byte> before, Check wrong) {
  buffers_.push_back({std::move(before), std::move(wrong)});
  return allocate(addresses_, buffers_.back());
}

void KernelCase::add_parameter(const std::vector<std::byte>& bytes, std::size_t alignment) {
  std::vector<std::byte>& all = launch_.parameters;
  all.resize((all.size() + alignment - 1) / alignment * alignment);
  all.insert(all.end(), bytes.begin(), bytes.end());
}

std::uint64_t KernelCase::allocate(machine::Memory& memory, const Buffer& buffer) {
  trace::Buffer description;
  description.name = "buffer" + std::to_string(memory.buffers().size());
  description.bytes = buffer.before.size();
  description.element_type = "u8";
  description.element_bytes = 1;
  description.columns = description.pitch = description.bytes;
  const auto address = memory.allocate(description);
  if (!address.has_value()) {
    ADD_FAILURE() << address.error().message.in(Language::en);
    return 0;
  }
  const std::size_t index = memory.buffers().size() - 1;
  std::ranges::copy(buffer.before, memory.bytes(index).begin());
  if (buffer.is_unset) memory.declare_unset(index);
  return *address;
}

trace::Trace KernelCase::run(const machine::RunOptions& options) {
  machine::Memory memory;
  for (const Buffer& buffer : buffers_) allocate(memory, buffer);
  auto trace = machine::run(*program_, launch_, memory, options);
  if (!trace.has_value()) {
    ADD_FAILURE() << trace.error().message.in(Language::en);
    return {};
  }
  for (std::size_t i = 0; i < buffers_.size(); ++i)
    EXPECT_EQ(buffers_[i].wrong(memory.bytes(i)), "") << "buffer " << i;
  EXPECT_EQ(trace->order_dependent, order_dependent_);
  check_findings(*trace);
  return std::move(*trace);
}

void KernelCase::check() {
  if (program_ == nullptr) return;
  machine::RunOptions options;
  options.instruction_budget = budget_;
  std::vector<trace::Trace> traces;
  for (const unsigned threads : {1u, 2u}) {
    SCOPED_TRACE(testing::Message() << threads << " host threads");
    options.threads = threads;
    traces.push_back(run(options));
  }
  expect_same(traces[0], traces[1]);
  const std::uint64_t seeds = is_too_slow_here() ? 1 : 10;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE(testing::Message() << "block order of seed " << seed);
    options.order_seed = seed;
    run(options);
  }
  run_with_copies_landing(options);
  run_instrumented();
}

void KernelCase::run_with_copies_landing(machine::RunOptions options) {
  if (!has_copies()) return;
  options.order_seed.reset();
  for (const auto& [copies, name] : {std::pair(machine::CopiesLand::early, "early"),
                                     std::pair(machine::CopiesLand::at_once, "at once")}) {
    SCOPED_TRACE(testing::Message() << "copies land " << name);
    options.copies = copies;
    run(options);
  }
  options.copies = machine::CopiesLand::by_seed;
  const std::uint64_t seeds = is_too_slow_here() ? 1 : 10;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE(testing::Message() << "copies land by seed " << seed);
    options.copies_seed = options.order_seed.emplace(seed);
    run(options);
  }
}

bool KernelCase::has_copies() const {
  const auto copies = [](const ptx::Instruction& instruction) {
    return instruction.opcode == "cp";
  };
  return std::ranges::any_of(module_->functions, [&](const ptx::Function& function) {
    return std::ranges::any_of(function.instructions, copies);
  });
}

void KernelCase::run_instrumented() {
  machine::Memory memory;
  for (const Buffer& buffer : buffers_) allocate(memory, buffer);
  const auto launch = [&](const std::shared_ptr<const ptx::Module>& module, machine::Memory& own,
                          const machine::RunOptions& options) -> Result<trace::Trace> {
    TRY(const auto program, machine::Program::load(module, name_));
    machine::RunOptions bounded = options;
    bounded.instruction_budget = module == module_ ? budget_ : budget_ * 32;  // recording counts
    return machine::run(program, launch_, own, bounded);
  };
  expect_recorded_alike({module_, name_, launch_.grid, launch_.block, launch_.dynamic_shared_bytes,
                         buffers_.size(), launch},
                        memory);
}

// The number of host threads changes nothing.
void KernelCase::expect_same(const trace::Trace& one, const trace::Trace& other) {
  EXPECT_EQ(one.lane_instructions, other.lane_instructions);
  ASSERT_EQ(one.events.size(), other.events.size());
  for (std::size_t row = 0; row < one.events.size(); ++row) {
    const trace::EventView a = one.events.view(row), b = other.events.view(row);
    ASSERT_TRUE(a.site == b.site && a.block == b.block && a.warp == b.warp && a.mask == b.mask &&
                a.address == b.address)
        << "event " << row;
  }
  ASSERT_EQ(one.findings.size(), other.findings.size());
  for (std::size_t i = 0; i < one.findings.size(); ++i)
    EXPECT_EQ(one.findings[i].message.in(Language::en), other.findings[i].message.in(Language::en));
}

void KernelCase::check_place(const trace::Finding& finding) const {
  const bool is_information = finding.severity == trace::Severity::information;
  EXPECT_EQ(is_information, finding.kind == trace::FindingKind::same_value_race ||
                                finding.kind == trace::FindingKind::division_by_zero);
  const auto place = places_.find(std::string(trace::name_of(finding.kind)));
  if (place == places_.end()) return;
  EXPECT_EQ(finding.block, place->second.block) << finding.message.in(Language::en);
  EXPECT_EQ(finding.warp, place->second.warp) << finding.message.in(Language::en);
  EXPECT_EQ(finding.lane, place->second.lane) << finding.message.in(Language::en);
}

KernelCase::Markers KernelCase::read_markers(const std::string& source) {
  static const std::regex kMarker(R"(// FINDING: (\w+)( \(either end\))?)");
  Markers markers;
  std::istringstream lines(source);
  std::string text;
  for (std::uint32_t line = 1; std::getline(lines, text); ++line) {
    std::smatch match;
    if (!std::regex_search(text, match, kMarker)) continue;
    (match[2].matched ? markers.either_end : markers.exact).emplace(match[1].str(), line);
  }
  return markers;
}

void KernelCase::check_findings(const trace::Trace& trace) const {
  const std::string source = folder() + name_ + ".cu";
  const Markers markers = read_markers(read_text(name_ + ".cu"));
  std::set<std::pair<std::string, std::uint32_t>> exact;
  std::set<std::string> seen_ends, wanted_ends;
  for (const auto& [kind, line] : markers.either_end) wanted_ends.insert(kind);
  for (const trace::Finding& finding : trace.findings) {
    if (finding.kind == trace::FindingKind::uncounted_read) continue;  // of what has no figures
    EXPECT_EQ(finding.file, source) << finding.message.in(Language::en);
    check_place(finding);
    const std::pair<std::string, std::uint32_t> place(trace::name_of(finding.kind), finding.line);
    if (markers.either_end.contains(place))
      seen_ends.insert(place.first);
    else
      EXPECT_TRUE(markers.exact.contains(place))
          << place.first << ": " << finding.message.in(Language::en);
    exact.insert(place);
  }
  for (const auto& [kind, line] : markers.exact)
    EXPECT_TRUE(exact.contains({kind, line})) << "no " << kind << " was found at line " << line;
  EXPECT_EQ(seen_ends, wanted_ends);
}

}  // namespace warplens::conformance
