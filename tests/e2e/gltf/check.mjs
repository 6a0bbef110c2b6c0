// Checks exported scenes with programs that are not ours: `node check.mjs SCENE.json FILE.glb|FILE.gltf…`.
//
// Each file has to be valid glTF 2.0 for the validator of Khronos, and the loader of three.js has to show the shapes
// that the scene's own file (JSON) lists: their number, names, places, corners, sides and colours. Prints a report for
// each file; the exit status is 1 if anything is wrong.

import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import * as three from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { validateBytes } from "gltf-validator";

const [sceneFile, ...files] = process.argv.slice(2);
if (files.length === 0) {
  console.error("usage: node check.mjs SCENE.json FILE.glb|FILE.gltf…");
  process.exit(2);
}
const { shapes } = JSON.parse(await readFile(sceneFile, "utf8"));

/** The corners of a shape in the world; of a circle only one point of its edge. */
function corners({ geometry, position, rotation = [0, 0, 0] }) {
  const [x, y, z] = rotation.map(three.MathUtils.degToRad);
  const turned = new three.Quaternion().setFromEuler(new three.Euler(x, y, z, "YXZ"));
  const half = geometry.side / 2;
  const local = {
    square: [[-half, 0, -half], [half, 0, -half], [half, 0, half], [-half, 0, half]],
    circle: [[geometry.radius, 0, 0]],
    triangle: geometry.vertices,
  }[geometry.type];
  const middle = new three.Vector3(...position);
  const place = (point) => new three.Vector3(...point).applyQuaternion(turned).add(middle);
  return { middle, points: local.map(place), up: new three.Vector3(0, 1, 0).applyQuaternion(turned) };
}

/** The fault of a mesh as a picture of a shape. */
function differences(shape, mesh) {
  const wrong = [];
  const expect = (isRight, what) => isRight || wrong.push(`${shape.name}: ${what}`);
  const { middle, points, up } = corners(shape);
  const tolerance = 1e-5 * (1 + middle.length()) + 1e-6 * mesh.getWorldScale(new three.Vector3()).x;
  const { position, normal } = mesh.geometry.attributes;
  const vertex = (_, index) => mesh.localToWorld(new three.Vector3().fromBufferAttribute(position, index));
  const vertices = Array.from({ length: position.count }, vertex);
  const facing = new three.Vector3().fromBufferAttribute(normal, 0).transformDirection(mesh.matrixWorld);

  // The loader keeps a name of which it had to replace signs, and makes one up where there is none.
  const name = mesh.userData.name ?? mesh.name;
  expect(!shape.name || name === shape.name, `named ${name}`);
  expect(mesh.getWorldPosition(new three.Vector3()).distanceTo(middle) <= tolerance, "in another place");
  expect(points.every((point) => vertices.some((vertex) => vertex.distanceTo(point) <= tolerance)), "other corners");
  if (shape.geometry.type === "circle") {
    const { radius } = shape.geometry;
    const [inside, ...edge] = vertices.map((vertex) => vertex.distanceTo(middle));
    const isRound = edge.length === 64 && edge.every((distance) => Math.abs(distance - radius) <= tolerance);
    expect(inside <= tolerance && isRound, "no circle");
  }
  expect(shape.geometry.type === "triangle" || facing.distanceTo(up) < 1e-5, "facing another way");
  expect(`#${mesh.material.color.getHexString()}` === shape.color, `coloured #${mesh.material.color.getHexString()}`);
  expect(mesh.material.side === three.DoubleSide, "seen from one side only");
  return wrong;
}

/** The meshes of a file in the order of its nodes. */
async function meshes(bytes) {
  const content = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { scene } = await new GLTFLoader().parseAsync(content, "");
  scene.updateMatrixWorld(true);
  const found = [];
  scene.traverse((object) => object.isMesh && found.push(object));
  return found;
}

// The loader reports progress with an event that only browsers have.
globalThis.ProgressEvent ??= class extends Event {};

for (const file of files) {
  const bytes = await readFile(file);
  const { issues } = await validateBytes(new Uint8Array(bytes));
  const found = await meshes(bytes);
  const wrong =
    found.length === shapes.length
      ? shapes.flatMap((shape, index) => differences(shape, found[index]))
      : [`${shapes.length} shapes, but ${found.length} meshes`];
  const { numErrors, numWarnings, numInfos, numHints, messages } = issues;
  const report = { file: basename(file), meshes: found.length, numErrors, numWarnings, numInfos, numHints, messages, wrong };
  console.log(JSON.stringify(report, null, 1));
  if (numErrors + numWarnings + wrong.length > 0) process.exitCode = 1;
}
