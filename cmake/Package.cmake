# What `cpack` makes of what was built (it builds nothing itself); scripts/release makes all of it:
#
#   cpack          warplens-VERSION-linux-x86_64.tar.gz, which runs wherever it is unpacked:
#     bin/warplens
#     lib/                     libraries that a plain desktop does not have; GLFW, which is opened
#                              when a window is
#     share/warplens/          assets, shaders, the kernels' sources, fonts
#     share/doc/warplens/      licences of all that is inside
#
#   cpack -G DEB   warplens_VERSION_amd64.deb: those very files in /usr/lib/warplens, and around them what a
#                  desktop looks for: a link in /usr/bin, menu entry, icon, type of t.wlens, copyright
#
# The package holds its libraries too and depends on none of Debian's for them: their names change with every
# release (libfmt9, libfmt10; libzip4, libzip5), and so one package fits Debian 12 and 13 and Ubuntu from 22.04.
#
# The C and C++ runtimes, X11, OpenGL and drivers stay the system's: a driver and its libraries must
# fit each other.
set(kept_by_the_system
  "^ld-linux" "^libc\\.so" "^libm\\.so" "^libdl\\.so" "^libpthread\\.so" "^librt\\.so"
  "^libstdc\\+\\+\\.so" "^libgcc_s\\.so"
  "^libX" "^libxcb" "^libbsd\\.so" "^libmd\\.so"
  "^libGL" "^libEGL" "^libOpenGL" "^libdrm" "^libcuda" "^libwayland")

# Fonts and licence texts as Debian's packages (scripts/setup) install them.
set(fonts
  opentype/inter/Inter-Regular.otf opentype/inter/Inter-SemiBold.otf
  truetype/jetbrains-mono/JetBrainsMono-Regular.ttf
  truetype/dejavu/DejaVuSans.ttf
  opentype/noto/NotoSansCJK-Regular.ttc)
list(TRANSFORM fonts PREPEND /usr/share/fonts/)
set(libssl libssl3)
if(NOT EXISTS /usr/share/doc/${libssl})
  set(libssl libssl3t64)  # Debian 13's name
endif()
set(licensed
  fonts-inter fonts-jetbrains-mono fonts-dejavu-core fonts-noto-cjk
  libimgui-dev libglfw3-dev libstb-dev libgif-dev libmd4c-dev libfmt-dev libexpected-dev
  libflatbuffers-dev nlohmann-json3-dev libcli11-dev libcpp-httplib-dev libwebp-dev libbrotli1 python3-glad
  libzip-dev ${libssl} libbz2-1.0 zlib1g liblz4-dev libzstd-dev)

set_target_properties(warplens PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
# DT_RPATH, which holds for the libraries' own needs too.
target_link_options(warplens PRIVATE -Wl,--disable-new-dtags)

# Everything but what is said to be the desktop's.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
install(TARGETS warplens RUNTIME DESTINATION bin)
install(TARGETS warplens_injected LIBRARY DESTINATION lib)
# As install(RUNTIME_DEPENDENCIES) does, which CMake has no cross builds do.
install(CODE "set(executable \"$<TARGET_FILE:warplens>\")\nset(kept_by_the_system [[${kept_by_the_system}]])")
install(CODE [[
  file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${executable} RESOLVED_DEPENDENCIES_VAR libraries
       PRE_EXCLUDE_REGEXES ${kept_by_the_system})
  file(INSTALL ${libraries} DESTINATION ${CMAKE_INSTALL_PREFIX}/lib TYPE SHARED_LIBRARY FOLLOW_SYMLINK_CHAIN)
]])
if(WARPLENS_WINDOW)
  find_library(GLFW_LIBRARY NAMES libglfw.so.3 REQUIRED)
  file(REAL_PATH ${GLFW_LIBRARY} glfw_file)
  install(FILES ${glfw_file} DESTINATION lib RENAME libglfw.so.3)
endif()
install(DIRECTORY assets shaders DESTINATION share/warplens)
install(DIRECTORY kernels/catalog DESTINATION share/warplens/kernels
        FILES_MATCHING PATTERN "*.cu" PATTERN "*.cuh" PATTERN "zh/*/*.txt")
install(FILES ${fonts} DESTINATION share/warplens/fonts)
install(DIRECTORY build/web DESTINATION share/warplens OPTIONAL)  # where scripts/web made it
install(FILES docs/GLOSSARY.md DESTINATION share/warplens/docs)
# What `warplens mcp` tells of its tools.
foreach(form trace explain swizzle check)
  install(FILES docs/${form}.schema.json DESTINATION share/warplens/docs)
endforeach()
install(FILES LICENSE DESTINATION share/doc/warplens)
foreach(package ${licensed})
  install(FILES /usr/share/doc/${package}/copyright DESTINATION share/doc/warplens/licences
          RENAME ${package}.txt)
endforeach()
install(FILES /usr/share/common-licenses/Apache-2.0 DESTINATION share/doc/warplens/licences)


# The desktop's, below /usr. The program, which looks for its folders from where it truly is, is found by a link.
set(desktop ${PROJECT_BINARY_DIR}/desktop)
file(MAKE_DIRECTORY ${desktop})
file(CREATE_LINK ../lib/warplens/bin/warplens ${desktop}/warplens SYMBOLIC)
file(READ LICENSE licence)
file(CONFIGURE OUTPUT ${desktop}/copyright @ONLY CONTENT [[
@licence@
The licences of the libraries, fonts and tools that are inside: /usr/lib/warplens/share/doc/warplens/licences
]])
function(install_for_desktop destination)
  install(FILES ${ARGN} DESTINATION ${destination} COMPONENT desktop EXCLUDE_FROM_ALL)
endfunction()
install_for_desktop(bin ${desktop}/warplens)
install_for_desktop(share/applications cmake/desktop/warplens.desktop)
install_for_desktop(share/icons/hicolor/scalable/apps cmake/desktop/warplens.svg)
install_for_desktop(share/mime/packages cmake/desktop/warplens.xml)
install_for_desktop(share/doc/warplens ${desktop}/copyright)

set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_FILE_NAME warplens-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_INSTALL_CMAKE_PROJECTS ${PROJECT_BINARY_DIR} warplens program /)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)

# Debian's. What dpkg-shlibdeps says it depends on has packages for the libraries that are inside, so it is said
# here, and tests/release/deb_test.py holds it against what the files ask for.
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/PackageOfKind.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The Warplens authors <nobody@localhost>")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "shows what a CUDA kernel does to memory
It runs the kernel on small inputs, without a GPU, records the address that every
lane touches, and shows what each access costs: sectors, bank conflicts, wavefronts.
Lessons in English and Chinese teach it.")
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "libc6 (>= 2.35), libstdc++6 (>= 12), libgcc-s1, libx11-6, libegl1, libgl1")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "libegl-mesa0, libgl1-mesa-dri, desktop-file-utils, shared-mime-info, hicolor-icon-theme")
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
else()
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE amd64)
endif()
include(CPack)
