#version 330 core
// Lit like the spheres, each pixel by itself: faces are large. Edges and outlines are lines as wide as a pixel at any
// distance.
uniform sampler2D light_map;
uniform float fade;     // m: this deep below what is nearest to the light, little of it is left
uniform float slack;    // m: as exactly as the map knows heights
uniform float opacity;
uniform vec3 towards_cut;  // from the eye's side, seen from the eye
in vec3 seen, facing;
in vec3 from_edge;
in vec3 lit;
flat in vec3 paint;
out vec4 result;

vec3 shade(vec3 normal, vec3 colour, float arriving, float crowding);  // lighting.frag

void main() {
    // A face seen from inside is where a solid was cut open.
    if (!gl_FrontFacing) {
        result = vec4(shade(normalize(towards_cut), 0.55 * paint, 1.0, 0.0), opacity);
        return;
    }
    vec2 cover = texture(light_map, lit.xy).rg;
    float depth = max(cover.y / max(cover.x, 1e-3) - lit.z - slack, 0.0);
    // Half covered is half in the shadow: next to something tall there is a soft border, not its whole depth.
    float arriving = 1.0 - min(cover.x, 1.0) * (1.0 - exp(-depth / fade));

    // Both faces of an edge draw half of its line. Where faces are but a few pixels wide lines fade away, or a heap of
    // small things would be nothing but lines.
    vec3 pixel = max(fwidth(from_edge), 1e-6);
    vec3 line = clamp(1.25 - from_edge / pixel, 0.0, 1.0) * (1.0 - smoothstep(0.1, 0.35, pixel));
    float on_edge = max(line.x, max(line.y, line.z));
    // The edge of what is round is where it turns away. There the cosine to the eye goes to zero as a root does, which is
    // where the half is from. On flat faces it hardly changes from pixel to pixel.
    vec3 normal = normalize(facing);
    float towards = max(dot(normal, -normalize(seen)), 0.0), change = max(fwidth(towards), 1e-6);
    on_edge = max(on_edge, clamp(1.5 - 0.5 * towards / change, 0.0, 1.0) * (1.0 - smoothstep(0.2, 0.5, change)));
    // Dark on light paint, light on dark paint: seen on any background.
    float brightness = dot(paint, vec3(0.2126, 0.7152, 0.0722));
    vec3 ink = brightness > 0.12 ? 0.30 * paint : mix(paint, vec3(1.0), 0.35);
    result = vec4(shade(normal, mix(paint, ink, 0.8 * on_edge), arriving, 0.12),
                  mix(opacity, 1.0, 0.6 * on_edge));
}
