#version 330 core
// The light that comes from a point of a sphere, for spheres.frag and dots.frag, which are linked with this.
uniform vec3 to_light, up;  // directions, seen from the eye
flat in vec4 surface;

// sRGB from linear light, by roots instead of powers; less than 1/255 off (I. Taylor, chilliant.com, 2012).
vec3 encode(vec3 linear) {
    vec3 a = sqrt(linear), b = sqrt(a), c = sqrt(b);
    return 0.662002687 * a + 0.684122060 * b - 0.323583601 * c - 0.0225411470 * linear;
}

vec3 shade(vec3 normal) {
    float from_above = 0.5 + 0.5 * dot(normal, up);
    float ambient = mix(0.32, 0.60, from_above) * (0.70 + 0.30 * surface.a);
    float sun = 0.75 * max(dot(normal, to_light), 0.0) * surface.a;
    // What turns away from the eye lies between its neighbours, where less light gets to.
    float open = 0.55 + 0.45 * normal.z;
    return encode(surface.rgb * (ambient + sun) * open);
}
