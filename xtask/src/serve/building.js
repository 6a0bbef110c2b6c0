// Says in a page that `cargo xtask serve` serves which of its workers are still being built. They can be asked for
// meanwhile: the server answers once they are there.
const NAMES = {
  model: { en: "models on this device", zh: "设备上的模型" },
  pages: { en: "pages of PDF documents", zh: "PDF页面" },
};
const line = document.createElement("p");
line.setAttribute("role", "status");
Object.assign(line.style, {
  position: "fixed", insetBlockEnd: "4px", insetInlineStart: "8px", zIndex: "1000", margin: "0", padding: "2px 8px",
  font: "12px system-ui", color: "canvas", background: "canvastext", borderRadius: "4px", pointerEvents: "none",
});

for (;;) {
  // Where the server has ended, there is nothing to say any more.
  const { building, failed } = await fetch("building.json").then((answer) => answer.json()).catch(() => ({ building: [], failed: [] }));
  const language = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
  const named = (names) => names.map((name) => NAMES[name]?.[language] ?? name).join(language === "zh" ? "、" : ", ");
  const parts = [];
  if (building.length) parts.push(language === "zh" ? `仍在构建：${named(building)}` : `Still being built: ${named(building)}`);
  if (failed.length) parts.push(language === "zh" ? `构建失败：${named(failed)}（见终端）` : `Could not be built: ${named(failed)} (see the terminal)`);
  line.textContent = parts.join(" · ");
  if (!parts.length) break;
  document.body.append(line);
  if (!building.length) break;
  await new Promise((done) => setTimeout(done, 2_000));
}
if (!line.textContent) line.remove();
