// Places a large square in the plane of the grid.
uniform mat4 matrix;
uniform vec3 middle;
uniform vec3 across;
uniform vec3 along;
uniform float reach;
in vec2 corner;
out vec2 at;

void main() {
    at = corner * reach;
    gl_Position = matrix * vec4(middle + across * at.x + along * at.y, 1.0);
}
