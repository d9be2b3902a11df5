// Puts the page together: words, buttons, pointer, and a frame whenever something has changed.
const byId = (name) => document.getElementById(name);

function words(scene) {
  const caption = byId("caption");
  caption.className = scene.verdict || "";
  caption.replaceChildren();
  element("h1", caption, scene.title).dir = "auto";
  for (const line of scene.caption) element("p", caption, line);
}

// What colours mean, of those things that are shown.
function colours(scene, shown) {
  const legend = byId("legend");
  legend.replaceChildren();
  for (const entry of scene.legend) {
    if (!shown(entry.group)) continue;
    const row = element("span", legend, undefined, "entry");
    const mark = element("i", row, undefined, entry.mark);
    mark.style.color = css(entry.colour);
    mark.style.opacity = entry.opacity;
    row.append(entry.text);
  }
}

function start() {
  let scene = JSON.parse(byId("scene").textContent);
  const canvas = byId("view");
  const gl = canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true });
  if (!gl) throw new Error("This page needs WebGL 2, which this browser does not offer.");
  const board = renderer(gl);
  const tags = tagger();
  const frames = [];
  const stage = byId("stage");
  let camera = scene.camera;
  let without = new Set();
  let moving = false;
  let waiting = false;
  let lid;
  // The close-up belongs to the view of the pair: it would cover what the others are for.
  let closeUp = true;
  let settle = 0;
  const side = panel(() => { colours(scene, side.isShown); look(camera); });
  const measure = ruler();

  // Lines that end in the eye are points there, or a tangle before it.
  const ofLines = (group) => ["open-line", "stopped", "tested", "outlines"].includes(group.split("/")[0]);
  const hidden = (group) => side.isHidden(group) || (without.size > 0 && ofLines(group));
  const options = (more = {}) => ({ hidden, without, moving, dark: document.body.classList.contains("dark"), lid, ...more });

  function paint() {
    waiting = false;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    board.draw(camera, 0, 0, canvas.width, canvas.height, options());
    const taken = [byId("caption"), byId("legend"), byId("buttons")];
    const shownInsets = closeUp && !without.size ? scene.insets : [];
    while (frames.length < shownInsets.length) {
      const made = element("figure", stage, undefined, "inset");
      element("figcaption", made);
      frames.push(made);
    }
    frames.forEach((frame, number) => { frame.hidden = number >= shownInsets.length; });
    const used = [];
    shownInsets.forEach((inset, number) => {
      const frame = frames[number];
      frame.firstElementChild.textContent = inset.title;
      const share = shownInsets.length > 2 ? 0.24 : 0.3;
      const edge = Math.round(Math.min(width * share, height * share));
      frame.style.width = `${edge + 4}px`;
      // The title takes as many lines as it needs.
      const head = frame.firstElementChild.offsetHeight;
      const tall = edge + head + 4;
      frame.style.height = `${tall}px`;
      const box = corner(inset, edge, tall, width, height, used);
      frame.style.left = `${box[0]}px`;
      frame.style.top = `${box[1]}px`;
      used.push([box[0], box[1], box[0] + edge + 4, box[1] + tall]);
      board.draw(inset.camera, (box[0] + 2) * ratio, (height - box[1] - head - 2 - edge) * ratio, edge * ratio, edge * ratio, options({ without: new Set(inset.without), noRoles: inset.noRoles }));
      insetTags(frame, inset, scene.bodies, edge, head, side.isHidden);
      taken.push(frame);
    });
    const boxes = taken.map((part) => {
      const r = part.getBoundingClientRect();
      return [r.left, r.top, r.right, r.bottom];
    });
    // In a model's eye only what the answer is about is named, and not the model itself.
    const shown = (tag) => !side.isHidden(tag.group) && !(without.size && (tag.rank > 2 || tag.role === "observer"))
      && !(lid !== undefined && tag.anchor[2] > lid);
    // What stops lines is named where it does: its middle may well be out of sight.
    const anchor = (tag) => (without.size && tag.stop ? tag.stop : tag.anchor);
    tags.layOut(camera, width, height, boxes, shown, anchor);
    measure.layOut(camera, width, height);
    document.body.dataset.drawn = "yes";
  }

  // A close-up goes where it covers least of the pair and its lines, and no other.
  function corner(inset, edge, tall, width, height, used) {
    const caption = byId("caption").getBoundingClientRect();
    const footer = document.querySelector("footer").getBoundingClientRect();
    const high = Math.max(14, 14 + edge + 4 + 14 + caption.right > width ? caption.bottom + 10 : 14);
    const low = footer.top - tall - 10;
    const all = [[width - edge - 18, high], [width - edge - 18, low], [14, caption.bottom + 10], [14, low]];
    // Below those that are in the right column already, where there is room.
    const under = Math.max(0, ...used.filter((box) => box[0] > width / 2 && box[3] < low).map((box) => box[3] + 8));
    if (under && under + tall <= footer.top) all.splice(1, 0, [width - edge - 18, under]);
    const free = all.filter(([x, y]) => !used.some((other) => covers([x, y, x + edge + 4, y + tall], other, 4)));
    const spots = free.length ? free : all;
    const points = inset.keepClear.map((point) => projected(camera, point, width, height));
    const covered = ([x, y]) => points.filter((p) => p[0] > x && p[0] < x + edge + 4 && p[1] > y && p[1] < y + tall).length;
    let best = spots[0];
    for (const spot of spots) if (covered(spot) < covered(best)) best = spot;
    return best;
  }

  function look(next) {
    camera = next;
    if (!waiting) requestAnimationFrame(paint);
    waiting = true;
  }

  // While the view moves simpler shapes are drawn, where there are any.
  function move(next) {
    moving = true;
    clearTimeout(settle);
    settle = setTimeout(() => { moving = false; look(camera); }, 180);
    if (without.size) { leave(); next = { ...next, near: undefined }; }
    look(next);
  }

  function leave() {
    without = new Set();
    byId("eyes").value = "";
  }

  const buttons = byId("buttons");
  function button(text, act, parent = buttons) {
    const made = element("button", parent, text);
    made.addEventListener("click", act);
    return made;
  }
  const views = element("span", buttons, undefined, "views");
  const eyes = element("select", buttons);
  eyes.id = "eyes";
  eyes.setAttribute("aria-label", "What the observer sees");
  eyes.addEventListener("change", () => {
    const eye = scene.eyes[Number(eyes.value)];
    if (eyes.value === "" || !eye) { chosen(scene.camera); return; }
    seeFrom(eye);
  });
  function seeFrom(eye) {
    without = new Set(eye.without);
    look({ ...eye.camera, near: 0.05 });
  }
  const ruling = latch(buttons, "ruler", (on) => { if (!on) { measure.clear(); look(camera); } });
  const night = latch(buttons, "dark", (on) => { document.body.classList.toggle("dark", on); look(camera); });
  const detail = latch(buttons, "details", (on) => { document.body.classList.toggle("panelled", on); look(camera); });

  function chosen(view) {
    leave();
    closeUp = view === scene.camera;
    look(view);
  }

  function listViews() {
    views.replaceChildren();
    const known = [["whole board", () => scene.overview], ["from above", () => scene.above]];
    if (scene.subject) known.unshift([scene.subject, () => scene.camera]);
    for (const [text, view] of known) button(text, () => chosen(view()), views);
    const now = eyes.value;
    eyes.replaceChildren();
    element("option", eyes, "what it sees from …").value = "";
    scene.eyes.forEach((eye, number) => { element("option", eyes, eye.text).value = String(number); });
    eyes.value = Number(now) < scene.eyes.length ? now : "";
    eyes.hidden = !scene.eyes.length;
  }

  // Takes another scene of the same board; the view stays, but in an eye that has moved.
  function load(next) {
    scene = next;
    const kept = board.load(scene);
    words(scene);
    side.load(scene);
    colours(scene, side.isShown);
    tags.load(scene);
    listViews();
    const eye = without.size ? scene.eyes[Number(eyes.value)] : null;
    if (eye && eyes.value !== "") { without = new Set(eye.without); camera = { ...eye.camera, near: 0.05 }; }
    else if (without.size) { leave(); camera = scene.camera; }
    look(camera);
    return kept;
  }

  function pick(event) {
    const ratio = canvas.width / canvas.clientWidth;
    const [x, y] = [Math.floor(event.clientX * ratio), Math.floor(event.clientY * ratio)];
    const found = board.pick(camera, x, y, canvas.width, canvas.height, options({ moving: false }));
    return found;
  }

  const page = {
    get scene() { return scene; },
    get camera() { return camera; },
    canvas, side, button, latch, look, load, pick,
    way: (x, y) => wayThrough(camera, x, y, canvas.clientWidth, canvas.clientHeight),
    cut: (z) => { lid = z; look(camera); },
    view: (name) => chosen(scene[name]),
  };
  const kept = load(scene);
  night.set(Boolean(scene.dark));
  if (Number.isInteger(scene.eye) && scene.eyes[scene.eye]) { eyes.value = String(scene.eye); seeFrom(scene.eyes[scene.eye]); }
  const served = typeof live === "function" ? live(page, kept) : null;
  detail.set(Boolean(served));
  if (!served && scene.section) slider(page);
  pointer(page, move, (hit) => {
    if (!ruling.on) return false;
    if (hit) measure.add(hit.point);
    look(camera);
    return true;
  }, served);
  window.addEventListener("resize", () => look(camera));
  paint();
}

