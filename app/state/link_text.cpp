#include <fmt/ranges.h>

#include "app/state/fields.h"
#include "app/state/link.h"
#include "app/state/sheltered_text.h"

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

std::string names_of(const std::vector<session::StageView>& views) {
  std::vector<std::string_view> names;
  for (const session::StageView view : views) names.push_back(name_of(view));
  return fmt::format("{}", fmt::join(names, ","));
}

}  // namespace

std::string link_text(const Link& link, session::Features features) {
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
  for (const session::Feature& feature : features) {
    for (const session::ChoiceText& choice : feature.texts) {
      for (const session::TextField& field : choice.write(link.features)) {
        if (!field.is_usual) writer.add(field.name, sheltered(field.value));
      }
    }
  }
  writer.add("arch", link.architecture);
  if (link.language) writer.add("lang", code_of(*link.language));
  return writer.take();
}

}  // namespace warplens::link
