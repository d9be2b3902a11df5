// Cameras, and the little of vectors and matrices that they need. Inches, z up.
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const add = (a, b, k = 1) => [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const length = (a) => Math.hypot(a[0], a[1], a[2]);
const unit = (a) => { const n = length(a) || 1; return [a[0] / n, a[1] / n, a[2] / n]; };

function axesOf(camera) {
  const forward = unit(sub(camera.focal, camera.position));
  let right = cross(forward, [0, 0, 1]);
  right = length(right) < 1e-6 ? [1, 0, 0] : unit(right);
  return { right, up: cross(right, forward), forward };
}

// Column-major matrix to clip space, for what lies between `near` and `far`.
function clipMatrix(camera, aspect, near, far) {
  const { right, up, forward } = axesOf(camera);
  const f = 1 / Math.tan((camera.angle * Math.PI) / 360);
  const p = camera.position;
  const rows = [
    [...right.map((v) => (v * f) / aspect), (-dot(right, p) * f) / aspect],
    [...up.map((v) => v * f), -dot(up, p) * f],
    [...forward.map((v) => (v * (far + near)) / (far - near)),
      (-dot(forward, p) * (far + near) - 2 * far * near) / (far - near)],
    [...forward, -dot(forward, p)],
  ];
  const out = new Float32Array(16);
  for (let r = 0; r < 4; r++) for (let c = 0; c < 4; c++) out[c * 4 + r] = rows[r][c];
  return out;
}

// Where a point lands: [x, y] in pixels from the top left, and its depth in inches.
function projected(camera, point, width, height) {
  const { right, up, forward } = axesOf(camera);
  const to = sub(point, camera.position);
  const depth = dot(to, forward);
  const scale = height / 2 / Math.tan((camera.angle * Math.PI) / 360) / Math.max(depth, 1e-6);
  return [width / 2 + scale * dot(to, right), height / 2 - scale * dot(to, up), depth];
}

// Turn about the focal point, by pixels dragged.
function turned(camera, dx, dy) {
  const to = sub(camera.position, camera.focal);
  const radius = length(to);
  const azimuth = Math.atan2(to[1], to[0]) - dx * 0.006;
  const now = Math.asin(Math.max(-1, Math.min(1, to[2] / radius)));
  const elevation = Math.max(-0.1, Math.min(1.56, now + dy * 0.006));
  const flat = radius * Math.cos(elevation);
  const way = [flat * Math.cos(azimuth), flat * Math.sin(azimuth), radius * Math.sin(elevation)];
  return { ...camera, position: add(camera.focal, way) };
}

// Shift sideways, so that what is at the focal point follows the pointer.
function shifted(camera, dx, dy, height) {
  const { right, up } = axesOf(camera);
  const k = (2 * length(sub(camera.position, camera.focal)) * Math.tan((camera.angle * Math.PI) / 360)) / height;
  const step = add(right.map((v) => -v * dx * k), up, dy * k);
  return { ...camera, position: add(camera.position, step), focal: add(camera.focal, step) };
}

// Nearer or farther: the distance to the focal point times `factor`.
function zoomed(camera, factor) {
  const to = sub(camera.position, camera.focal);
  const radius = Math.max(0.5, Math.min(1000, length(to) * factor));
  return { ...camera, position: add(camera.focal, unit(to), radius) };
}

// The way from a camera through a point of the picture, a unit vector.
function wayThrough(camera, x, y, width, height) {
  const { right, up, forward } = axesOf(camera);
  const t = Math.tan((camera.angle * Math.PI) / 360);
  const across = ((2 * x - width) / height) * t;
  const above = ((height - 2 * y) / height) * t;
  return unit(add(add(forward, right, across), up, above));
}
