#include "app/features/workshop/swizzle_goal.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace warplens::workshop {
namespace {

using swizzle::Map;

struct KindName {
  std::string_view name;
  Map::Kind kind;
};
constexpr std::array<KindName, 7> kKinds{{{"none", Map::Kind::none},
                                          {"padding", Map::Kind::padding},
                                          {"xor", Map::Kind::exclusive_or},
                                          {"shift", Map::Kind::shift},
                                          {"Swizzle", Map::Kind::cute},
                                          {"layout", Map::Kind::layout},
                                          {"expression", Map::Kind::expression}}};

std::optional<Map::Kind> kind_of(const JsonFields& fields) {
  if (!fields.has("by")) return std::nullopt;
  std::vector<std::string_view> names;
  for (const KindName& each : kKinds) names.push_back(each.name);
  return kKinds[fields.choice<std::size_t>("by", names)].kind;
}

// Whatever the map.
bool is_asked_the_same(const swizzle::SwizzleSpec& one, const swizzle::SwizzleSpec& other) {
  return one.tile == other.tile && one.write == other.write && one.read == other.read;
}

}  // namespace

SwizzleGoal swizzle_goal_of(const JsonFields& fields) {
  fields.only({"spec", "by", "wavefronts_at_most", "bytes_lost_at_most"});
  const JsonFields spec = fields.at("spec");
  return {spec.taken(swizzle::parse_spec(spec.as_text())), kind_of(fields),
          fields.find_integer<std::uint64_t>("wavefronts_at_most"),
          fields.find_integer<std::uint64_t>("bytes_lost_at_most")};
}

bool meets(const SeenSwizzle& seen, const SwizzleGoal& goal) {
  return seen.works && is_asked_the_same(seen.spec, goal.example) &&
         (!goal.by || seen.spec.map.kind == *goal.by) &&
         (!goal.wavefronts_at_most || seen.wavefronts <= *goal.wavefronts_at_most) &&
         (!goal.bytes_lost_at_most || seen.bytes_lost <= *goal.bytes_lost_at_most);
}

}  // namespace warplens::workshop
