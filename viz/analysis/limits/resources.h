// The resources of a multiprocessor that an entry takes, as ptxas reports them:
// assets/ptx/resources.json. Also, how many waves of blocks a launch is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "viz/analysis/limits/chip.h"
#include "viz/analysis/limits/launch_demand.h"
#include "viz/analysis/limits/occupancy.h"

namespace warplens::analysis {

struct EntryResources {
  std::uint32_t registers = 0;      // a thread
  std::uint32_t shared_bytes = 0;   // static ones, a block
  std::uint32_t spilled_bytes = 0;  // stored and loaded, a thread
};

// The resources of one entry, by compute capability.
using EntryReports = std::map<std::uint32_t, EntryResources>;

class Resources {
 public:
  // Errors: missing, damaged, in one line.
  static Result<Resources> read(const std::filesystem::path& file);
  static Result<Resources> parse(std::string_view json, std::string_view name);

  // `image` is "transpose/tile.ptx". Nothing: ptxas was not asked.
  [[nodiscard]] std::optional<EntryResources> of(const std::string& image, const std::string& entry,
                                                 std::uint32_t capability) const;
  // Empty: ptxas was not asked for any.
  [[nodiscard]] EntryReports of(const std::string& image, const std::string& entry) const;

 private:
  using Key = std::tuple<std::string, std::string, std::uint32_t>;
  std::map<Key, EntryResources> entries_;
};

// What a block of a launch takes of an SM.
[[nodiscard]] BlockNeeds needs_of(const EntryResources& resources, std::uint64_t threads,
                                  std::uint64_t dynamic_shared_bytes);
// How many times the blocks that all SMs hold at once change: 3 of 2.1 waves. 1 where it is not
// known how many they hold (0).
[[nodiscard]] std::uint64_t whole_waves(std::uint64_t blocks, std::uint32_t blocks_an_sm,
                                        const Chip& chip);

// The launch with how many of its blocks an SM holds at once, where the chip's occupancy is known.
[[nodiscard]] LaunchDemand with_resources(LaunchDemand launch, const EntryResources& resources,
                                          const Chip& chip);

// How often the resident blocks of a launch change: 2.1 are two whole waves and a tail, which
// leaves most multiprocessors idle. Nothing where it is not known how many an SM holds.
[[nodiscard]] std::optional<double> waves(const LaunchDemand& launch, const Chip& chip);

}  // namespace warplens::analysis
