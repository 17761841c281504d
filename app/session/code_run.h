// A launch's source, PTX and machine code beside each other (viz/code/code_model.h), made away from
// the frame: from what ships, from the user's cache, else by ptxas and nvdisasm of this machine.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "app/session/kernel_result.h"
#include "viz/code/code_model.h"

namespace warplens::session {

using CodeModelPtr = std::shared_ptr<const code::CodeModel>;
using MakeCode = std::function<Result<CodeModelPtr>(const std::stop_token& stop)>;

// The architecture whose machine code is shown: the result's, else sm_90.
[[nodiscard]] std::uint32_t shown_capability(const KernelResult& result);

// Holds all that it needs. Where there is no SASS the model says why. Errors of what it makes: the
// run holds no PTX; cancelled. `language`: of the sources' comments.
[[nodiscard]] MakeCode machine_code(const KernelResultPtr& result, std::size_t launch,
                                    Language language);

// What ptxas says of an entry for one architecture; nothing: it is not here, or says nothing.
[[nodiscard]] std::optional<analysis::EntryResources> asked_of_ptxas(const std::string& ptx,
                                                                     const std::string& entry,
                                                                     std::uint32_t capability,
                                                                     const std::stop_token& stop);

}  // namespace warplens::session
