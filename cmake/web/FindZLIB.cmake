# Libraries.cmake has made its target.
set(ZLIB_FOUND TRUE)
