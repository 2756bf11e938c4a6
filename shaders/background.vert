#version 330 core
// One triangle that is larger than the picture.
out float height;  // 0 at the bottom, 1 at the top

void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    height = 0.5 * corner.y + 0.5;
    gl_Position = vec4(corner, 0.0, 1.0);
}
