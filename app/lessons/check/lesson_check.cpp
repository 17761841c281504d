#include "app/lessons/check/lesson_check.h"

#include "app/features/features.h"
#include "app/lessons/check/stage_checks.h"
#include "app/lessons/check/text_checks.h"
#include "app/state/measured_phrases.h"

namespace warplens::lessons {
namespace {

void check_head(const Lesson& lesson, Complaints& complaints) {
  if (lesson.number == 0) complaints.add("lesson.json", nullptr, "\"number\" is missing");
  if (lesson.effort.minutes == 0) {
    complaints.add("lesson.json", nullptr, "\"minutes\" is missing: how long it takes a person");
  }
}

}  // namespace

std::vector<std::string> LessonCheck::check(const std::filesystem::path& folder) {
  const InspectedLesson read = inspect_lesson(folder, features::all());
  std::vector<std::string> lines;
  for (const Error& each : read.wrong) lines.push_back(each.message.in(Language::en));
  if (!lines.empty()) return lines;
  Complaints complaints(read.lesson);
  check_head(read.lesson, complaints);
  check_texts(read.lesson,
              {[this](const Measured& measured) {
                 return ui::is_recorded(measured, stage_.session().families(), stage_.recordings());
               },
               documents_},
              complaints);
  check_stages(read.lesson, stage_, complaints);
  return complaints.take();
}

}  // namespace warplens::lessons
