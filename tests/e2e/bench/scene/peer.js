// The same shapes drawn by three.js, in the three ways it has for many of them.
import * as THREE from './three.module.js';

const [WIDTH, HEIGHT] = [960, 540];
// The angle of view, heading and pitch of the app's camera.
const [ANGLE, YAW, PITCH] = [0.8, 0.6, 0.62];
const KINDS = ['square', 'circle', 'triangle'];

const { shapes } = await (await fetch('scene.json')).json();
const geometries = {
  square: new THREE.PlaneGeometry(1, 1).rotateX(-Math.PI / 2),
  circle: new THREE.CircleGeometry(1, 32).rotateX(-Math.PI / 2),
  triangle: new THREE.BufferGeometry().setIndex([0, 1, 2]).setAttribute('position',
    new THREE.Float32BufferAttribute([0, 0, -1, -Math.sqrt(3) / 2, 0, 0.5, Math.sqrt(3) / 2, 0, 0.5], 3)),
};
// Nothing is lit and nothing has a picture on it.
Object.values(geometries).forEach(geometry => geometry.deleteAttribute('normal').deleteAttribute('uv'));
const scaleOf = ({ type, side, radius, vertices }) => {
  if (type === 'triangle') return Math.hypot(...vertices[0]);
  return type === 'square' ? side : radius;
};
const radians = Math.PI / 180;
const placed = shapes.map(({ geometry, position, rotation, color }) => {
  const scale = scaleOf(geometry);
  const [x, y, z] = (rotation ?? [0, 0, 0]).map(degrees => degrees * radians);
  const turned = new THREE.Quaternion().setFromEuler(new THREE.Euler(x, y, z, 'YXZ'));
  const middle = new THREE.Vector3(...position);
  const matrix = new THREE.Matrix4().compose(middle, turned, new THREE.Vector3(scale, scale, scale));
  const radius = geometry.type === 'square' ? scale * Math.SQRT1_2 : scale;
  return { kind: geometry.type, matrix, middle, radius, color: new THREE.Color(color) };
});

const renderer = new THREE.WebGLRenderer({ canvas: document.querySelector('canvas'), antialias: true, alpha: false });
renderer.setSize(WIDTH, HEIGHT, false);
renderer.setClearColor(0xffffff);
const plain = options => new THREE.MeshBasicMaterial({ side: THREE.DoubleSide, ...options });

const instanced = () => KINDS.map(kind => {
  const rows = placed.filter(row => row.kind === kind);
  const mesh = new THREE.InstancedMesh(geometries[kind], plain(), rows.length);
  rows.forEach((row, at) => { mesh.setMatrixAt(at, row.matrix); mesh.setColorAt(at, row.color); });
  mesh.computeBoundingSphere();
  return mesh;
});

// Shapes are opaque: sorting them would only cost it time.
const batched = () => {
  const mesh = new THREE.BatchedMesh(placed.length, 64, 256, plain());
  mesh.sortObjects = false;
  const ids = Object.fromEntries(KINDS.map(kind => [kind, mesh.addGeometry(geometries[kind])]));
  for (const row of placed) {
    const id = mesh.addInstance(ids[row.kind]);
    mesh.setMatrixAt(id, row.matrix);
    mesh.setColorAt(id, row.color);
  }
  mesh.computeBoundingSphere();
  return [mesh];
};

