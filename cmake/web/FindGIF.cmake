# Libraries.cmake has made its target.
set(GIF_FOUND TRUE)
