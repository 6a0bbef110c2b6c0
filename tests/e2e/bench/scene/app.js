// Measures the app from within its page, through its public names and User Timing measures alone.
window.sceneBench = (() => {
  const canvas = () => document.querySelector('[data-testid=scene-canvas]');
  const pixel = new Uint8Array(4);
  // Reading a pixel waits until all that was asked for before is drawn.
  const finish = () => {
    const gl = canvas().getContext('webgl2');
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  };
  const measured = name => performance.getEntriesByName(name, 'measure');
  const rest = ms => new Promise(done => setTimeout(done, ms));
  const task = () => new Promise(done => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  });
  // The camera is told to the model when it has come to rest, which draws once more.
  const idle = async () => {
    let before = -1;
    while (before !== measured('scene.frame').length) {
      before = measured('scene.frame').length;
      await rest(300);
      finish();
    }
  };
  const wheel = deltaY => {
    const box = canvas().getBoundingClientRect();
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    canvas().dispatchEvent(new WheelEvent('wheel', { ...at, deltaY, bubbles: true, cancelable: true }));
  };
  // Turns the wheel so far; one event takes up to 400.
  const zoom = async delta => {
    for (let left = delta; left !== 0;) {
      const step = Math.max(-400, Math.min(400, left));
      wheel(step);
      left -= step;
    }
    await idle();
  };
  // A frame that a small turn of the wheel asks for, until it is drawn: all of it, and the app's own script.
  const frame = async turned => {
    await idle();
    const before = measured('scene.frame').length;
    return new Promise((done, fail) => {
      let start;
      requestAnimationFrame(() => { finish(); start = performance.now(); });
      wheel(turned);
      requestAnimationFrame(() => {
        finish();
        const ms = performance.now() - start, frames = measured('scene.frame');
        if (frames.length !== before + 1) fail(new Error(`${frames.length - before} frames`));
        done({ ms, script: frames.at(-1).duration });
      });
    });
  };
  // Microseconds of a pick: moves of a pointer, less the same moves with a button held, which pick nothing. The two take
  // turns, and the least of each counts.
  const pick = (points, rounds) => {
    const box = canvas().getBoundingClientRect(), element = canvas();
    const pass = buttons => {
      const start = performance.now();
      for (const [x, y] of points) {
        element.dispatchEvent(new PointerEvent('pointermove',
          { clientX: box.x + x, clientY: box.y + y, buttons, pointerId: 1, pointerType: 'mouse', bubbles: true }));
      }
      return (performance.now() - start) * 1e3 / points.length;
    };
    let [without, whole] = [Infinity, Infinity];
    for (let round = 0; round < rounds; round++) {
      without = Math.min(without, pass(1));
      whole = Math.min(whole, pass(0));
    }
    return { pick: whole - without, move: whole };
  };
  // A number typed into the form: its task with what follows at once, the script of the frame, and until that is drawn.
  const edit = async value => {
    await idle();
    const field = document.querySelector('[data-testid=object-x]');
    const before = measured('scene.frame').length;
    field.focus();
    const start = performance.now();
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    await task();
    const work = performance.now() - start;
    for (let tries = 0; tries < 100; tries++) {
      await new Promise(requestAnimationFrame);
      if (measured('scene.frame').length > before) {
        finish();
        return { work, drawn: performance.now() - start, script: measured('scene.frame')[before].duration };
      }
    }
    throw new Error('nothing was drawn');
  };
  const place = () => {
    const box = canvas().getBoundingClientRect();
    return [box.width, box.height, devicePixelRatio, canvas().width, canvas().height];
  };
  return { idle, zoom, frame, pick, edit, place };
})();
