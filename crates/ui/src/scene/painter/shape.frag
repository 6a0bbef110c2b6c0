// Fills a shape and cuts it at its outline; marks draw a band along it.
uniform vec3 accent;
uniform float unit;
in vec2 place;
flat in uvec4 look;
layout (location = 0) out vec4 color;

void main() {
    uint kind = look.a & 3u;
    // The distance to the outline in pixels, negative outside.
    float inside;
    if (kind == 1u) {
        float radius = length(place);
        inside = (1.0 - radius) / max(fwidth(radius), 1e-6);
    } else if (kind == 2u) {
        vec3 parts = vec3(place, 1.0 - place.x - place.y);
        vec3 ahead = parts / max(fwidth(parts), vec3(1e-6));
        inside = min(ahead.x, min(ahead.y, ahead.z));
    } else {
        vec2 ahead = (1.0 - abs(place)) / max(fwidth(place), vec2(1e-6));
        inside = min(ahead.x, ahead.y);
    }
    float cover = kind == 1u ? clamp(inside + 0.5, 0.0, 1.0) : 1.0;
    if (cover <= 0.0) {
        discard;
    }
    vec3 body = vec3(look.rgb) / 255.0;
    bool selected = (look.a & 4u) != 0u;
    bool hovered = (look.a & 8u) != 0u;
    float wide = (selected ? 3.0 : hovered ? 1.5 : 0.0) * unit;
    float band = wide > 0.0 ? 1.0 - smoothstep(wide - 0.5, wide + 0.5, inside) : 0.0;
    color = vec4(mix(body, accent, band), cover);
}
