// Facts that can be read off a kernel before it runs, for infer_form() and the probe.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "kernels/own/given_launch.h"
#include "kernels/own/launch_form.h"
#include "kernels/own/pointer_use.h"
#include "kernels/own/signature.h"
#include "kernels/own/size_uses.h"
#include "kernels/own/source_text.h"
#include "kernels/own/thread_dimensions.h"

namespace warplens::own {

struct BlockGuess {
  std::array<std::int64_t, 3> threads{1, 1, 1};
  Text why;
};

struct Inference {
  LaunchForm form;
  std::vector<BlockGuess> blocks;        // that may be meant, the likeliest first; not empty
  std::vector<std::string> block_bound;  // sizes that may not exceed a block's threads
  std::vector<std::string> whole;        // sizes of which only whole steps are worked on
  bool has_dynamic_shared = false;
  std::set<std::string> given_counts;  // buffers whose number of elements a person says
};

// Errors: a name that the kernel does not have, a block that is no number. What is said of sizes is
// returned: it is for the form that comes of it.
Result<catalog::Parameters> give(const GivenLaunch& given, Inference& inference);

[[nodiscard]] Inference infer(const ptx::Module& module, const ptx::Function& entry,
                              const std::vector<std::string>& sources,
                              const std::optional<caches::ToldLaunch>& told = {});

void set_block(LaunchForm& form, const BlockGuess& guess);

// infer_arguments.cpp: sizes are given their values, buffers no count.
struct ArgumentGuesses {
  std::vector<FormSize> sizes;
  std::vector<FormArgument> arguments;
  std::vector<FormBuffer> buffers;  // that structures among them point to
  std::vector<Text> assumptions;
};
struct ParameterUses {
  std::vector<PointerUse> pointers;
  std::vector<SizeUse> sizes;
};
[[nodiscard]] ArgumentGuesses infer_arguments(const Signature& signature,
                                              const ptx::Function& entry,
                                              const ParameterUses& uses);

// infer_textures.cpp: nothing where the parameter is no handle of a texture or a surface.
[[nodiscard]] std::optional<FormTexture> infer_texture(const SignatureParameter& parameter,
                                                       const ptx::Function& entry,
                                                       const ptx::Variable& variable);

// infer_grid.cpp
struct GridEvidence {
  std::vector<FormSize> sizes;
  std::vector<std::string> scalar_names;  // one a parameter, empty for others
  std::vector<SizeUse> uses;              // likewise
  std::vector<std::int64_t> units;        // bytes of what a pointer points to; 0: not known
  ThreadDimensions dimensions;
};
struct GridGuess {
  std::array<Entry, 3> grid;
  std::vector<FormSize> free_sizes;               // "blocks": nothing says how many
  std::vector<std::string> block_bound;           // as Inference has them
  std::map<std::string, std::int64_t> multiples;  // sizes of which only whole ones are worked on
};
[[nodiscard]] GridGuess infer_grid(const ptx::Module& module, const ValueGraph& graph,
                                   const GridEvidence& evidence);

// infer_blocks.cpp
struct BlockEvidence {
  std::vector<NamedConstant> constants;
  ThreadDimensions dimensions;
};
[[nodiscard]] std::vector<BlockGuess> infer_blocks(const ptx::Module& module,
                                                   const ValueGraph& graph,
                                                   const BlockEvidence& evidence);

// The value of each parameter that is a size; `scalar_names`: one a parameter, empty for others.
[[nodiscard]] Environment environment_of(const std::vector<FormSize>& sizes,
                                         const std::vector<std::string>& scalar_names);

}  // namespace warplens::own
