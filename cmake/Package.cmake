# `cpack` makes warplens-VERSION-linux-x86_64.tar.gz, which runs wherever it is unpacked:
#
#   bin/warplens
#   lib/                       libraries that a plain desktop does not have; GLFW, which is opened
#                              when a window is
#   share/warplens/            assets, shaders, the kernels' sources, fonts
#   share/doc/warplens/        licences of all that is inside
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
  libflatbuffers-dev nlohmann-json3-dev libcli11-dev python3-glad
  libzip-dev ${libssl} libbz2-1.0 zlib1g)

set_target_properties(warplens PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
# DT_RPATH, which holds for the libraries' own needs too.
target_link_options(warplens PRIVATE -Wl,--disable-new-dtags)

install(TARGETS warplens
        RUNTIME_DEPENDENCIES PRE_EXCLUDE_REGEXES ${kept_by_the_system}
        RUNTIME DESTINATION bin LIBRARY DESTINATION lib)
if(WARPLENS_WINDOW)
  find_library(GLFW_LIBRARY NAMES libglfw.so.3 REQUIRED)
  file(REAL_PATH ${GLFW_LIBRARY} glfw_file)
  install(FILES ${glfw_file} DESTINATION lib RENAME libglfw.so.3)
endif()
install(DIRECTORY assets shaders DESTINATION share/warplens)
install(DIRECTORY kernels/catalog DESTINATION share/warplens/kernels
        FILES_MATCHING PATTERN "*.cu" PATTERN "*.cuh" PATTERN "zh/*/*.txt")
install(FILES ${fonts} DESTINATION share/warplens/fonts)
install(FILES docs/GLOSSARY.md DESTINATION share/warplens/docs)
install(FILES LICENSE DESTINATION share/doc/warplens)
foreach(package ${licensed})
  install(FILES /usr/share/doc/${package}/copyright DESTINATION share/doc/warplens/licences
          RENAME ${package}.txt)
endforeach()
install(FILES /usr/share/common-licenses/Apache-2.0 DESTINATION share/doc/warplens/licences)

# cpack packs what was built, and builds nothing itself.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_FILE_NAME warplens-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
include(CPack)
