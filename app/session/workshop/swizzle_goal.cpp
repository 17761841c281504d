#include "app/session/workshop/swizzle_goal.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace warplens::session {
namespace {

using swizzle::Map;

struct KindName {
  std::string_view name;
  Map::Kind kind;
};
constexpr std::array<KindName, 6> kKinds{{{"none", Map::Kind::none},
                                          {"padding", Map::Kind::padding},
                                          {"xor", Map::Kind::exclusive_or},
                                          {"shift", Map::Kind::shift},
                                          {"Swizzle", Map::Kind::cute},
                                          {"expression", Map::Kind::expression}}};

tl::unexpected<Error> bad_goal(std::string_view name) {
  return fail(tr("\"workshop\": \"{}\" is not as it must be", name));
}

Result<void> read_goal(std::string_view name, const SortedJson& value, SwizzleGoal& goal) {
  if (name == "spec") {
    if (!value.is_string()) return bad_goal(name);
    TRY(auto spec, swizzle::parse_spec(value.get<std::string>()));
    goal.example = std::move(spec);
    return {};
  }
  if (name == "by") {
    const std::string wanted = value.is_string() ? value.get<std::string>() : std::string();
    const auto* const kind = std::ranges::find(kKinds, wanted, &KindName::name);
    if (kind == kKinds.end()) return bad_goal(name);
    goal.by = kind->kind;
    return {};
  }
  if (!value.is_number_unsigned()) return bad_goal(name);
  if (name == "wavefronts_at_most") {
    goal.wavefronts_at_most = value.get<std::uint64_t>();
  } else if (name == "bytes_lost_at_most") {
    goal.bytes_lost_at_most = value.get<std::uint64_t>();
  } else {
    return bad_goal(name);
  }
  return {};
}

// Whatever the map.
bool is_asked_the_same(const swizzle::SwizzleSpec& one, const swizzle::SwizzleSpec& other) {
  return one.tile == other.tile && one.write == other.write && one.read == other.read;
}

}  // namespace

Result<SwizzleGoal> swizzle_goal_of(const SortedJson& object) {
  if (!object.is_object() || !object.contains("spec")) return bad_goal("spec");
  SwizzleGoal goal;
  for (const auto& [name, value] : object.items()) {
    TRY(read_goal(name, value, goal));
  }
  return goal;
}

bool meets(const SeenSwizzle& seen, const SwizzleGoal& goal) {
  return seen.works && is_asked_the_same(seen.spec, goal.example) &&
         (!goal.by || seen.spec.map.kind == *goal.by) &&
         (!goal.wavefronts_at_most || seen.wavefronts <= *goal.wavefronts_at_most) &&
         (!goal.bytes_lost_at_most || seen.bytes_lost <= *goal.bytes_lost_at_most);
}

}  // namespace warplens::session
