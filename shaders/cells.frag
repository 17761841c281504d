// Looks up the colour of the cell under each pixel; cells lie row by row in a 1024-wide texture.
uniform sampler2D cells;
uniform vec2 origin;           // top left corner of the grid, pixels, y down
uniform vec2 cell_size;        // pixels
uniform ivec2 grid_size;       // columns, rows
uniform float target_height;   // pixels: OpenGL's y points up
out vec4 color;

void main() {
  vec2 pixel = vec2(gl_FragCoord.x, target_height - gl_FragCoord.y);
  ivec2 cell = ivec2(floor((pixel - origin) / cell_size));
  if (any(lessThan(cell, ivec2(0))) || any(greaterThanEqual(cell, grid_size))) discard;
  int index = cell.y * grid_size.x + cell.x;
  color = texelFetch(cells, ivec2(index % 1024, index / 1024), 0);
}
