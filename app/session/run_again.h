// A result's kernel run once more, for what its trace does not keep of one block: on the CPU, whose
// runs are all alike.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/session/kernel_result.h"
#include "kernels/run/own_kernel.h"

namespace warplens::session {

class OwnFiles;

using RunAgain = std::function<Result<trace::Run>(const run::Options&)>;

// Holds all that it needs. Null where the result's kernel cannot be run again, as that of a
// trace's capture.
[[nodiscard]] RunAgain run_again(std::shared_ptr<const run::Catalogue> catalogue,
                                 const KernelResultPtr& result,
                                 const std::shared_ptr<OwnFiles>& own);
// The same of a kernel of the catalogue, without a result of it; of a person's own.
[[nodiscard]] RunAgain run_again(std::shared_ptr<const run::Catalogue> catalogue,
                                 Selection selection);
[[nodiscard]] RunAgain run_own_again(run::OwnKernel kernel);

// Records the events of one block; the rest is as `options` say.
[[nodiscard]] run::Options recording_block(std::uint64_t block, run::Options options = {});

}  // namespace warplens::session
