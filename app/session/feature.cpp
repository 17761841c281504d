#include "app/session/feature.h"

#include "app/session/session.h"

namespace warplens::session {

std::map<std::string, std::string> main_texts(Features features, const FeatureChoices& choices) {
  std::map<std::string, std::string> texts;
  for (const Feature& feature : features) {
    for (const ChoiceText& choice : feature.texts) {
      for (TextField& field : choice.write(choices)) {
        if (field.name == choice.name) texts.emplace(field.name, std::move(field.value));
      }
    }
  }
  return texts;
}

Text accompany(Session& session, Features features, const Surroundings& surroundings) {
  Text trouble;
  for (const Feature& feature : features) {
    if (feature.companion == nullptr) continue;
    auto companion = feature.companion(surroundings);
    if (trouble.empty()) trouble = companion->trouble();
    session.keep(std::move(companion));
  }
  return trouble;
}

}  // namespace warplens::session
