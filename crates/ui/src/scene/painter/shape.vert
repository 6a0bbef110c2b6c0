// Places the four corners of a slot. `paint` holds the colour and, in its last part, the type of the shape (two bits:
// 0 square, 1 circle, 2 triangle) with the marks "selected" (4) and "hovered" (8).
uniform mat4 matrix;
in vec3 point;
in uvec4 paint;
out vec2 place;
flat out uvec4 look;

void main() {
    int corner = gl_VertexID & 3;
    if ((paint.a & 3u) == 2u) {
        place = vec2(corner == 0 ? 1.0 : 0.0, corner == 1 ? 1.0 : 0.0);
    } else {
        place = vec2(corner == 1 || corner == 2 ? 1.0 : -1.0, corner >= 2 ? 1.0 : -1.0);
    }
    look = paint;
    gl_Position = matrix * vec4(point, 1.0);
    // Of shapes in one plane the later one is in front.
    gl_Position.z -= float((gl_VertexID >> 2) & 255) * 4e-7 * gl_Position.w;
}
