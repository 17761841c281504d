// Launches of the vector addition: its arguments, made before the first call, so that no time goes
// by between calls. Private to this folder.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "kernels/run/launch.h"
#include "kernels/timing/host_run.h"

namespace warplens::timing {

struct AddProblem;

class AddLaunch {
 public:
  // Of all the problem's elements; set_addresses() says where they are.
  static Result<AddLaunch> make(const AddProblem& problem);

  // a, b and c.
  void set_addresses(const std::array<device::api::CUdeviceptr, 3>& arrays);
  // Of that many elements, in as many blocks as they take.
  void set_count(std::size_t elements);
  device::api::CUresult operator()(device::api::CUstream stream);
  [[nodiscard]] std::string name() const;

 private:
  explicit AddLaunch(const AddProblem& problem);

  const AddProblem* problem_;
  Dim3 grid_;
  std::vector<run::PlainArgument> arguments_;
  std::vector<void*> pointers_;
};

}  // namespace warplens::timing