// A slider that cuts a piece at a height.
function slider(page, moved = () => {}) {
  const { low, high, at } = page.scene.section;
  const row = element("label", byId("buttons"), "section at ");
  const made = element("input", row);
  made.type = "range";
  made.id = "section";
  [made.min, made.max, made.step] = [low, high, 0.01];
  made.value = at === null ? high : at;
  const told = element("output", row);
  const set = () => {
    const z = Number(made.value);
    told.textContent = `${z.toFixed(2)}"`;
    page.cut(z >= high ? undefined : z);
    moved(z >= high ? null : z);
  };
  made.addEventListener("input", set);
  set();
}

// One pointer turns (or shifts, with shift or another button), two shift and zoom, keys do both. A
// click goes to `clicked`, then to `served`, which may also take a pointer that drags something.
function pointer(page, move, clicked, served) {
  const { canvas } = page;
  const held = new Map();
  let began = null;
  let drags = false;
  const now = () => page.camera;
  const spread = () => { const [a, b] = [...held.values()]; return Math.hypot(a[0] - b[0], a[1] - b[1]); };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    canvas.classList.add("held");
    held.set(event.pointerId, [event.clientX, event.clientY]);
    began = held.size === 1 && event.button === 0 ? { x: event.clientX, y: event.clientY, hit: page.pick(event) } : null;
    drags = false;
  });
  canvas.addEventListener("pointermove", (event) => {
    const last = held.get(event.pointerId);
    if (!last) return;
    const [dx, dy] = [event.clientX - last[0], event.clientY - last[1]];
    if (held.size === 2) {
      const before = spread();
      held.set(event.pointerId, [event.clientX, event.clientY]);
      move(zoomed(shifted(now(), dx / 2, dy / 2, canvas.clientHeight), before / Math.max(spread(), 1)));
      return;
    }
    if (began && Math.hypot(event.clientX - began.x, event.clientY - began.y) > 4) {
      drags = Boolean(served && !event.shiftKey && served.takes(began.hit, began.x, began.y));
      began = null;
    } else if (began) return;
    held.set(event.pointerId, [event.clientX, event.clientY]);
    if (drags) { served.drag(event.clientX, event.clientY); return; }
    const aside = event.shiftKey || event.buttons > 1;
    move(aside ? shifted(now(), dx, dy, canvas.clientHeight) : turned(now(), dx, dy));
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(kind, (event) => {
      held.delete(event.pointerId);
      if (!held.size) canvas.classList.remove("held");
      if (drags) served.drop();
      else if (began && kind === "pointerup" && !clicked(began.hit) && served) served.click(began.hit, event.shiftKey);
      began = null;
      drags = false;
    });
  }
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    move(zoomed(now(), Math.exp(Math.max(-80, Math.min(80, event.deltaY)) * 0.002)));
  }, { passive: false });
  const steps = { ArrowLeft: [-30, 0], ArrowRight: [30, 0], ArrowUp: [0, 30], ArrowDown: [0, -30] };
  canvas.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (step) move(event.shiftKey ? shifted(now(), -step[0], step[1], canvas.clientHeight) : turned(now(), ...step));
    else if (event.key === "+" || event.key === "=") move(zoomed(now(), 0.9));
    else if (event.key === "-") move(zoomed(now(), 1.1));
  });
}

try {
  start();
} catch (error) {
  const trouble = byId("trouble");
  trouble.hidden = false;
  trouble.textContent = error.message;
}
