// One conformance kernel: its PTX, its launch, and what must come of it.
//
//   KernelCase kernel("early_return", {.grid = {2}, .block = {64}});
//   kernel.input<int>({1, 2, 3});                  a buffer that must not change
//   kernel.output<int>({0, 0}, {6, 0});            a buffer: contents before, contents after
//   kernel.scalar(3);
//   kernel.check();
//
// check() runs it in index order with one and with two host threads, in ten seeded block orders,
// with asynchronous copies that land early and by ten seeds, and as instrumented for a GPU
// (tests/instrumented). Each run must leave the buffers as expected and give exactly the findings
// that comments in the kernel's source name: `// FINDING: race` on a line asks for a finding of
// that kind there. Where a finding concerns two lines and the order of warps decides which one is
// named, both say
// `// FINDING: race (either end)`: at least one of them must appear.
//
// May depend on: kernels/device and what is below it.
#pragma once

#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernels/machine/machine.h"

namespace warplens::conformance {

class KernelCase {
 public:
  KernelCase(std::string name, Dim3 grid, Dim3 block, std::uint32_t dynamic_shared_bytes = 0);

  // Buffers are parameters, in the order of these calls; they return the guest address.
  template <class T>
  std::uint64_t input(const std::vector<T>& contents) {
    return output<T>(contents, contents);
  }
  template <class T>
  std::uint64_t output(const std::vector<T>& before, const std::vector<T>& after) {
    return add_parameter_buffer(to_bytes(before), [after](std::span<const std::byte> bytes) {
      return describe_difference<T>(from_bytes<T>(bytes), after);
    });
  }
  // The same where nobody has put `before` there: it is what happens to be in that memory.
  template <class T>
  std::uint64_t unset(const std::vector<T>& before, const std::vector<T>& after) {
    const std::uint64_t address = output<T>(before, after);
    buffers_.back().is_unset = true;
    return address;
  }
  // `wrong` says what is wrong with the final contents, or nothing.
  template <class T>
  std::uint64_t output_if(const std::vector<T>& before,
                          std::function<std::string(const std::vector<T>&)> wrong) {
    return add_parameter_buffer(to_bytes(before), [wrong](std::span<const std::byte> bytes) {
      return wrong(from_bytes<T>(bytes));
    });
  }
  template <class T>
  void scalar(const T& value) {
    add_parameter(to_bytes(std::vector<T>{value}), alignof(T));
  }
  // A buffer that is no parameter, for pointers inside structures.
  template <class T>
  std::uint64_t hidden_input(const std::vector<T>& contents) {
    return add_buffer(to_bytes(contents), [contents](std::span<const std::byte> bytes) {
      return describe_difference<T>(from_bytes<T>(bytes), contents);
    });
  }

  // Every finding of this kind must be at this place.
  KernelCase& finding_at(const std::string& kind, Dim3 block, std::uint32_t warp,
                         std::uint32_t lane) {
    places_[kind] = {block, warp, lane};
    return *this;
  }
  KernelCase& instruction_budget(std::uint64_t budget) { return budget_ = budget, *this; }
  // The code could tell in which order blocks ran.
  KernelCase& order_dependent() { return order_dependent_ = true, *this; }
  void check();

 private:
  using Check = std::function<std::string(std::span<const std::byte>)>;
  struct Buffer {
    std::vector<std::byte> before;
    Check wrong;
    bool is_unset = false;
  };

  template <class T>
  static std::vector<std::byte> to_bytes(const std::vector<T>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
  }
  template <class T>
  static std::vector<T> from_bytes(std::span<const std::byte> bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  template <class T>
  static std::string describe_difference(const std::vector<T>& actual,
                                         const std::vector<T>& after) {
    for (std::size_t i = 0; i < after.size(); ++i)
      if (!(actual[i] == after[i]))
        return fmt::format("element {} is {}, not {}", i, actual[i], after[i]);
    return {};
  }

  std::uint64_t add_parameter_buffer(std::vector<std::byte> before, Check wrong);
  std::uint64_t add_buffer(std::vector<std::byte> before, Check wrong);
  void add_parameter(const std::vector<std::byte>& bytes, std::size_t alignment);
  static std::uint64_t allocate(machine::Memory& memory, const Buffer& buffer);
  trace::Trace run(const machine::RunOptions& options);
  // Asynchronous copies may land at any time before they are waited for.
  void run_with_copies_landing(machine::RunOptions options);
  [[nodiscard]] bool has_copies() const;
  void run_instrumented();
  void check_findings(const trace::Trace& trace) const;
  void check_place(const trace::Finding& finding) const;
  static void expect_same(const trace::Trace& one, const trace::Trace& other);

  struct Place {
    Dim3 block;
    std::uint32_t warp = 0, lane = 0;
  };
  struct Markers {
    std::set<std::pair<std::string, std::uint32_t>> exact, either_end;
  };
  static Markers read_markers(const std::string& source);

  std::string name_;
  machine::LaunchRequest launch_;
  std::uint64_t budget_ = 10'000'000;
  bool order_dependent_ = false;
  std::map<std::string, Place> places_;
  std::vector<Buffer> buffers_;
  machine::Memory addresses_;  // allocates as every run does, so addresses are known beforehand
  std::shared_ptr<const ptx::Module> module_;
  std::unique_ptr<machine::Program> program_;
};

// 0, 1, 2 … n - 1 through f.
template <class F>
auto make(std::size_t n, F f) {
  std::vector<decltype(f(0))> values;
  for (std::size_t i = 0; i < n; ++i) values.push_back(f(static_cast<int>(i)));
  return values;
}
// Numbers without a pattern from 0 to `below` - 1.
std::vector<int> numbers(std::size_t n, int below);

}  // namespace warplens::conformance
