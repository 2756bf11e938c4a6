#version 330 core
// Spheres of a few pixels: lit like the others, but flat discs at the depth of their nearest point, which lets the
// driver sort out hidden ones before they are shaded. That halves the cost, and at this size nobody sees it.
uniform float margin;  // pixels
flat in vec4 surface;
flat in float pixels;
flat in float shown;
out vec4 result;

vec3 shade_sphere(vec3 normal, vec4 surface);  // lighting.frag

void main() {
    vec2 at = shown * vec2(2.0, -2.0) * (gl_PointCoord - 0.5);
    float square = dot(at, at);
    float to_outline = pixels * (1.0 - sqrt(square));  // pixels
    if (to_outline < -margin) discard;
    result = vec4(shade_sphere(vec3(at, sqrt(max(1.0 - square, 0.0))), surface), clamp(to_outline + 0.5, 0.0, 1.0));
}
