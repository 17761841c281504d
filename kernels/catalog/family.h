// A family of kernels as data: what it takes, what it works on, how it is launched, what is right.
//
// A descriptor drives the command line, the app's controls, the tests and the recordings alike.
// Nothing here runs anything: kernels/run executes a plan on a backend.
//
//   Family ── parameters (ranges, defaults)
//          ── variants ── source file, plan(parameters) → Plan ── buffers, steps
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kernels/base/dim3.h"
#include "kernels/base/gemm_roles.h"
#include "kernels/base/operator_kind.h"
#include "kernels/base/own_index.h"
#include "kernels/base/result.h"
#include "kernels/base/shared_layout.h"
#include "kernels/base/tensor_map.h"
#include "kernels/base/text.h"
#include "kernels/base/texture.h"

namespace warplens::catalog {

using Parameters = std::map<std::string, std::int64_t, std::less<>>;

// An integer that a person can set. When `choices` is not empty, only those values are valid.
struct Parameter {
  std::string name;  // "rows"
  Text label;
  std::int64_t minimum = 1;
  std::int64_t maximum = 1;
  std::int64_t default_value = 1;
  std::vector<std::int64_t> choices;
  std::vector<Text> choice_labels;  // beside `choices`, empty when numbers speak for themselves
  bool is_problem_size = false;     // compared variants are given the same value
  // What the value means given the other parameters, in a few words: "one float more than the
  // tile". Unset or empty: nothing beyond the number.
  std::function<Text(const Parameters&)> meaning{};
  // Whether it changes anything beside the others. Not there: always.
  std::function<bool(const Parameters&)> matters{};
};

enum class ElementType : std::uint8_t { u8, i8, u16, i16, u32, i32, u64, i64, f16, bf16, f32, f64 };
[[nodiscard]] std::uint32_t size_of(ElementType type);
[[nodiscard]] std::string_view name_of(ElementType type);
[[nodiscard]] std::optional<ElementType> element_type(std::string_view name);

enum class BufferRole : std::uint8_t { in, out, inout };

struct FillRange {
  double low = 0, high = 0;  // both included
};

struct Fill {
  // picture: of RGBA pixels, an element each (drawn_picture.h)
  enum class Kind : std::uint8_t { zero, iota, random, constant, picture } kind = Kind::zero;
  std::uint64_t seed = 0;
  bool is_leftover = false;          // what happens to be there: nobody may rely on it
  double value = 0;                  // constant: of every element
  std::uint64_t modulus = 0;         // iota: begins anew after so many; 0: never
  std::optional<FillRange> range{};  // random: instead of what elements.h says
};
// The fill of a buffer that has just been allocated and holds arbitrary bytes.
inline constexpr Fill kUnset{Fill::Kind::zero, 0, true};

struct BufferSpec {
  std::string name;
  ElementType type = ElementType::f32;
  BufferRole role = BufferRole::in;
  std::uint64_t rows = 1;
  std::uint64_t columns = 1;  // elements
  std::uint64_t pitch = 0;    // bytes from row to row; 0: columns × element size
  Fill fill;
  std::uint64_t address = 0;  // at which the guest sees it; 0: anywhere
};

// A kernel argument: a buffer (its address, plus byte_offset), a scalar of a given type, bytes, or
// what TMA is told of a buffer.
struct BufferArgument {
  std::string buffer;
  std::uint64_t byte_offset = 0;
};
struct ScalarArgument {
  ElementType type = ElementType::i32;
  std::uint64_t bits = 0;  // the value's bytes, little-endian
};
// A struct passed by value, as bytes. At the offsets in `pointers` it holds addresses of buffers.
struct ValueArgument {
  struct Pointer {
    std::uint32_t offset = 0;
    std::string buffer;
    std::uint64_t byte_offset = 0;  // in the buffer
  };
  std::string name;  // for messages
  std::vector<std::byte> bytes;
  std::vector<Pointer> pointers;
};
struct TensorMapArgument {
  std::string buffer;
  TensorMap map;                  // its address is the buffer's, plus byte_offset
  std::uint64_t byte_offset = 0;  // in the buffer
  // The buffer that holds the map's bytes, to which the kernel is passed a pointer; empty: they are
  // passed by value.
  std::string holder{};
  // Of the parameter passed by value: a structure that begins with the map, and is zero behind it.
  std::uint64_t parameter_bytes = TensorMap::kBytes;
};
// The handle of a texture or surface object of a buffer's elements, from its first one on.
struct TextureArgument {
  std::string buffer;
  Texture texture;
};
using Argument =
    std::variant<BufferArgument, ScalarArgument, ValueArgument, TensorMapArgument, TextureArgument>;

[[nodiscard]] inline ScalarArgument i32(std::int64_t value) {
  return {ElementType::i32, static_cast<std::uint32_t>(value)};
}

struct LaunchStep {
  std::string entry;  // the PTX entry's (mangled) name
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<Argument> arguments;  // in the order of the kernel's parameters
  // How the shared arrays are arranged, by their names in the source.
  std::map<std::string, SharedLayout, std::less<>> shared_layouts{};
  std::optional<Dim3> cluster{};  // in blocks; none: as the kernel is compiled
  std::size_t image = 0;          // among the modules of who runs it
};

// Host access to the plan's buffers by name, for host steps and references.
class HostBuffers {
 public:
  virtual ~HostBuffers() = default;
  [[nodiscard]] virtual std::span<std::byte> bytes(std::string_view buffer) = 0;
  template <class T>
  [[nodiscard]] std::span<T> as(std::string_view buffer) {
    const std::span<std::byte> raw = bytes(buffer);
    return {reinterpret_cast<T*>(raw.data()), raw.size() / sizeof(T)};
  }
};

struct HostStep {
  Text what;
  std::function<void(HostBuffers&)> action;
};

// What the driver does to memory between launches, by guest addresses: each side lies in one
// buffer.
struct CopyStep {
  std::uint64_t to = 0, from = 0, bytes = 0;
};
struct FillStep {
  std::uint64_t to = 0, bytes = 0;
  std::uint32_t value = 0, element_bytes = 1;  // of elements of 1, 2 or 4 bytes
  std::uint32_t first = 0;                     // byte of an element
};
using MemoryStep = std::variant<CopyStep, FillStep>;

using Step = std::variant<LaunchStep, HostStep, MemoryStep>;

// How far a result may be from what is right: |result − right| ≤ relative × |right| + absolute.
// Both zero: equal bits.
struct Tolerance {
  double relative = 0;
  double absolute = 0;  // for sums whose terms cancel
  [[nodiscard]] bool is_exact() const { return relative == 0 && absolute == 0; }
};

struct Plan {
  std::vector<BufferSpec> buffers;
  std::vector<Step> steps;
  // Computes what the out and inout buffers must hold, from the *initial* contents, in place.
  std::function<void(HostBuffers&)> reference;
  Tolerance tolerance;
};

struct Variant {
  std::string name;                     // "tile_padded"
  Text idea;                            // one sentence
  std::string source;                   // "kernels/catalog/transpose/tile_padded.cu"
  bool broken = false;                  // a twin with a known bug, kept to be caught
  std::vector<std::string> parameters;  // names of the family's parameters that it takes
  // Ranges that differ from the family's for this variant (tile_padded's pitch).
  std::vector<Parameter> overrides;
  // Fails with one line when this combination is not accepted, and says why.
  std::function<Result<Plan>(const Parameters&)> plan;
  std::optional<OwnIndex> index{};  // nothing: it has none that a person may write
};

// Variants that differ by one idea alone, as buttons: none, padding, XOR, shift.
struct IdeaGroup {
  struct Member {
    std::string variant;
    Text label;  // one word or two
  };
  Text title;  // what they do differently
  std::vector<Member> members;

