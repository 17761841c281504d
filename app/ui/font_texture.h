// The fonts' picture on the GPU.
#pragma once

namespace warplens::ui {

// Call it when the fonts have been built anew. Before the backend's first frame it does nothing:
// that frame uploads them by itself, and later ones do not.
void renew_font_texture();

}  // namespace warplens::ui
