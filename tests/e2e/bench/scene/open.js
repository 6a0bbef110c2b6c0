// Runs before the page: notes when the scene is listed and its picture asked for, and when that is drawn.
(() => {
  const look = () => {
    const canvas = document.querySelector('[data-testid=scene-canvas][data-state=full]');
    const built = performance.getEntriesByName('scene.build', 'measure').at(-1);
    const is_there = canvas && built && document.querySelector('[role=option][aria-setsize="COUNT"]');
    if (!is_there) return requestAnimationFrame(look);
    const frame = performance.getEntriesByName('scene.frame', 'measure')
      .find(frame => frame.startTime + frame.duration >= built.startTime + built.duration);
    if (!frame) return requestAnimationFrame(look);
    const listed = performance.now();
    const gl = canvas.getContext('webgl2');
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    const load = Math.max(...performance.getEntriesByName('store.load', 'measure').map(load => load.duration));
    window.sceneOpened = { listed, drawn: performance.now(), load, build: built.duration };
  };
  requestAnimationFrame(look);
})();
