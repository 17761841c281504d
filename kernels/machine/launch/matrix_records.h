// The registers of a block's warps at their instructions on matrices (matrix_form.h), for who looks
// at them; what tcgen05.mma reads of shared memory, and what other blocks of the cluster copy
// there.
//
// A launch that is recorded keeps them where RunOptions::matrices asks: what an instruction reads
// as it was before, what it writes as it is after. Of wgmma, whose D comes later, as it came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/machine/operations/tcgen05.h"
#include "kernels/machine/program/program.h"
#include "kernels/trace/bulk_copy.h"

namespace warplens::machine {

struct MatrixRecord {
  const ptx::Instruction* instruction = nullptr;  // of the launch's module
  std::uint64_t events = 0;                       // of its block, before it
  std::uint64_t received = 0;                     // copies of other blocks before it
  std::uint32_t warp = 0;
  std::uint32_t mask = 0;
  std::optional<std::uint64_t> a_descriptor, b_descriptor;  // of wgmma: its first lane's
  // Of the form's operands, bytes as FragmentMap::value() takes them; empty: a C that is not added.
  std::vector<std::vector<std::byte>> operands;
};

// tcgen05.mma, by one thread.
struct TensorRecord {
  const ptx::Instruction* instruction = nullptr;
  std::uint64_t events = 0, received = 0;  // as above
  std::uint32_t warp = 0;
  Tcgen05Product product;
  std::optional<std::uint64_t> a_descriptor;  // none: A is in tensor memory
  std::uint64_t b_descriptor = 0;
};

// A copy that another block of the cluster has TMA bring to the block's shared memory, when it was
// asked for.
struct ReceivedCopy {
  const ptx::Instruction* instruction = nullptr;
  std::uint64_t events = 0;  // of the block, before it
  std::uint32_t rank = 0;    // of who asked
  trace::BulkCopy copy;
};

class MatrixRecords {
 public:
  struct Place {
    std::size_t launch = 0;  // of those that are run
    std::uint64_t block = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };
  static constexpr std::size_t kUsualBytes = std::size_t{64} << 20;

  // `bytes`: that the registers may take; what comes when they do is left out.
  explicit MatrixRecords(Place place, std::size_t bytes = kUsualBytes)
      : place_(place), most_(bytes) {}

  // In the order in which they were issued.
  [[nodiscard]] const std::deque<MatrixRecord>& all() const { return records_; }
  [[nodiscard]] const std::deque<TensorRecord>& tensors() const { return tensors_; }
  [[nodiscard]] const std::vector<ReceivedCopy>& received() const { return received_; }
  // The block's, in its cluster.
  [[nodiscard]] std::uint32_t rank() const { return rank_; }
  [[nodiscard]] bool is_cut() const { return is_cut_; }
  // Whose instructions they are; nothing before that launch.
  [[nodiscard]] const std::optional<Program>& program() const { return program_; }

  // By the machine: launches come one after the other, and a block may begin anew.
  void begin_launch(const Program& program) {
    if (launches_++ == place_.launch) program_ = program;
  }
  [[nodiscard]] bool begin_block(std::uint64_t block) {
    if (launches_ != place_.launch + 1 || block != place_.block) return false;
    records_.clear();
    tensors_.clear();
    received_.clear();
    rank_ = 0;
    bytes_ = 0;
    is_cut_ = false;
    return true;
  }
  void join(std::uint32_t rank) { rank_ = rank; }
  // Stays where it is; null where no room is left.
  [[nodiscard]] MatrixRecord* add() {
    if (!has_room()) return nullptr;
    records_.emplace_back().received = received_.size();
    return &records_.back();
  }
  void add(TensorRecord record) {
    if (!has_room(sizeof record)) return;
    record.received = received_.size();
    tensors_.push_back(std::move(record));
  }
  void add(ReceivedCopy copy) {
    if (has_room(sizeof copy)) received_.push_back(std::move(copy));
  }
  void keep(MatrixRecord& record, std::vector<std::byte> operand) {
    bytes_ += operand.size();
    record.operands.push_back(std::move(operand));
  }

 private:
  // For so many bytes more, which are then taken.
  [[nodiscard]] bool has_room(std::size_t bytes = 0) {
    is_cut_ = is_cut_ || bytes_ >= most_;
    if (!is_cut_) bytes_ += bytes;
    return !is_cut_;
  }

  Place place_;
  std::size_t most_;
  std::size_t launches_ = 0, bytes_ = 0;
  std::uint32_t rank_ = 0;
  bool is_cut_ = false;
  std::optional<Program> program_;
  std::deque<MatrixRecord> records_;
  std::deque<TensorRecord> tensors_;
  std::vector<ReceivedCopy> received_;
};

}  // namespace warplens::machine
