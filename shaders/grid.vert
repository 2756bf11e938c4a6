#version 330 core
// A rectangle of floor, as far around the tank as the grid fades.
uniform mat4 view, projection;
uniform vec2 low, high;  // of the tank, m
uniform float floor_z;   // m
uniform float fade;      // m
out vec3 place;          // m

void main() {
    place = vec3((gl_VertexID & 1) == 0 ? low.x - fade : high.x + fade,
                 (gl_VertexID & 2) == 0 ? low.y - fade : high.y + fade, floor_z);
    gl_Position = projection * view * vec4(place, 1.0);
}
