#version 330 core
// A vertical gradient, in sRGB: equal steps look equal.
uniform vec3 top, bottom;
in float height;
out vec4 colour;

void main() {
    // Half a step of 8 bits up or down, in a pattern too fine to see, where the gradient would show as bands
    // (J. Jimenez, "Next Generation Post Processing in Call of Duty", 2014: interleaved gradient noise).
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    colour = vec4(mix(bottom, top, smoothstep(0.0, 1.0, height)) + (noise - 0.5) / 255.0, 1.0);
}
