#version 330 core
flat in vec4 colour_here;  // sRGB and opacity
out vec4 colour;

void main() { colour = colour_here; }
