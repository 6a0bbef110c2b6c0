// Draws lines at every `spacing` and stronger ones at every tenth, the two axes in their colours, fading with distance.
uniform vec3 line;
uniform vec3 first;
uniform vec3 second;
uniform vec2 origin;
uniform float spacing;
uniform float reach;
in vec2 at;
layout (location = 0) out vec4 color;

float lines(vec2 point, float gap) {
    vec2 pixel = max(fwidth(point), vec2(1e-9));
    vec2 away = abs(fract(point / gap - 0.5) - 0.5) * gap / pixel;
    // Lines that are closer than a few pixels would be a grey plane.
    vec2 shown = (1.0 - clamp(away, 0.0, 1.0)) * smoothstep(3.0, 9.0, gap / pixel);
    return max(shown.x, shown.y);
}

void main() {
    float fade = 1.0 - smoothstep(0.3, 1.0, length(at) / reach);
    float strength = max(lines(at, spacing) * 0.45, lines(at, spacing * 10.0) * 0.9);
    vec2 axis = 1.0 - clamp(abs(at - origin) / max(fwidth(at), vec2(1e-9)) / 1.2, 0.0, 1.0);
    vec3 shade = mix(mix(line, second, axis.x), first, axis.y);
    color = vec4(shade, max(strength, max(axis.x, axis.y)) * fade);
}
