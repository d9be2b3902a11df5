// Puts the page together: words, buttons, pointer, and a frame whenever something has changed.
function words(scene) {
  const caption = document.getElementById("caption");
  if (scene.verdict) caption.className = scene.verdict;
  element("h1", caption, scene.title).dir = "auto";
  for (const line of scene.caption) element("p", caption, line);
  const legend = document.getElementById("legend");
  for (const entry of scene.legend) {
    const row = element("span", legend, undefined, "entry");
    const mark = element("i", row, undefined, entry.mark);
    mark.style.color = css(entry.colour);
    mark.style.opacity = entry.opacity;
    row.append(entry.text);
  }
}

function start() {
  const scene = JSON.parse(document.getElementById("scene").textContent);
  words(scene);
  const canvas = document.getElementById("view");
  const gl = canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true });
  if (!gl) throw new Error("This page needs WebGL 2, which this browser does not offer.");
  const draw = renderer(gl, scene);
  const layOut = tagger(scene);
  const frame = document.getElementById("inset");
  if (scene.inset) {
    frame.hidden = false;
    frame.firstElementChild.textContent = scene.inset.title;
  }
  let camera = scene.camera;
  let waiting = false;

  function paint() {
    waiting = false;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    draw(camera, 0, 0, canvas.width, canvas.height);
    const taken = [document.getElementById("caption"), document.getElementById("legend"), document.getElementById("buttons")];
    if (scene.inset) {
      const side = Math.round(Math.min(width * 0.3, height * 0.3));
      frame.style.width = `${side + 4}px`;
      frame.style.height = `${side + 30}px`;
      const box = corner(side, width, height);
      draw(scene.inset.camera, (box[0] + 2) * ratio, (height - box[1] - 28 - side) * ratio, side * ratio, side * ratio);
      taken.push(frame);
    }
    layOut(camera, width, height, taken.map((part) => {
      const r = part.getBoundingClientRect();
      return [r.left, r.top, r.right, r.bottom];
    }));
    document.body.dataset.drawn = "yes";
  }

  // The close-up goes where it covers least of the pair and its lines.
  function corner(side, width, height) {
    const caption = document.getElementById("caption").getBoundingClientRect();
    const footer = document.querySelector("footer").getBoundingClientRect();
    const tall = side + 30;
    const high = Math.max(14, 14 + side + 4 + 14 + caption.right > width ? caption.bottom + 10 : 14);
    const low = footer.top - tall - 10;
    const spots = [[width - side - 18, high], [width - side - 18, low], [14, caption.bottom + 10], [14, low]];
    const points = scene.inset.keepClear.map((point) => projected(camera, point, width, height));
    const covered = ([x, y]) => points.filter((p) => p[0] > x && p[0] < x + side + 4 && p[1] > y && p[1] < y + tall).length;
    let best = spots[0];
    for (const spot of spots) if (covered(spot) < covered(best)) best = spot;
    frame.style.left = `${best[0]}px`;
    frame.style.top = `${best[1]}px`;
    return best;
  }

  function look(next) {
    camera = next;
    if (!waiting) requestAnimationFrame(paint);
    waiting = true;
  }

  const buttons = document.getElementById("buttons");
  const views = [["whole board", scene.overview], ["from above", scene.above]];
  if (scene.subject) views.unshift([scene.subject, scene.camera]);
  for (const [text, view] of views) element("button", buttons, text).addEventListener("click", () => look(view));
  pointer(canvas, () => camera, look);
  window.addEventListener("resize", () => look(camera));
  paint();
}

// One pointer turns (or shifts, with shift or another button), two shift and zoom, keys do both.
function pointer(canvas, now, look) {
  const held = new Map();
  const spread = () => { const [a, b] = [...held.values()]; return Math.hypot(a[0] - b[0], a[1] - b[1]); };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    canvas.classList.add("held");
    held.set(event.pointerId, [event.clientX, event.clientY]);
  });
  canvas.addEventListener("pointermove", (event) => {
    const last = held.get(event.pointerId);
    if (!last) return;
    const [dx, dy] = [event.clientX - last[0], event.clientY - last[1]];
    if (held.size === 2) {
      const before = spread();
      held.set(event.pointerId, [event.clientX, event.clientY]);
      look(zoomed(shifted(now(), dx / 2, dy / 2, canvas.clientHeight), before / Math.max(spread(), 1)));
      return;
    }
    held.set(event.pointerId, [event.clientX, event.clientY]);
    const aside = event.shiftKey || event.buttons > 1;
    look(aside ? shifted(now(), dx, dy, canvas.clientHeight) : turned(now(), dx, dy));
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(kind, (event) => { held.delete(event.pointerId); if (!held.size) canvas.classList.remove("held"); });
  }
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    look(zoomed(now(), Math.exp(Math.max(-80, Math.min(80, event.deltaY)) * 0.002)));
  }, { passive: false });
  const steps = { ArrowLeft: [-30, 0], ArrowRight: [30, 0], ArrowUp: [0, 30], ArrowDown: [0, -30] };
  canvas.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (step) look(event.shiftKey ? shifted(now(), -step[0], step[1], canvas.clientHeight) : turned(now(), ...step));
    else if (event.key === "+" || event.key === "=") look(zoomed(now(), 0.9));
    else if (event.key === "-") look(zoomed(now(), 1.1));
  });
}

try {
  start();
} catch (error) {
  const trouble = document.getElementById("trouble");
  trouble.hidden = false;
  trouble.textContent = error.message;
}
