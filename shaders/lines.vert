#version 330 core
layout(location = 0) in vec3 position;  // m
layout(location = 1) in vec4 line_colour;
uniform mat4 view, projection;
flat out vec4 colour_here;

void main() {
    colour_here = line_colour;
    gl_Position = projection * view * vec4(position, 1.0);
}
