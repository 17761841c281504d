#include "viz/gl/egl_context.h"

#include <glad/gl.h>
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>

#include <array>
#include <vector>

namespace warplens::gl {
namespace {

constexpr TextView kInstall = tr("install libegl1 and libegl-mesa0, or start the app on a desktop");

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
  PFNEGLQUERYDEVICESEXTPROC query_devices = nullptr;  // may be missing

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
    query_devices =
        reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(get_proc_address("eglQueryDevicesEXT"));
    return get_platform_display != nullptr;
  }

  // Mesa draws without any display; NVIDIA's driver draws on a device that is named.
  [[nodiscard]] std::vector<EGLDisplay> displays() const {
    std::vector<EGLDisplay> found{
        get_platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr)};
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    if (query_devices == nullptr ||
        query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count) != EGL_TRUE)
      return found;
    for (EGLint i = 0; i < count; ++i) {
      found.push_back(get_platform_display(EGL_PLATFORM_DEVICE_EXT,
                                           devices[static_cast<std::size_t>(i)], nullptr));
    }
    return found;
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
  ~State() { close(); }

  Result<void> open_library() {
    egl.handle = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (egl.handle == nullptr) return fail(tr("libEGL.so.1 was not found: {}", kInstall));
    if (!egl.find_all()) return fail(tr("libEGL.so.1 is too old: {}", kInstall));
    return {};
  }

  // Makes a context on the first display that allows one. The error is the last one's.
  Result<void> make_context() {
    Result<void> made = fail(tr("EGL cannot draw without a display here: {}", kInstall));
    for (const EGLDisplay each : egl.displays()) {
      if (each == EGL_NO_DISPLAY || egl.initialize(each, nullptr, nullptr) != EGL_TRUE) continue;
      display = each;
      made = make_context_here();
      if (made.has_value()) return made;
      close();
    }
    return made;
  }

 private:
  void close() {
    if (context != EGL_NO_CONTEXT) {
      egl.make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
      egl.destroy_context(display, context);
    }
    if (display != EGL_NO_DISPLAY) egl.terminate(display);
    context = EGL_NO_CONTEXT;
    display = EGL_NO_DISPLAY;
  }

  Result<void> make_context_here() {
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
      return fail(tr("no OpenGL 3.3 driver was found: install libgl1-mesa-dri"));
    if (egl.make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) != EGL_TRUE)
      return fail(
          tr("the OpenGL context cannot be used without a surface: install libgl1-mesa-dri"));
    return {};
  }
};

EglContext::EglContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
EglContext::EglContext(EglContext&&) noexcept = default;
EglContext& EglContext::operator=(EglContext&&) noexcept = default;
EglContext::~EglContext() = default;

Result<EglContext> EglContext::create() {
  auto state = std::make_unique<State>();
  TRY(state->open_library());
  TRY(state->make_context());
  if (gladLoadGL(reinterpret_cast<GLADloadfunc>(state->egl.get_proc_address)) == 0)
    return fail(tr("OpenGL's functions could not be loaded: install libgl1-mesa-dri"));
  return EglContext(std::move(state));
}

}  // namespace warplens::gl