const merged = () => {
  const sum = count => placed.reduce((all, row) => all + count(geometries[row.kind]), 0);
  const corners = sum(geometry => geometry.attributes.position.count);
  const points = new Float32Array(corners * 3), colors = new Uint8Array(corners * 3);
  const order = new Uint32Array(sum(geometry => geometry.index.count));
  const point = new THREE.Vector3();
  let corner = 0, at = 0;
  for (const { kind, matrix, color } of placed) {
    const { index, attributes: { position } } = geometries[kind];
    for (const number of index.array) order[at++] = corner + number;
    const rgb = color.toArray().map(part => Math.round(part * 255));
    for (let number = 0; number < position.count; number++, corner++) {
      point.fromBufferAttribute(position, number).applyMatrix4(matrix).toArray(points, corner * 3);
      colors.set(rgb, corner * 3);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setIndex(new THREE.BufferAttribute(order, 1));
  geometry.setAttribute('position', new THREE.BufferAttribute(points, 3));
  geometry.setAttribute('color', new THREE.BufferAttribute(colors, 3, true));
  geometry.computeBoundingSphere();
  return [new THREE.Mesh(geometry, plain({ vertexColors: true }))];
};

const sceneOf = meshes => new THREE.Scene().add(...meshes);
const ways = { instanced: instanced(), batched: batched(), merged: merged() };
const scenes = Object.fromEntries(Object.entries(ways).map(([name, meshes]) => [name, sceneOf(meshes)]));

// The sphere around everything, and from where the app looks at it when it shows everything.
const box = new THREE.Box3();
for (const { middle, radius } of placed) {
  box.expandByPoint(middle.clone().subScalar(radius)).expandByPoint(middle.clone().addScalar(radius));
}
const target = box.getCenter(new THREE.Vector3());
const around = placed.reduce((most, row) => Math.max(most, target.distanceTo(row.middle) + row.radius), 0);
const whole = around * 1.15 / Math.sin(ANGLE / 2);
const back = new THREE.Vector3(
  Math.sin(YAW) * Math.cos(PITCH), Math.sin(PITCH), Math.cos(YAW) * Math.cos(PITCH));
const cameraAt = distance => {
  const camera = new THREE.PerspectiveCamera(
    ANGLE / radians, WIDTH / HEIGHT, distance * 0.01, distance * 400 + 2000);
  camera.position.copy(target).addScaledVector(back, distance);
  camera.lookAt(target);
  camera.updateMatrixWorld();
  return camera;
};

// How many shapes have their middles in the picture.
const seen = distance => {
  const camera = cameraAt(distance);
  const view = new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  const planes = new THREE.Frustum().setFromProjectionMatrix(view);
  return placed.filter(row => planes.containsPoint(row.middle)).length;
};
// The distance from which a share of the shapes is in the picture.
const distanceFor = share => {
  let [near, far] = [1, whole];
  for (let step = 0; step < 24; step++) {
    const middle = (near + far) / 2;
    if (seen(middle) < share * placed.length) near = middle; else far = middle;
  }
  return far;
};

// Where the middles of some shapes are in the picture.
const points = (distance, count) => {
  const camera = cameraAt(distance);
  const at = placed.map(row => row.middle.clone().project(camera))
    .filter(({ x, y, z }) => Math.abs(x) < 0.98 && Math.abs(y) < 0.98 && Math.abs(z) < 1);
  return Array.from({ length: count }, (_, index) => at[Math.floor(index * at.length / count)])
    .map(({ x, y }) => [(x + 1) / 2 * WIDTH, (1 - y) / 2 * HEIGHT]);
};

const gl = renderer.getContext();
const pixel = new Uint8Array(4);
const finish = () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);

// A frame until it is drawn: all of it, and the script.
const draw = (way, camera, act) => new Promise(done => requestAnimationFrame(() => {
  finish();
  const start = performance.now();
  act?.();
  renderer.render(scenes[way], camera);
  const script = performance.now() - start;
  finish();
  done({ ms: performance.now() - start, script });
}));

// Microseconds of a pick at each of these points of the picture.
const pick = (way, distance, points) => {
  const caster = new THREE.Raycaster(), camera = cameraAt(distance);
  const at = ([x, y]) => {
    caster.setFromCamera(new THREE.Vector2(x / WIDTH * 2 - 1, 1 - y / HEIGHT * 2), camera);
    return caster.intersectObjects(ways[way], false)[0];
  };
  at(points[0]);
  const start = performance.now();
  const hits = points.filter(point => at(point)).length;
  return { pick: (performance.now() - start) * 1e3 / points.length, hits };
};

// One instance is moved, and nothing but its own numbers uploaded.
const edit = (distance, x) => {
  const [mesh] = ways.instanced, matrix = new THREE.Matrix4();
  return draw('instanced', cameraAt(distance), () => {
    mesh.getMatrixAt(0, matrix);
    mesh.setMatrixAt(0, matrix.setPosition(x, matrix.elements[13], matrix.elements[14]));
    mesh.instanceMatrix.clearUpdateRanges();
    mesh.instanceMatrix.addUpdateRange(0, 16);
    mesh.instanceMatrix.needsUpdate = true;
  });
};

const frame = (way, distance) => draw(way, cameraAt(distance));
window.peer = { version: THREE.REVISION, count: placed.length, whole, seen, distanceFor, points, frame, pick, edit };
// The first frames bring everything to the graphics.
for (const way of Object.keys(ways)) await frame(way, whole);
document.documentElement.dataset.app = 'ready';
