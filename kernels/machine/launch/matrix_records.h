// The registers of a block's warps at their instructions on matrices (matrix_form.h), for who looks
// at them.
//
// A launch that is recorded keeps them where RunOptions::matrices asks: what an instruction reads
// as it was before, what it writes as it is after. Of wgmma, whose D comes later, as it came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "kernels/machine/program/program.h"

namespace warplens::machine {

struct MatrixRecord {
  const ptx::Instruction* instruction = nullptr;  // of the launch's module
  std::uint64_t events = 0;                       // of its block, before it
  std::uint32_t warp = 0;
  std::uint32_t mask = 0;
  std::optional<std::uint64_t> a_descriptor, b_descriptor;  // of wgmma: its first lane's
  // Of the form's operands, bytes as FragmentMap::value() takes them; empty: a C that is not added.
  std::vector<std::vector<std::byte>> operands;
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
    bytes_ = 0;
    is_cut_ = false;
    return true;
  }
  // Stays where it is; null where no room is left.
  [[nodiscard]] MatrixRecord* add() {
    is_cut_ = is_cut_ || bytes_ >= most_;
    return is_cut_ ? nullptr : &records_.emplace_back();
  }
  void keep(MatrixRecord& record, std::vector<std::byte> operand) {
    bytes_ += operand.size();
    record.operands.push_back(std::move(operand));
  }

 private:
  Place place_;
  std::size_t most_;
  std::size_t launches_ = 0, bytes_ = 0;
  bool is_cut_ = false;
  std::optional<Program> program_;
  std::deque<MatrixRecord> records_;
};

}  // namespace warplens::machine
