# What the program stands on in a browser, in the places where modules look for it: C++'s own library,
# built with exceptions and threads (app/platform/web), and the sources that scripts/setup-web fetched.
enable_language(C)
set(sources ${WEB_TOOLS}/sources)

# add_web_library(NAME INCLUDE-DIRECTORY SOURCE...)
function(add_web_library name include)
  add_library(${name} STATIC ${ARGN})
  target_include_directories(${name} SYSTEM PUBLIC ${include})
  target_compile_options(${name} PRIVATE -O2 -w)
endfunction()

# libc++, libc++abi and what of libunwind WebAssembly's exceptions need.
file(GLOB cxx_sources ${WEB_LIB}/libcxx/src/*.cpp ${WEB_LIB}/libcxx/src/filesystem/*.cpp
     ${WEB_LIB}/libcxx/src/ryu/*.cpp ${WEB_LIB}/libcxx/src/support/runtime/*.cpp
     ${WEB_LIB}/libcxxabi/src/*.cpp)
list(FILTER cxx_sources EXCLUDE REGEX "/(cxa_noexception|int128_builtins|stdlib_new_delete_nothrow)\\.cpp$")
add_web_library(cxx ${WEB_PORT}/libcxx ${cxx_sources} ${WEB_LIB}/libunwind/src/Unwind-wasm.c ${WEB_PORT}/threads.cpp)
set_target_properties(cxx PROPERTIES CXX_STANDARD 23 CXX_EXTENSIONS ON)
target_compile_definitions(cxx PRIVATE
  fchmod=warplens_fchmod _LIBCPP_BUILDING_LIBRARY _LIBCXXABI_BUILDING_LIBRARY LIBCXX_BUILDING_LIBCXXABI
  _LIBCXXABI_HAS_NO_THREADS _LIBUNWIND_HIDE_SYMBOLS _LIBUNWIND_HAS_NO_THREADS)
target_include_directories(cxx PRIVATE ${PROJECT_SOURCE_DIR} ${WEB_LIB}/libcxx/src ${WEB_LIB}/libcxx/libc
  ${WEB_LIB}/libcxxabi/src ${WEB_LIB}/libunwind/include)

target_link_libraries(cxx PUBLIC ${WEB_TOOLS}/sysroot/libc.a ${WEB_TOOLS}/sysroot/libzigc.a
                                 ${WEB_TOOLS}/sysroot/libcompiler_rt.a)
set(CMAKE_DL_LIBS "")  # a browser opens no shared libraries

file(GLOB zlib_sources ${sources}/zlib/*.c)
list(FILTER zlib_sources EXCLUDE REGEX "/gz[a-z]*\\.c$")
add_web_library(web_zlib ${sources}/zlib ${zlib_sources})
add_library(ZLIB::ZLIB INTERFACE IMPORTED GLOBAL)  # no alias: libzip exports what it stands on
target_link_libraries(ZLIB::ZLIB INTERFACE web_zlib)

add_web_library(web_md4c ${sources}/md4c/src ${sources}/md4c/src/md4c.c)

add_web_library(web_gif ${sources}/giflib
  ${sources}/giflib/dgif_lib.c ${sources}/giflib/egif_lib.c ${sources}/giflib/gif_err.c
  ${sources}/giflib/gif_hash.c ${sources}/giflib/gifalloc.c ${sources}/giflib/openbsd-reallocarray.c)
add_library(GIF::GIF ALIAS web_gif)

# Where a library has a CMake project: what its checks would find, had they something to link.
set(BUILD_SHARED_LIBS OFF CACHE INTERNAL "")
foreach(missing _CLOSE _DUP _FDOPEN _FILENO _SETMODE _SNPRINTF _STRDUP _STRICMP _STRTOI64 _STRTOUI64
        _UMASK _UNLINK ARC4RANDOM CLONEFILE EXPLICIT_BZERO EXPLICIT_MEMSET GETPROGNAME SETMODE STRICMP
        FTS_H FICLONERANGE MKSTEMP)
  set(HAVE_${missing} 0 CACHE INTERNAL "")
endforeach()
foreach(part COMMONCRYPTO GNUTLS MBEDTLS OPENSSL WINDOWS_CRYPTO BZIP2 LZMA)
  set(ENABLE_${part} OFF CACHE INTERNAL "")
endforeach()
foreach(part TOOLS REGRESS EXAMPLES DOC)
  set(BUILD_${part} OFF CACHE INTERNAL "")
endforeach()
set(LIBZIP_DO_INSTALL OFF CACHE INTERNAL "")
add_subdirectory(${sources}/libzip ${PROJECT_BINARY_DIR}/libzip EXCLUDE_FROM_ALL)
# libzip calls dup() for archives by descriptor, which a browser has not and nobody opens here.
set_target_properties(zip PROPERTIES SYSTEM ON)
target_compile_options(zip PRIVATE -O2 -w -Wno-error=implicit-function-declaration)

# Headers that are nothing but headers are the desktop's, from /usr/include, each by itself: nothing
# else of this machine's is seen.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(name fmt tl nlohmann flatbuffers stb EGL GLES3 KHR GLFW)
  file(CREATE_LINK /usr/include/${name} ${headers}/${name} SYMBOLIC)
endforeach()
foreach(name fmt::fmt tl::expected nlohmann_json::nlohmann_json Threads::Threads)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${name} SYSTEM INTERFACE ${headers})
  target_link_libraries(${name} INTERFACE cxx)
endforeach()
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY EGL_NO_PLATFORM_SPECIFIC_TYPES)

# As find_library() and find_path() would have found them.
set(ZIP_LIBRARY zip)
set(MD4C_LIBRARY web_md4c)
set(MD4C_INCLUDE_DIR ${sources}/md4c/src)
set(STB_LIBRARY web_stb)
set(STB_INCLUDE_DIR ${headers}/stb)
set(FLATBUFFERS_INCLUDE_DIR ${headers})
set(EGL_INCLUDE_DIR ${headers})
set(GLFW_INCLUDE_DIR ${headers})
add_web_library(web_stb ${headers}/stb ${WEB_PORT}/stb.c)
