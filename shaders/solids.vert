#version 330 core
// A corner of one of many copies of a mesh.
layout(location = 0) in vec3 position;  // in the mesh's frame
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 inside;    // 0 on an edge (render/mesh.hpp)
layout(location = 3) in vec3 x_axis;    // of the copy: where the mesh's axes and origin are, m
layout(location = 4) in vec3 y_axis;
layout(location = 5) in vec3 z_axis;
layout(location = 6) in vec3 origin;
layout(location = 7) in vec3 colour;    // linear
uniform mat4 view, projection, light_from_world;
uniform vec4 cut;                       // what is behind this plane is cut off
invariant gl_Position;                  // the same in both draws of what is seen through
out vec3 seen, facing;                  // place and normal, seen from the eye
out vec3 from_edge;
out vec3 lit;                           // place in the light map, height towards the light in m
flat out vec3 paint;

void main() {
    vec4 world = vec4(position.x * x_axis + position.y * y_axis + position.z * z_axis + origin, 1.0);
    vec4 from_eye = view * world;
    seen = from_eye.xyz;
    gl_Position = projection * from_eye;
    // Axes at right angles, of any lengths: normals shrink where the mesh is stretched.
    vec3 turned = normal.x * x_axis / dot(x_axis, x_axis) + normal.y * y_axis / dot(y_axis, y_axis) +
                  normal.z * z_axis / dot(z_axis, z_axis);
    facing = mat3(view) * turned;
    from_edge = inside;
    lit = (light_from_world * world).xyz;
    paint = colour;
    gl_ClipDistance[0] = dot(cut, world);
}
