// What the injected library tells the program that started it: a file of records, each written
// whole. A program that ends in whatever way leaves what was written by then.
//
//   bytes  0–7  "WLSPOOL1"
//   record: kind, bytes behind these two numbers, then fields in the order named below
//
// A number is 64 bits, little-endian; texts and bytes are their length and what they are.
//
// Beside its file the process may ask, through the socket kAskedSocket in the folder, which parts
// of large allocations a launch touches:
//
//   question: pid, episode's number, bytes that may still be kept; the file has the episode as
//   `asked` answer:   count, then address and bytes of each part, which are put into the file
//   before the next
//             question; 0: all that it touches is there; kNobodyKnows
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::injected::spool {

inline constexpr std::string_view kMagic = "WLSPOOL1";

// The environment that the library reads.
inline constexpr const char* kFolderVariable = "WARPLENS_CAPTURE_FOLDER";    // where its file goes
inline constexpr const char* kKernelsVariable = "WARPLENS_CAPTURE_KERNELS";  // an extended regex
inline constexpr const char* kLaunchesVariable = "WARPLENS_CAPTURE_LAUNCHES";
inline constexpr const char* kSkippedVariable = "WARPLENS_CAPTURE_SKIPPED";
inline constexpr const char* kBytesVariable = "WARPLENS_CAPTURE_BYTES";  // of memory a launch
inline constexpr const char* kAskedSocket = "touched";
inline constexpr std::uint64_t kNobodyKnows = ~std::uint64_t{0};
inline constexpr std::uint64_t kMostParts = 4096;  // of an answer
inline constexpr const char* kCuptiVariable =
    "WARPLENS_CAPTURE_CUPTI";  // libcupti's path; none: looked for

enum class Kind : std::uint64_t {
  // pid, device, capability, driver's version
  process = 1,
  // number, call that was given it, bytes
  image,
  // number of an image of machine code, PtxSource of the PTX that it was made of, its name, it; of
  // Triton's cache the kernel's JSON and TTIR
  image_ptx,
  // episode, address, 0 before or 1 after, bytes; those of one range follow each other
  part,
  // number, name, nth, thread, stream, status of what it did, error's name, launches of other
  // threads meanwhile; steps: their count, each a StepKind and its fields; allocations: their
  // count, each address, bytes, AllocationKind, variable, image
  episode,
  // NoteKind, episode's number (kNoEpisode: none), two numbers, a text
  note,
  // an episode before it runs, with the parts that were kept so far
  asked,
};

enum class StepKind : std::uint64_t {
  // image, entry, grid, block, cluster (x 0: none), dynamic shared bytes, cooperative; parameters:
  // their count, each offset and bytes; their bytes; attributes: their count, each
  // CUlaunchAttributeID and the first word of its value
  launch,
  copy,  // to, from, bytes
  fill,  // to, count, value, element's bytes
};
enum class PtxSource : std::uint64_t { linked, triton, memory };
enum class AllocationKind : std::uint64_t { device, managed, host, variable };

inline constexpr std::uint64_t kNoEpisode = ~std::uint64_t{0};
enum class NoteKind : std::uint64_t {
  no_cupti,            // text: what the loader says
  no_subscription,     // number: CUPTI's status
  old_driver,          // text: a function that it lacks
  unknown_image,       // text: kernel
  unknown_parameters,  // text: kernel; number: the driver's status
  not_read,            // address, bytes
  launch_failed,       // text: kernel; number: the driver's status
  graph_node,          // text: kernel; number: CUgraphNodeType that is not captured
  graph_copy,          // text: kernel; a copy that is not from device memory to device memory
  not_before,          // number: status of waiting for what ran before
  graph_too_long,      // text: kernel; nodes
};

class Writer {
 public:
  void number(std::uint64_t value) { raw(&value, sizeof value); }
  void text(std::string_view text) {
    number(text.size());
    raw(text.data(), text.size());
  }
  void bytes(std::span<const std::byte> bytes) {
    number(bytes.size());
    raw(bytes.data(), bytes.size());
  }
  [[nodiscard]] std::span<const std::byte> written() const { return bytes_; }

 private:
  void raw(const void* from, std::size_t bytes) {
    const auto* first = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), first, first + bytes);
  }

  std::vector<std::byte> bytes_;
};

// Reads what a Writer wrote. What is not there is nothing, and is_whole() is false from then on.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::uint64_t number() {
    std::uint64_t value = 0;
    const auto taken = take(sizeof value);
    if (taken.size() == sizeof value) std::memcpy(&value, taken.data(), sizeof value);
    return value;
  }
  std::span<const std::byte> bytes() { return take(number()); }
  std::string text() {
    const auto taken = bytes();
    return {reinterpret_cast<const char*>(taken.data()), taken.size()};
  }
  [[nodiscard]] bool is_whole() const { return is_whole_; }
  [[nodiscard]] std::size_t left() const { return bytes_.size(); }
  // What is not read yet.
  [[nodiscard]] std::span<const std::byte> rest() const { return bytes_; }

 private:
  std::span<const std::byte> take(std::uint64_t bytes) {
    if (bytes > bytes_.size()) {
      is_whole_ = false;
      bytes_ = {};
      return {};
    }
    const auto taken = bytes_.first(static_cast<std::size_t>(bytes));
    bytes_ = bytes_.subspan(taken.size());
    return taken;
  }

  std::span<const std::byte> bytes_;
  bool is_whole_ = true;
};

}  // namespace warplens::injected::spool
