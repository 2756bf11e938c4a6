#version 330 core
// For spheres.frag and dots.frag: places a square sprite around the outline of a sphere. In perspective the outline is
// an ellipse; seen on the plane at distance one, for a centre c = (x, y, -d) and radius r, it is centred at
// (x, y) d / (d² - r²), and its longer half axis, which points away from the middle of the picture, is
// r sqrt(|c|² - r²) / (d² - r²).
layout(location = 0) in float x;  // m
layout(location = 1) in float y;
layout(location = 2) in float z;
layout(location = 3) in float value;
layout(location = 4) in float radius;  // m
uniform mat4 view, projection;
uniform float largest_radius;   // m
uniform float pixels_per_unit;  // of the plane at distance one
uniform float biggest_sprite;   // pixels
uniform float margin;           // pixels around the sphere, for a smooth outline
uniform sampler1D colours;
uniform float colour_scale, colour_offset;
uniform sampler2D light_map;
uniform mat4 light_from_world;
flat out vec3 centre;   // seen from the eye, m
flat out vec4 outline;  // of the sprite, on the plane at distance one: centre, half size; then the radius drawn, m
flat out vec4 surface;  // colour in linear light; share of the light that arrives
flat out float pixels;  // radius drawn
flat out float shown;   // width of the sprite, in widths of the sphere drawn

void main() {
    vec4 world = vec4(x, y, z, 1.0);
    centre = (view * world).xyz;
    float d = -centre.z, room = d * d - radius * radius;
    // Around or behind the eye there is nothing to see: out of the picture with it.
    if (!(d > 1.001 * radius)) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        gl_PointSize = 1.0;
        return;
    }
    vec2 middle = centre.xy * d / room;
    float half_size = radius * sqrt(dot(centre, centre) - radius * radius) / room;
    // What is too big for a sprite is drawn smaller. A sprite has at least one pixel, and a sphere so small as much
    // more as it takes to cover that pixel's middle wherever the sprite falls.
    float wanted = 2.0 * half_size * pixels_per_unit;
    float most = biggest_sprite - 2.0 * margin;
    float size = clamp(wanted, 1.0, most) + 2.0 * margin, drawn = clamp(wanted, 1.42, most);
    gl_PointSize = size;
    outline = vec4(middle, half_size * size / wanted, radius * drawn / wanted);
    pixels = 0.5 * drawn;
    shown = size / drawn;
    // At the depth of the nearest point of the sphere; the fragment shader pushes it back from there.
    float nearest = d - radius;
    gl_Position = projection * vec4(middle * nearest, -nearest, 1.0);

    surface.rgb = textureLod(colours, value * colour_scale + colour_offset, 0.0).rgb;
    // How deep below what is nearest to the light? Eight of the largest radii down little of it is left.
    vec3 lit = (light_from_world * world).xyz;
    vec2 cover = textureLod(light_map, lit.xy, 0.0).rg;
    float depth = max(cover.y / max(cover.x, 1e-3) - lit.z - radius, 0.0);
    surface.a = exp(-depth / (8.0 * largest_radius));
}
