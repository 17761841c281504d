#include "app/lessons/lesson_fields.h"

namespace warplens::lessons {

std::uint32_t count_of(const JsonFields& fields, const char* name) {
  return fields.integer_or<std::uint32_t>(name, 0, 0, 1'000'000);
}

session::Anchor anchor_of(const JsonFields& fields) {
  using enum trace::EventKind;
  return {fields.text_or("marker", ""),
          named(fields, "space", {trace::Space::global, trace::Space::shared, trace::Space::none}),
          named(fields, "kind",
                {load, store, atomic, async_copy, load_matrix, store_matrix, barrier, branch,
                 shuffle, bulk_load, bulk_store, bulk_send}),
          count_of(fields, "occurrence")};
}

Weight weight_of(const JsonFields& fields) {
  const bool is_essential = fields.flag_or("essential", false);
  const bool is_extra = fields.flag_or("extra", false);
  if (is_essential && is_extra)
    fields.wrong(tr("a lesson is \"essential\" or \"extra\", not both"));
  if (is_essential) return Weight::essential;
  return is_extra ? Weight::extra : Weight::usual;
}

Effort effort_of(const JsonFields& fields) {
  Effort effort{static_cast<int>(count_of(fields, "minutes")), weight_of(fields), {}};
  for (const JsonFields& lesson : fields.list_or_none("needs"))
    effort.needs.push_back(lesson.as_integer<int>(0, 1000));
  return effort;
}

StagedFile staged_file_of(const JsonFields& fields) {
  return {fields.text_or("launch", ""), fields.texts_or_none("mended")};
}

session::NamedKernel named_kernel_of(const JsonFields& fields) {
  return {fields.text("kernel"), fields.integers_or_none("parameters"),
          fields.text_or("index", "")};
}

}  // namespace warplens::lessons
