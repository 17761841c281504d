// A shell that tidies up when this process ends without having done so itself.
//
//   const Caretaker caretaker("rm -rf -- \"$0\"", folder.string());
#pragma once

#include <string>
#include <utility>

namespace warplens::run {

class Caretaker {
 public:
  // Runs `script` with `word` as $0, once this process has ended in whatever way; not when the
  // caretaker is dismissed before, which the end of its scope does.
  Caretaker(const std::string& script, const std::string& word);
  Caretaker(Caretaker&& other) noexcept
      : process_(std::exchange(other.process_, -1)), pipe_(std::exchange(other.pipe_, -1)) {}
  Caretaker& operator=(Caretaker&& other) = delete;
  ~Caretaker() { dismiss(); }
  void dismiss();

 private:
  int process_ = -1;  // none: it could not be started
  int pipe_ = -1;     // it reads from this until nobody holds the other end any more
};

}  // namespace warplens::run
