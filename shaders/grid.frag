#version 330 core
// Grid lines as wide as a pixel at any distance, and the fluid's shadow.
uniform vec2 low, high;          // of the tank, m
uniform float fade;              // m
uniform float main_spacing;      // of the strong lines, m; ten weak ones lie between two of them
uniform vec4 colour;             // of the strong lines: sRGB and opacity
uniform float shadow_strength;
uniform mat4 light_from_world;
uniform sampler2D light_map;
in vec3 place;
out vec4 result;

// How much of the pixel the nearest lines of both directions cover. Where the lines come so close together that
// they would shimmer, they fade away instead.
float lines(float spacing, vec2 pixel) {
    vec2 from_line = abs(fract(place.xy / spacing - 0.5) - 0.5) * spacing;
    vec2 cover = clamp(1.25 - from_line / pixel, 0.0, 1.0) * (1.0 - smoothstep(0.12, 0.4, pixel / spacing));
    return max(cover.x, cover.y);
}

void main() {
    // Metres a pixel spans, along each direction of the floor.
    vec2 pixel = fwidth(place.xy);
    float grid = max(lines(main_spacing, pixel), 0.35 * lines(0.1 * main_spacing, pixel));

    float outside = length(max(max(low - place.xy, place.xy - high), 0.0)) / fade;
    float near = 1.0 - smoothstep(0.0, 1.0, outside);

    float covered = texture(light_map, (light_from_world * vec4(place, 1.0)).xy).r;
    float shadow = shadow_strength * min(covered, 1.0);

    // The lines over the shadow, both over what is there: one colour and one opacity for the two layers.
    float line = colour.a * grid * near;
    float opacity = line + shadow * (1.0 - line);
    result = vec4(colour.rgb * line / max(opacity, 1e-4), opacity);
}
