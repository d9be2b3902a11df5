// The ruler: two points on what is drawn, and the inches between them.
function ruler() {
  const holder = document.getElementById("tags");
  const svg = document.getElementById("leaders");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  line.id = "ruler";
  svg.append(line);
  const tag = element("div", holder, "", "tag main measure");
  let points = [];

  function add_(point) {
    points = points.length === 2 ? [point] : [...points, point];
    if (points.length === 2) {
      const [dx, dy, dz] = sub(points[1], points[0]);
      const inches = (value) => `${value.toFixed(2)}"`;
      tag.textContent = `${inches(Math.hypot(dx, dy, dz))} (flat ${inches(Math.hypot(dx, dy))}, up ${inches(dz)})`;
    } else tag.textContent = "to where?";
  }

  function clear() { points = []; }

  function layOut(camera, width, height) {
    const ends = points.map((point) => projected(camera, point, width, height));
    const shown = ends.length > 0 && ends.every((end) => end[2] > 0);
    line.style.visibility = shown && ends.length === 2 ? "visible" : "hidden";
    tag.style.visibility = shown ? "visible" : "hidden";
    if (!shown) return;
    const [a, b] = [ends[0], ends[ends.length - 1]];
    for (const [name, value] of [["x1", a[0]], ["y1", a[1]], ["x2", b[0]], ["y2", b[1]]]) line.setAttribute(name, value);
    const x = Math.min(Math.max((a[0] + b[0]) / 2 - tag.offsetWidth / 2, 0), width - tag.offsetWidth);
    const y = Math.min(Math.max((a[1] + b[1]) / 2 - tag.offsetHeight - 8, 0), height - tag.offsetHeight);
    tag.style.transform = `translate(${x}px, ${y}px)`;
  }

  return { add: add_, clear, layOut };
}

// A button that stays down while something is on.
function latch(parent, text, changed) {
  const made = element("button", parent, text);
  made.setAttribute("aria-pressed", "false");
  const set = (on) => {
    made.setAttribute("aria-pressed", String(on));
    changed(on);
  };
  made.addEventListener("click", () => set(made.getAttribute("aria-pressed") !== "true"));
  return { set, get on() { return made.getAttribute("aria-pressed") === "true"; } };
}
