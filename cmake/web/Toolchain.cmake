# WebAssembly by the clang that scripts/setup-web fetches; C++'s library is built by cmake/web/Libraries.cmake.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH WEB_ROOT)
cmake_path(GET WEB_ROOT PARENT_PATH WEB_ROOT)
set(WEB_TOOLS ${WEB_ROOT}/build/web-tools CACHE PATH "What scripts/setup-web fetched")
set(WEB_PORT ${WEB_ROOT}/app/platform/web)
set(WEB_LIB ${WEB_TOOLS}/zig/lib)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES WEB_TOOLS)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# add_tool(NAME ARGUMENTS): one program is clang, lld and ar by its first argument; CMake wants a file for each.
function(add_tool name arguments)
  set(script ${CMAKE_BINARY_DIR}/tools/${name})
  file(WRITE ${script}.new "#!/bin/sh\nexec ${WEB_TOOLS}/zig/zig ${arguments} \"$@\"\n")
  file(COPY_FILE ${script}.new ${script} ONLY_IF_DIFFERENT)
  file(CHMOD ${script} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endfunction()
add_tool(clang clang)
add_tool(clang++ "clang --driver-mode=g++")
add_tool(ar ar)
add_tool(ranlib ranlib)
set(CMAKE_C_COMPILER ${CMAKE_BINARY_DIR}/tools/clang)
set(CMAKE_CXX_COMPILER ${CMAKE_BINARY_DIR}/tools/clang++)
set(CMAKE_AR ${CMAKE_BINARY_DIR}/tools/ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${CMAKE_BINARY_DIR}/tools/ranlib CACHE FILEPATH "")
set(CMAKE_C_COMPILER_TARGET wasm32-wasip1)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasip1)

# flags(VARIABLE FLAG...): as CMake's variables of flags want them.
function(flags variable)
  list(JOIN ARGN " " joined)
  set(${variable} "${joined}" PARENT_SCOPE)
endfunction()
flags(of_both -nostdinc -Wno-unused-command-line-argument -msimd128 -fwasm-exceptions
      -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_GETPID -D_WASI_EMULATED_PROCESS_CLOCKS)
flags(headers_of_c -isystem ${WEB_PORT}/include -isystem ${WEB_LIB}/include
      -isystem ${WEB_LIB}/libc/include/wasm-wasi-musl -isystem ${WEB_LIB}/libc/include/generic-musl)
flags(CMAKE_C_FLAGS_INIT ${of_both} ${headers_of_c})
flags(CMAKE_CXX_FLAGS_INIT ${of_both} -nostdinc++ -fexperimental-library -include ${WEB_PORT}/libcxx/config.h
      -isystem ${WEB_PORT}/libcxx -isystem ${WEB_LIB}/libcxx/include -isystem ${WEB_LIB}/libcxxabi/include
      ${headers_of_c})

set(CMAKE_FIND_ROOT_PATH ${WEB_TOOLS}/sysroot)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