  [[nodiscard]] bool has(std::string_view variant) const;
};

// A step of the way from a family's first kernel to its fastest: one idea more than the rung below.
struct Rung {
  std::string variant;
  Parameters settings;  // on top of those of a size (tile_padded's pitch)
  Text expected;        // what it should gain over the rung below and why, one sentence
};

// The least work that a result needs, whatever the algorithm: bytes moved through DRAM when each
// input is read once and each output written once (of ChartedRate::shared_bandwidth the bytes that
// lanes read from shared memory), and the operations on floats in the definition.
struct Work {
  double bytes = 0;
  double flops = 0;
};

// `shared_bandwidth`: of kernels that only read shared memory; a copy's bandwidth is none of it.
enum class ChartedRate : std::uint8_t { bandwidth, flop_rate, shared_bandwidth };

// What timing a family needs to know.
struct Timed {
  ChartedRate figure = ChartedRate::bandwidth;  // that its charts show
  std::function<Work(const Variant&, const Parameters&)> work;
  // Settings of the family for a problem of `side` × `side` elements, with grids that fill a GPU.
  std::function<Parameters(std::int64_t side)> at_side;
  // The expected value of one element of an out or inout buffer (row-major, padding not counted),
  // from the initial contents: for results whose whole reference takes the CPU too long. Empty: the
  // reference is as fast as filling the buffers.
  std::function<double(HostBuffers& initial, const Variant&, const Parameters&,
                       std::string_view buffer, std::uint64_t element)>
      expected_at;
  // The same for whole rows of the buffer, as many as `values` has room for, from `first` on: where
  // a row's elements share most of their work. False: not of this buffer. Empty: of none.
  std::function<bool(HostBuffers& initial, const Variant&, const Parameters&,
                     std::string_view buffer, std::uint64_t first, std::span<double> values)>
      expected_rows{};
};

using AddTerm = std::function<void(double term)>;

// How the rounding error of a family is measured whose results are sums
// (kernels/run/sum_accuracy.h).
struct Summed {
  std::string result;                 // the buffer, f32, each element of which is a sum
  std::string terms;                  // the parameter that says of how many terms
  Parameters settings;                // of the other sizes, so that long sums take little time
  std::vector<std::int64_t> sizes;    // of `terms`, that are measured
  int draws = 1;                      // of random inputs for a size: where there are few sums
  std::vector<std::string> compared;  // variants whose sums are rounded differently
  // Gives `add` each term of a sum, exact in a double.
  std::function<void(HostBuffers& initial, const Parameters&, std::uint64_t element,
                     const AddTerm& add)>
      each_term;
  std::function<bool(const Parameters&)> is_sum{};  // empty: whatever the parameters
  // Compute capabilities, 90 among them, whose tensor cores take the variant's products: those of
  // an architecture sum in their own way. Empty: it uses none.
  std::function<std::vector<std::uint32_t>(const Variant&, const Parameters&)> architectures{};
};

using ParameterRefs = std::vector<std::reference_wrapper<const Parameter>>;

struct Family {
  std::string name;  // "transpose"
  Text title;
  std::vector<Parameter> parameters;  // their defaults are of a lesson's size
  std::vector<Variant> variants;
  Parameters full_size;                // what a GPU is timed on, on top of the defaults
  std::optional<Timed> timed;          // nothing: too small to be timed
  std::vector<IdeaGroup> ideas;        // a variant may stand in several
  std::vector<Rung> ladder;            // from the bottom; empty: the family has none
  std::optional<GemmRoles> gemm{};     // of a family of matrix products
  std::optional<OperatorKind> kind{};  // nothing: it measures memory, and computes nothing
  std::optional<Summed> summed{};      // of a family of sums

