// An OpenGL 3.3 core context without a display, window or X server, current on the thread that made
// it. libEGL is opened at run time, so that the program starts without it.
#pragma once

#include <memory>

#include "kernels/base/result.h"

namespace warplens::gl {

class EglContext {
 public:
  // Makes the context current and loads OpenGL's functions. Errors name what to install.
  static Result<EglContext> create();

  EglContext(EglContext&&) noexcept;
  EglContext& operator=(EglContext&&) noexcept;
  ~EglContext();

 private:
  struct State;
  explicit EglContext(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace warplens::gl
