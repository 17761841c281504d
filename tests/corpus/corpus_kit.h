// A kernel of the corpus, as a person would run it: its PTX, buffers, launches, and what must come
// of it.
//
//   Workload work("scan");                                       tests/corpus/scan.ptx
//   const Buffer in = work.buffer(integers(300, -9, 9));
//   const Buffer out = work.buffer(std::vector<int>(300));
//   work.launch("warp_scan", {.grid = {3}, .block = {128}}, in, out, 300);
//   work.expect(out, inclusive_sums(…));                         equal bits
//   work.expect_near(out, reference, {.relative = 1e-6});        a reference in float64
//   work.check();
//
// check() runs the launches in order, with blocks in index order and in two seeded orders. Each
// time every expectation holds, and the kinds of what is found, information apart, are those that
// finds() named: none where it was not called.
//
// May depend on: kernels/run and what is below it.
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "kernels/base/small_float.h"
#include "kernels/run/device_buffers.h"
#include "kernels/run/launch.h"

namespace warplens::corpus {

struct Half {
  Half(double value = 0) : bits(to_half(value)) {}
  std::uint16_t bits;
};
struct Bfloat {
  Bfloat(double value = 0) : bits(to_bfloat(value)) {}
  std::uint16_t bits;
};
inline double value_of(Half half) { return from_half(half.bits); }
inline double value_of(Bfloat bfloat) { return from_bfloat(bfloat.bits); }
inline double value_of(double number) { return number; }

template <class T>
[[nodiscard]] constexpr catalog::ElementType type_of() {
  using enum catalog::ElementType;
  if constexpr (std::is_same_v<T, Half>) return f16;
  if constexpr (std::is_same_v<T, Bfloat>) return bf16;
  if constexpr (std::is_same_v<T, float>) return f32;
  if constexpr (std::is_same_v<T, double>) return f64;
  constexpr catalog::ElementType kSigned[] = {i8, i16, i32, i64};
  constexpr catalog::ElementType kUnsigned[] = {u8, u16, u32, u64};
  constexpr std::size_t kLog = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
  return std::is_signed_v<T> ? kSigned[kLog] : kUnsigned[kLog];
}

struct Buffer {
  std::string name;
  catalog::ElementType type = catalog::ElementType::f32;
};

// The object of a buffer's texels.
struct TexelsOf {
  Texture texture;
  Buffer buffer;
};

struct Shape {
  Dim3 grid{1}, block{32};
  std::uint32_t dynamic_shared_bytes = 0;
};

class Workload {
 public:
  explicit Workload(std::string file);

  template <class T>
  Buffer buffer(const std::vector<T>& contents) {
    return add_buffer(type_of<T>(), contents.size(), to_bytes(contents));
  }
  // Arguments are buffers, numbers, structures and textures, in the order of the kernel's
  // parameters; a value's type has the size that the kernel declares.
  template <class... Arguments>
  void launch(const std::string& entry, const Shape& shape, const Arguments&... arguments) {
    launches_.push_back({{entry, {}, shape.grid, shape.block, shape.dynamic_shared_bytes},
                         {argument_of(arguments)...}});
  }

  template <class T>
  void expect(const Buffer& buffer, const std::vector<T>& after) {
    expectations_.push_back({buffer, to_bytes(after), {}});
  }
  // Rounded to the buffer's type before they are compared.
  void expect_near(const Buffer& buffer, const std::vector<double>& after,
                   const catalog::Tolerance& tolerance);
  // Where more than one result is right: `wrong` says what is wrong with it, or nothing.
  template <class T>
  void expect_if(const Buffer& buffer, std::function<std::string(const std::vector<T>&)> wrong) {
    conditions_.push_back({buffer, [wrong](std::span<const std::byte> bytes) {
                             std::vector<T> values(bytes.size() / sizeof(T));
                             std::memcpy(values.data(), bytes.data(), bytes.size());
                             return wrong(values);
                           }});
  }
  void finds(trace::FindingKind kind) { findings_.insert(kind); }
  // Runs the launches in several block orders, and as instrumented for a GPU. With
  // WARPLENS_CORPUS_COMMANDS=FOLDER in the environment it writes the workload there instead, as a
  // command line of warplens trace and the files that it reads (for scripts/corpus-check).
  void check() const;

 private:
  using Argument = std::variant<Buffer, run::PlainArgument, TexelsOf>;
  struct Launch {
    run::EntryLaunch shape;
    std::vector<Argument> arguments;
  };
  struct Expectation {
    Buffer buffer;
    std::vector<std::byte> bytes;
    catalog::Tolerance tolerance;
  };
  struct Condition {
    Buffer buffer;
    std::function<std::string(std::span<const std::byte>)> wrong;
  };

  template <class T>
  static std::vector<std::byte> to_bytes(const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return {bytes.begin(), bytes.end()};
  }
  template <class T>
  static Argument argument_of(const T& value) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    return run::PlainArgument{fmt::format("a value of {} bytes", sizeof value),
                              to_bytes(std::vector<T>{value})};
  }
  static Argument argument_of(const Buffer& buffer) { return buffer; }
  static Argument argument_of(const TexelsOf& texels) { return texels; }

  Buffer add_buffer(catalog::ElementType type, std::size_t count, std::vector<std::byte> contents);
  void fill(run::DeviceBuffers& buffers) const;
  void run(const machine::RunOptions& options) const;
  static std::vector<run::PlainArgument> plain_arguments(const Launch& launch,
                                                         run::DeviceBuffers& buffers);
  void run_instrumented() const;
  void write_command(const std::string& folder) const;
  void check_findings(const std::vector<trace::Finding>& findings) const;
  void compare(const Expectation& expectation, run::DeviceBuffers& buffers) const;

  std::string file_;
  std::shared_ptr<const ptx::Module> module_;
  std::vector<catalog::BufferSpec> buffers_;
  std::vector<std::vector<std::byte>> contents_;
  std::vector<Launch> launches_;
  std::vector<Expectation> expectations_;
  std::vector<Condition> conditions_;
  std::set<trace::FindingKind> findings_;
};

// Numbers without a pattern, from `low` to `high`, both included.
[[nodiscard]] std::vector<int> integers(std::size_t n, int low, int high, unsigned seed = 1);
// Multiples of 2^-16 between `low` and `high`.
[[nodiscard]] std::vector<float> reals(std::size_t n, double low, double high, unsigned seed = 1);

// 0, 1, 2 … n - 1 through f.
template <class F>
auto make(std::size_t n, F f) {
  std::vector<decltype(f(std::size_t{0}))> values;
  for (std::size_t i = 0; i < n; ++i) values.push_back(f(i));
  return values;
}
template <class To, class From>
std::vector<To> convert(const std::vector<From>& values) {
  return make(values.size(), [&](std::size_t i) { return static_cast<To>(values[i]); });
}

}  // namespace warplens::corpus
