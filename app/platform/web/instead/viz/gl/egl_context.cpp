// The page's canvas has the one context that there is.
#include "viz/gl/egl_context.h"

namespace warplens::gl {

struct EglContext::State {};

EglContext::EglContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
EglContext::EglContext(EglContext&&) noexcept = default;
EglContext& EglContext::operator=(EglContext&&) noexcept = default;
EglContext::~EglContext() = default;

Result<EglContext> EglContext::create() { return EglContext(std::make_unique<State>()); }

}  // namespace warplens::gl
