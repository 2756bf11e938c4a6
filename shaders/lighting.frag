#version 330 core
// The light that comes from a point of a surface, for the fragment shaders that are linked with this.
uniform vec3 to_light, up;  // directions, seen from the eye

// sRGB from linear light, by roots instead of powers; less than 1/255 off (I. Taylor, chilliant.com, 2012).
vec3 encode(vec3 linear) {
    vec3 a = sqrt(linear), b = sqrt(a), c = sqrt(b);
    return 0.662002687 * a + 0.684122060 * b - 0.323583601 * c - 0.0225411470 * linear;
}

// `arriving` is the share of the light that gets there, `crowding` the share of it that is lost where the surface turns
// away from the eye.
vec3 shade(vec3 normal, vec3 colour, float arriving, float crowding) {
    float from_above = 0.5 + 0.5 * dot(normal, up);
    float ambient = mix(0.32, 0.60, from_above) * (0.70 + 0.30 * arriving);
    float sun = 0.75 * max(dot(normal, to_light), 0.0) * arriving;
    return encode(colour * (ambient + sun) * (1.0 - crowding * (1.0 - normal.z)));
}

// What turns away from the eye lies between its neighbours, where less light gets to.
vec3 shade_sphere(vec3 normal, vec4 surface) { return shade(normal, surface.rgb, surface.a, 0.45); }
