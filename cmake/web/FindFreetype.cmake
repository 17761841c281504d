# Libraries.cmake has made its target.
set(Freetype_FOUND TRUE)
