#version 330 core
// Meets the eye's ray with the sphere and lights the point where it hits.
#extension GL_ARB_conservative_depth : enable
#ifdef GL_ARB_conservative_depth
// Only ever pushed back: where the driver knows this promise, hidden pixels are sorted out before they are shaded.
layout(depth_greater) out float gl_FragDepth;
#endif
uniform mat4 projection;
uniform float margin;  // pixels
flat in vec3 centre;
flat in vec4 outline;
flat in vec4 surface;
flat in float pixels;
out vec4 result;

vec3 shade_sphere(vec3 normal, vec4 surface);  // lighting.frag

void main() {
    vec3 ray = vec3(outline.xy + outline.z * vec2(2.0, -2.0) * (gl_PointCoord - 0.5), -1.0);
    float stretch = dot(ray, ray);
    // From the ray's nearest point to the centre. Formed first, because the difference of the squares of large
    // distances would lose a small radius in rounding (E. Haines et al., Ray Tracing Gems, 2019, chapter 7).
    vec3 nearest = ray * (dot(ray, centre) / stretch);
    vec3 aside = nearest - centre;
    float radius = outline.w;
    float off_centre = length(aside);
    float to_outline = pixels * (1.0 - off_centre / radius);  // pixels
    if (to_outline < -margin) discard;

    // In the margin the ray misses, and takes the sphere's edge instead.
    float inside = max(radius * radius - off_centre * off_centre, 0.0);
    vec3 hit = nearest - ray * sqrt(inside / stretch);
    gl_FragDepth = 0.5 - 0.5 * (projection[2][2] * hit.z + projection[3][2]) / hit.z;
    result = vec4(shade_sphere((hit - centre) / radius, surface), clamp(to_outline + 0.5, 0.0, 1.0));
}
