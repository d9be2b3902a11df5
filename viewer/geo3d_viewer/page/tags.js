// Name tags over the picture: each beside its point, none over another. Ids are text, never markup.
const REACHES = [11, 24, 40, 60, 84];
const TURNS = [90, 65, 115, 40, 140, 15, 165, -15, 195, -40, 220, -65, 245, -90].map((deg) => (deg * Math.PI) / 180);

const css = (colour) => `rgb(${colour.map((part) => Math.round(255 * part)).join(" ")})`;

function element(kind, parent, text, name) {
  const made = document.createElement(kind);
  if (text !== undefined) made.textContent = text;
  if (name) made.className = name;
  parent.append(made);
  return made;
}

const covers = (a, b, gap) => a[0] < b[2] + gap && b[0] < a[2] + gap && a[1] < b[3] + gap && b[1] < a[3] + gap;

// How much of a box lies on others, or of others under it: 1 for one that is all covered.
function covered(box, bodies) {
  let sum = 0;
  const size = ([left, top, right, bottom]) => (right - left) * (bottom - top);
  for (const other of bodies) {
    const across = Math.min(box[2], other[2]) - Math.max(box[0], other[0]);
    const down = Math.min(box[3], other[3]) - Math.max(box[1], other[1]);
    if (across > 0 && down > 0) sum += (across * down) / Math.max(1, Math.min(size(box), size(other)));
  }
  return sum;
}

// The free box that is nearest; what it covers counts as so many reaches more.
function place(x, y, tag, width, height, used, bodies) {
  let best = null;
  let least = Infinity;
  for (const [step, reach] of REACHES.entries()) {
    if (least <= step) break;
    for (const turn of TURNS) {
      const cx = x + Math.cos(turn) * (reach + tag.w / 2);
      const cy = y - Math.sin(turn) * (reach + tag.h / 2);
      const box = [cx - tag.w / 2, cy - tag.h / 2, cx + tag.w / 2, cy + tag.h / 2];
      if (box[0] < 0 || box[1] < 0 || box[2] > width || box[3] > height) continue;
      if (used.some((other) => covers(box, other, 3))) continue;
      const cost = step + 3 * Math.min(1, covered(box, bodies));
      if (cost < least) { least = cost; best = box; }
    }
  }
  return best;
}

// Boxes about the models in a picture, from their corners: names leave them free where they can.
function boxesAbout(bodies, camera, width, height) {
  const found = [];
  for (const body of bodies) {
    const at = body.map((corner) => projected(camera, corner, width, height));
    if (at.some((each) => each[2] <= 0)) continue;
    const [x, y] = [at.map((each) => each[0]), at.map((each) => each[1])];
    found.push([Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)]);
  }
  return found;
}

// The tags of a close-up, in its frame below the title.
function insetTags(frame, inset, bodies, edge, head, isHidden) {
  for (const old of frame.querySelectorAll(".tag")) old.remove();
  const used = [];
  const boxes = inset.labels.length ? boxesAbout(bodies, inset.camera, edge, edge) : [];
  for (const label of inset.labels) {
    if (isHidden(label.group)) continue;
    const box = element("div", frame, label.text, label.rank < 2 ? "tag main" : "tag");
    box.dir = "auto";
    box.style.borderColor = css(label.colour);
    const [x, y, depth] = projected(inset.camera, label.anchor, edge, edge);
    const at = depth > 0 && place(x, y, { w: box.offsetWidth, h: box.offsetHeight }, edge, edge, used, boxes);
    if (!at) { box.remove(); continue; }
    used.push(at);
    box.style.transform = `translate(${at[0]}px, ${at[1] + head}px)`;
    box.style.visibility = "visible";
  }
}

// Keeps the tags of a scene: `load` it, then `layOut` them for a camera. `shown` says which are.
function tagger() {
  const holder = document.getElementById("tags");
  const svg = document.getElementById("leaders");
  let tags = [];
  let corners = [];

  function made(label) {
    const box = element("div", holder, label.text, label.rank < 2 ? "tag main" : "tag");
    box.dir = "auto";
    box.dataset.role = label.role;
    box.style.borderColor = css(label.colour);
    const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
    svg.append(line);
    return { box, line, w: box.offsetWidth, h: box.offsetHeight };
  }

  function load(scene) {
    corners = scene.bodies;
    const kept = new Map(tags.map((tag) => [tag.key, tag]));
    tags = scene.labels.map((label, number) => {
      const key = JSON.stringify([label.text, label.rank < 2, label.colour, label.role]);
      const old = kept.get(key);
      kept.delete(key);
      return { ...(old || made(label)), ...label, key: old || !kept.has(key) ? key : key + number };
    });
    for (const tag of kept.values()) { tag.box.remove(); tag.line.remove(); }
  }

  function layOut(camera, width, height, taken, shown, anchor = (tag) => tag.anchor) {
    const used = [...taken];
    const bodies = boxesAbout(corners, camera, width, height);
    for (const tag of tags) {
      const [x, y, depth] = projected(camera, anchor(tag), width, height);
      const out = !shown(tag) || depth <= 0 || x < 0 || y < 0 || x > width || y > height;
      const box = out || taken.some((other) => covers([x, y, x, y], other, 0)) ? null : place(x, y, tag, width, height, used, bodies);
      tag.box.style.visibility = tag.line.style.visibility = box ? "visible" : "hidden";
      if (!box) continue;
      used.push(box);
      tag.box.style.transform = `translate(${box[0]}px, ${box[1]}px)`;
      const end = [Math.min(Math.max(x, box[0]), box[2]), Math.min(Math.max(y, box[1]), box[3])];
      for (const [name, value] of [["x1", x], ["y1", y], ["x2", end[0]], ["y2", end[1]]]) tag.line.setAttribute(name, value);
    }
  }

  return { load, layOut };
}
