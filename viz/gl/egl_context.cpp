#include "viz/gl/egl_context.h"

#include <glad/gl.h>
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>

#include <array>

namespace warplens::gl {
namespace {

constexpr const char* kInstall = "install libegl1 and libegl-mesa0, or start the app on a desktop";

// EGL's functions by name, as the library that was opened has them.
struct Egl {
  void* handle = nullptr;
  decltype(&eglGetProcAddress) get_proc_address = nullptr;
  decltype(&eglInitialize) initialize = nullptr;
  decltype(&eglBindAPI) bind_api = nullptr;
  decltype(&eglCreateContext) create_context = nullptr;
  decltype(&eglMakeCurrent) make_current = nullptr;
  decltype(&eglDestroyContext) destroy_context = nullptr;
  decltype(&eglTerminate) terminate = nullptr;
  PFNEGLGETPLATFORMDISPLAYEXTPROC get_platform_display = nullptr;

  template <class Function>
  bool find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
    return function != nullptr;
  }

  bool find_all() {
    if (!find(get_proc_address, "eglGetProcAddress") || !find(initialize, "eglInitialize") ||
        !find(bind_api, "eglBindAPI") || !find(create_context, "eglCreateContext") ||
        !find(make_current, "eglMakeCurrent") || !find(destroy_context, "eglDestroyContext") ||
        !find(terminate, "eglTerminate"))
      return false;
    get_platform_display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
        get_proc_address("eglGetPlatformDisplayEXT"));
    return get_platform_display != nullptr;
  }
};

}  // namespace

struct EglContext::State {
  Egl egl;
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  // The library stays open: drivers keep threads and exit handlers in it.
  ~State() {
    if (context != EGL_NO_CONTEXT) {
      egl.make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
      egl.destroy_context(display, context);
    }
    if (display != EGL_NO_DISPLAY) egl.terminate(display);
  }

  Result<void> open_display() {
    egl.handle = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (egl.handle == nullptr) return fail("libEGL.so.1 was not found: {}", kInstall);
    if (!egl.find_all()) return fail("libEGL.so.1 is too old: {}", kInstall);
    const EGLDisplay found =
        egl.get_platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (found == EGL_NO_DISPLAY || egl.initialize(found, nullptr, nullptr) != EGL_TRUE)
      return fail("EGL cannot draw without a display here: {}", kInstall);
    display = found;
    return {};
  }

  Result<void> make_context() {
    constexpr std::array<EGLint, 7> kAttributes = {EGL_CONTEXT_MAJOR_VERSION,
                                                   3,
                                                   EGL_CONTEXT_MINOR_VERSION,
                                                   3,
                                                   EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                                   EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                                   EGL_NONE};
    if (egl.bind_api(EGL_OPENGL_API) == EGL_TRUE)
      context = egl.create_context(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, kAttributes.data());
    if (context == EGL_NO_CONTEXT)
      return fail("no OpenGL 3.3 driver was found: install libgl1-mesa-dri");
    if (egl.make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) != EGL_TRUE)
      return fail("the OpenGL context cannot be used without a surface: install libgl1-mesa-dri");
    return {};
  }
};

EglContext::EglContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
EglContext::EglContext(EglContext&&) noexcept = default;
EglContext& EglContext::operator=(EglContext&&) noexcept = default;
EglContext::~EglContext() = default;

Result<EglContext> EglContext::create() {
  auto state = std::make_unique<State>();
  if (auto opened = state->open_display(); !opened.has_value()) return fail(opened.error());
  if (auto made = state->make_context(); !made.has_value()) return fail(made.error());
  if (gladLoadGL(reinterpret_cast<GLADloadfunc>(state->egl.get_proc_address)) == 0)
    return fail("OpenGL's functions could not be loaded: install libgl1-mesa-dri");
  EglContext context(std::move(state));
  if (const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER)))
    context.renderer_ = name;
  return context;
}

}  // namespace warplens::gl
