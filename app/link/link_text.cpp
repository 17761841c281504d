#include <fmt/ranges.h>

#include "app/link/fields.h"
#include "app/link/link.h"
#include "app/link/sheltered_text.h"
#include "viz/swizzle/spec.h"

namespace warplens::link {
namespace {

class LinkWriter {
 public:
  void add(std::string_view name, std::string_view value) {
    if (value.empty()) return;
    text_ += fmt::format("{}{}={}", is_first_ ? "" : "&", name, value);
    is_first_ = false;
  }
  void add(std::string_view name, const std::optional<std::uint64_t>& value) {
    if (value) add(name, fmt::format("{}", *value));
  }
  void add(std::string_view name, const Kernel& kernel) {
    add(name, kernel.name);
    for (const auto& [parameter, value] : kernel.parameters) {
      add(fmt::format("{}.{}", name, parameter), fmt::format("{}", value));
    }
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_{kBegin};
  bool is_first_ = true;
};

std::string_view name_of(analysis::Need need) {
  return analysis::kNeedNames[static_cast<std::size_t>(need)];
}

std::string names_of(const std::vector<session::StageView>& views) {
  std::vector<std::string_view> names;
  for (const session::StageView view : views) names.push_back(name_of(view));
  return fmt::format("{}", fmt::join(names, ","));
}

}  // namespace

std::string link_text(const Link& link) {
  LinkWriter writer;
  writer.add("lesson", link.lesson);
  if (!link.lesson.empty()) writer.add("step", fmt::format("{}", link.step));
  writer.add("kernel", link.kernel);
  writer.add("beside", link.beside);
  writer.add("index", sheltered(link.kernel.index));
  writer.add("beside_index", sheltered(link.beside.index));
  writer.add("views", names_of(link.views));
  writer.add("launch", link.launch);
  writer.add("event", link.event);
  writer.add("order", trace::name_of(link.order));
  writer.add("cache", analysis::name_of(link.cache));
  writer.add("gpu", link.occupancy.on().id);
  for (const analysis::Need need : analysis::kAllNeeds) {
    const auto& value = link.occupancy.of(need);
    if (value) writer.add(fmt::format("gpu.{}", name_of(need)), fmt::format("{}", *value));
  }
  writer.add("motion", sheltered(algebra::text_of(link.motion)));
  if (link.swizzle != swizzle::SwizzleSpec{}) {
    writer.add("swizzle", sheltered(swizzle::text_of(link.swizzle)));
  }
  writer.add("arch", link.architecture);
  if (link.language) writer.add("lang", code_of(*link.language));
  return writer.take();
}

}  // namespace warplens::link
