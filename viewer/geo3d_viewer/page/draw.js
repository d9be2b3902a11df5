// Triangles with a sun and a sky, and lines with a width in pixels. WebGL 2, nothing else.
const SURFACE_VERTEX = `#version 300 es
uniform mat4 clip, place;
in vec3 at; in vec3 tint;
out vec3 world; out vec3 paint;
void main() { vec4 p = place * vec4(at, 1.0); world = p.xyz; paint = tint; gl_Position = clip * p; }`;

const SURFACE_FRAGMENT = `#version 300 es
precision highp float;
uniform vec3 sun, eye, colour, forward; uniform float cut, lid, opacity; uniform bool lit, tinted;
in vec3 world; in vec3 paint;
out vec4 pixel;
void main() {
  if (dot(world - eye, forward) < cut || world.z > lid) discard;
  vec3 base = tinted ? paint : colour;
  vec3 normal = normalize(cross(dFdx(world), dFdy(world)));
  vec3 to = normalize(eye - world);
  if (dot(normal, to) < 0.0) normal = -normal;
  float light = 0.30 + 0.16 * (normal.z * 0.5 + 0.5) + 0.50 * max(dot(normal, sun), 0.0)
    + 0.22 * max(dot(normal, to), 0.0);
  pixel = vec4(lit ? base * min(light, 1.12) : base, opacity);
}`;

// Where a pixel is on the board, and the number of the surface that it shows.
const PICK_FRAGMENT = `#version 300 es
precision highp float;
uniform vec3 eye, forward; uniform float cut, lid, number;
in vec3 world; in vec3 paint;
out vec4 pixel;
void main() { if (dot(world - eye, forward) < cut || world.z > lid) discard; pixel = vec4(world, number); }`;

// How much of what must not be lost shows through what stands in front of it.
const BEHIND = 0.45;

const LINE_VERTEX = `#version 300 es
uniform mat4 clip; uniform vec2 size; uniform float width, pull, near, lid;
in vec2 corner; in vec3 from, to;
void main() {
  vec4 a = clip * vec4(from, 1.0), b = clip * vec4(to, 1.0);
  // Cut what is too near, and what is far outside: a sliver that long has no reliable depth.
  float begin = 0.0, end = 1.0;
  for (int side = 0; side < 6; side++) {
    float p = side == 5 ? lid - from.z : side == 4 ? a.w - near : 1.1 * a.w + (side % 2 == 0 ? 1.0 : -1.0) * (side < 2 ? a.x : a.y);
    float q = side == 5 ? lid - to.z : side == 4 ? b.w - near : 1.1 * b.w + (side % 2 == 0 ? 1.0 : -1.0) * (side < 2 ? b.x : b.y);
    if (p < 0.0 && q < 0.0) begin = 2.0;
    else if (p < 0.0) begin = max(begin, p / (p - q));
    else if (q < 0.0) end = min(end, p / (p - q));
  }
  if (begin >= end) { gl_Position = vec4(0.0, 0.0, 2.0, 1.0); return; }
  vec4 first = mix(a, b, begin), last = mix(a, b, end);
  a = first; b = last;
  vec2 way = (b.xy / b.w - a.xy / a.w) * size;
  way = length(way) > 1e-6 ? normalize(way) : vec2(1.0, 0.0);
  vec4 p = corner.x < 0.5 ? a : b;
  p.xy += (vec2(-way.y, way.x) * corner.y * width / size) * p.w;
  p.z -= pull * p.w;
  gl_Position = p;
}`;

const LINE_FRAGMENT = `#version 300 es
precision highp float;
uniform vec4 colour; out vec4 pixel;
void main() { pixel = colour; }`;

function decoded(text, type) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return new type(bytes.buffer);
}

function program(gl, vertex, fragment, attributes) {
  const made = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
    gl.attachShader(made, shader);
  }
  attributes.forEach((name, index) => gl.bindAttribLocation(made, index, name));
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
  return { made, at: (name) => gl.getUniformLocation(made, name) };
}

function buffer(gl, index, data, size, type = gl.FLOAT, normal = false, divisor = 0) {
  const made = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, made);
  gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
  gl.enableVertexAttribArray(index);
  gl.vertexAttribPointer(index, size, type, normal, 0, 0);
  gl.vertexAttribDivisor(index, divisor);
  return made;
}

