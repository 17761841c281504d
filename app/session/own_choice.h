// What a person has chosen of an own kernel's file, beyond what the file and its sidecar say.
#pragma once

#include <memory>
#include <string>

namespace warplens::own {
struct LaunchForm;
}

namespace warplens::session {

struct OwnChoice {
  // As OwnEntry::name; empty: the sidecar's first launch, else the first. Of a captured program a
  // launch's name; empty: the first that can be run.
  std::string kernel;
  bool as_guessed = false;  // in spite of a sidecar
  // The launch as it was corrected by hand; null: the sidecar's, or a guess. Equal only to itself.
  std::shared_ptr<const own::LaunchForm> form{};
  friend bool operator==(const OwnChoice&, const OwnChoice&) = default;
};

}  // namespace warplens::session