  [[nodiscard]] const Variant* find(std::string_view variant) const;
  // The parameters of `variant` with its overrides applied, in the family's order; they are the
  // family's and the variant's own.
  [[nodiscard]] ParameterRefs parameters_of(const Variant& variant) const;
  // Null when the variant has no such parameter.
  [[nodiscard]] const Parameter* parameter_of(const Variant& variant,
                                              std::string_view wanted) const;
};

[[nodiscard]] Family access_family();
[[nodiscard]] Family copy_family();
[[nodiscard]] Family transpose_family();
[[nodiscard]] Family gemm_family();
[[nodiscard]] Family tensor_gemm_family();
[[nodiscard]] Family add_family();
[[nodiscard]] Family invert_family();
[[nodiscard]] Family window_family();
[[nodiscard]] Family reduce_family();
[[nodiscard]] Family shared_family();
[[nodiscard]] Family histogram_family();
[[nodiscard]] Family scan_family();
[[nodiscard]] Family pipeline_family();

// `family.full_size` as far as `variant` takes it.
[[nodiscard]] Parameters full_size_of(const Family& family, const Variant& variant);

// `family.timed->at_side(side)` as far as `variant` takes it. For a family that is timed.
[[nodiscard]] Parameters at_side(const Family& family, const Variant& variant, std::int64_t side);

// Every family, in the order in which they are shown.
[[nodiscard]] std::vector<Family> families();

// Defaults of `variant`, with `settings` on top. Errors name the parameter and its range.
Result<Parameters> complete(const Family& family, const Variant& variant,
                            const Parameters& settings);

}  // namespace warplens::catalog