// What draws scenes: `load` one, then `draw` it with a camera and a rectangle of the canvas, or
// `pick` what is at a pixel. `options`: `hidden` groups (a function), names that a camera is
// `without`, `moving` (simpler shapes), `dark`, `lid` (z above which pieces are cut away).
function renderer(gl) {
  const solid = program(gl, SURFACE_VERTEX, SURFACE_FRAGMENT, ["at", "tint"]);
  const finger = program(gl, SURFACE_VERTEX, PICK_FRAGMENT, ["at", "tint"]);
  const thin = program(gl, LINE_VERTEX, LINE_FRAGMENT, ["corner", "from", "to"]);
  const shapes = new Map();
  const rows = new Map();
  let scene = null;
  let screen = null;
  const flat = (role) => ["table", "grid", "area", "zone", "ring", "base"].includes(role);
  gl.enable(gl.DEPTH_TEST);
  gl.enable(gl.SCISSOR_TEST);
  // The canvas stays opaque: else the page would shine through it.
  gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);

  function shapeOf(shape) {
    const array = gl.createVertexArray();
    const held = [];
    gl.bindVertexArray(array);
    held.push(buffer(gl, 0, decoded(shape.vertices, Float32Array), 3));
    if (shape.colours) held.push(buffer(gl, 1, decoded(shape.colours, Uint8Array), 3, gl.UNSIGNED_BYTE, true));
    const faces = decoded(shape.faces, Uint32Array);
    held.push(gl.createBuffer());
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, held[held.length - 1]);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, faces, gl.STATIC_DRAW);
    return { array, held, count: faces.length, tinted: Boolean(shape.colours) };
  }

  function rowsOf(text) {
    const array = gl.createVertexArray();
    const data = decoded(text, Float32Array);
    gl.bindVertexArray(array);
    const held = [buffer(gl, 0, new Float32Array([0, -1, 0, 1, 1, -1, 1, 1]), 2), gl.createBuffer()];
    gl.bindBuffer(gl.ARRAY_BUFFER, held[1]);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
    for (const [index, offset] of [[1, 0], [2, 12]]) {
      gl.enableVertexAttribArray(index);
      gl.vertexAttribPointer(index, 3, gl.FLOAT, false, 24, offset);
      gl.vertexAttribDivisor(index, 1);
    }
    return { array, held, count: data.length / 6 };
  }

  function freed(known, used) {
    for (const [key, made] of known) {
      if (used.has(key)) continue;
      for (const part of [made, made.coarse]) {
        if (!part) continue;
        gl.deleteVertexArray(part.array);
        part.held.forEach((each) => gl.deleteBuffer(each));
      }
      known.delete(key);
    }
  }

  // Takes a scene; shapes and lines that were there before need not come again. Returns all that it has.
  function load(next) {
    scene = next;
    for (const [key, shape] of Object.entries(next.shapes)) {
      const made = shapeOf(shape);
      if (shape.coarse) made.coarse = shapeOf(shape.coarse);
      shapes.set(key, made);
    }
    for (const [key, text] of Object.entries(next.segments)) rows.set(key, rowsOf(text));
    freed(shapes, new Set(next.surfaces.map((each) => each.shape)));
    freed(rows, new Set(next.lines.map((each) => each.segments)));
    next.shapes = next.segments = {};
    return [...shapes.keys(), ...rows.keys()];
  }

  const cuttable = ["terrain", "gap", "surface", "edge", "defect"];
  const lidOf = (thing, options) => (cuttable.includes(thing.role) && options.lid !== undefined ? options.lid : 1e9);

  function drawLines(line, opacity, near, cut, options) {
    const row = rows.get(line.segments);
    gl.bindVertexArray(row.array);
    gl.uniform4f(thin.at("colour"), ...line.colour, opacity);
    gl.uniform1f(thin.at("near"), flat(line.role) ? near : Math.max(near, cut));
    gl.uniform1f(thin.at("lid"), lidOf(line, options));
    gl.uniform1f(thin.at("pull"), ["edge", "gap", "surface", "defect"].includes(line.role) ? 3e-5 : 0);
    gl.uniform1f(thin.at("width"), line.width * (window.devicePixelRatio || 1));
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, row.count);
  }

  function drawSurface(surface, by, cut, options) {
    const whole = shapes.get(surface.shape);
    const shape = (options.moving && whole.coarse) || whole;
    gl.bindVertexArray(shape.array);
    gl.uniformMatrix4fv(by.at("place"), false, surface.place);
    gl.uniform1f(by.at("cut"), flat(surface.role) ? 0 : cut);
    gl.uniform1f(by.at("lid"), lidOf(surface, options));
    if (by === solid) {
      gl.uniform3f(solid.at("colour"), ...surface.colour);
      gl.uniform1f(solid.at("opacity"), surface.opacity);
      gl.uniform1i(solid.at("lit"), ["table", "field", "overhang", "footprint"].includes(surface.role) || surface.opacity < 1 ? 0 : 1);
      gl.uniform1i(solid.at("tinted"), shape.tinted ? 1 : 0);
    }
    gl.drawElements(gl.TRIANGLES, shape.count, gl.UNSIGNED_INT, 0);
  }

  const bodies = ["figure", "observer", "target"];

  function view(camera, width, height, options) {
    const away = length(sub(camera.position, scene.middle));
    const cut = camera.cut || 0;
    const near = Math.max(camera.near || 0.2, cut * 0.5, (away - scene.radius) * 0.9);
    const clip = clipMatrix(camera, width / height, near, away + scene.radius * 1.1);
    const kept = (each) => !options.hidden(each.group) && !(options.noRoles || []).includes(each.role) && !(bodies.includes(each.role) && options.without.has(each.name));
    return { cut, near, clip, surfaces: scene.surfaces.filter(kept), lines: scene.lines.filter(kept) };
  }

  function draw(camera, x, y, width, height, options) {
    const { cut, near, clip, surfaces, lines } = view(camera, width, height, options);
    gl.viewport(x, y, width, height);
    gl.scissor(x, y, width, height);
    gl.clearColor(...(options.dark ? scene.darkness : scene.background), 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.useProgram(solid.made);
    gl.uniformMatrix4fv(solid.at("clip"), false, clip);
    gl.uniform3f(solid.at("sun"), ...scene.sun);
    gl.uniform3f(solid.at("eye"), ...camera.position);
    gl.uniform3f(solid.at("forward"), ...axesOf(camera).forward);
    for (const surface of surfaces) if (surface.opacity === 1) drawSurface(surface, solid, cut, options);
    gl.useProgram(thin.made);
    gl.uniformMatrix4fv(thin.at("clip"), false, clip);
    gl.uniform2f(thin.at("size"), width, height);
    for (const line of lines) drawLines(line, 1, near, cut, options);
    gl.enable(gl.BLEND);
    gl.depthMask(false);
    // Glass: its front alone, so the same however deep it is; where it lies in a wall's face, the wall.
    // All of it is unlit: of one colour, in which order it is drawn makes no difference.
    gl.useProgram(solid.made);
    gl.enable(gl.CULL_FACE);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1, 2);
    for (const surface of surfaces) if (surface.opacity < 1) drawSurface(surface, solid, cut, options);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    gl.disable(gl.CULL_FACE);
    // What must not be lost shows faintly through what stands in front of it.
    gl.depthFunc(gl.GREATER);
    for (const surface of surfaces) if (surface.onTop) drawSurface({ ...surface, opacity: BEHIND }, solid, cut, options);
    gl.useProgram(thin.made);
    for (const line of lines) if (line.onTop) drawLines(line, BEHIND, near, cut, options);
    gl.depthMask(true);
    gl.depthFunc(gl.LESS);
    gl.disable(gl.BLEND);
  }

  function target(width, height) {
    if (screen && screen.width === width && screen.height === height) return screen.made;
    if (!gl.getExtension("EXT_color_buffer_float")) return null;
    const made = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, made);
    for (const [format, at] of [[gl.RGBA32F, gl.COLOR_ATTACHMENT0], [gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT]]) {
      const part = gl.createRenderbuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, part);
      gl.renderbufferStorage(gl.RENDERBUFFER, format, width, height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, at, gl.RENDERBUFFER, part);
    }
    screen = { made, width, height };
    return made;
  }

  // What is at a pixel, from the top left: its surface and the point, or null.
  function pick(camera, x, y, width, height, options) {
    const made = target(width, height);
    if (!made) return null;
    const { cut, clip, surfaces } = view(camera, width, height, options);
    gl.bindFramebuffer(gl.FRAMEBUFFER, made);
    gl.viewport(0, 0, width, height);
    gl.scissor(x, height - 1 - y, 1, 1);
    gl.clearColor(0, 0, 0, -1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.useProgram(finger.made);
    gl.uniformMatrix4fv(finger.at("clip"), false, clip);
    gl.uniform3f(finger.at("eye"), ...camera.position);
    gl.uniform3f(finger.at("forward"), ...axesOf(camera).forward);
    surfaces.forEach((surface, number) => {
      // A model that is seen through is picked all the same.
      if ((surface.opacity < 1 && !bodies.includes(surface.role)) || surface.role === "field") return;
      gl.uniform1f(finger.at("number"), number);
      drawSurface(surface, finger, cut, options);
    });
    const pixel = new Float32Array(4);
    gl.readPixels(x, height - 1 - y, 1, 1, gl.RGBA, gl.FLOAT, pixel);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    if (pixel[3] < 0) return null;
    return { surface: surfaces[pixel[3]], point: [pixel[0], pixel[1], pixel[2]] };
  }

  return { load, draw, pick };
}
