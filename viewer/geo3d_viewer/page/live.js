// A piece: the server cuts it where the slider is.
function ofPiece(page, kept) {
  let known = kept;
  let wanted;
  let asking = false;
  async function next() {
    if (asking || wanted === undefined) return;
    const z = wanted;
    wanted = undefined;
    asking = true;
    document.body.dataset.asking = "yes";
    try {
      const reply = await fetch("section", {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ z, known }),
      });
      known = page.load((await reply.json()).scene);
    } finally {
      asking = false;
      document.body.dataset.asking = "no";
    }
    next();
  }
  slider(page, (z) => { wanted = z; next(); });
  return { takes: () => false, click: () => {} };
}

// Asks the server that the page came from: who looks at whom, what is moved, layers, save.
function live(page, kept) {
  let known = kept;
  let state = page.scene.session;
  if (!state) return ofPiece(page, kept);
  let wanted = null;
  let asking = false;
  let held = null;
  let polling = 0;

  const answer = page.side.section("answer", "Answer", true);
  page.side.holder.prepend(answer.parentElement);
  const verdict = element("p", answer, "", "verdict");
  const lines = element("div", answer);
  const quick = element("p", answer, "", "quick");
  const fault = element("p", answer, "", "fault");
  const acts = element("div", answer, undefined, "row");
  const layers = page.side.section("layers", "Layers", true);
  page.side.holder.insertBefore(layers.parentElement, document.getElementById("switches"));

  async function ask(what, said = {}) {
    asking = true;
    document.body.dataset.asking = "yes";
    try {
      const reply = await fetch(what, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...said, known }),
      });
      if (!reply.ok) throw new Error(`the server answers ${reply.status}`);
      take(await reply.json());
    } catch (error) {
      told(error instanceof TypeError ? "geo3d no longer answers: start it again" : error.message);
    } finally {
      asking = false;
      document.body.dataset.asking = "no";
    }
    next();
  }

  // Of what is asked while an answer is awaited, only the last drag counts; the rest keeps its order.
  const waiting = [];
  function next() {
    if (asking) return;
    if (wanted) { const said = wanted; wanted = null; ask("drag", said); return; }
    const first = waiting.shift();
    if (first) ask(...first);
  }
  function put(what, said) { waiting.push([what, said]); next(); }

  function told(text) {
    fault.textContent = text || "";
  }

  function take(reply) {
    told(reply.error);
    if (!reply.scene) return;
    state = reply.session;
    known = page.load(reply.scene);
    show();
  }

  function show() {
    const said = { seen: "VISIBLE", partly: "VISIBLE, NOT FULLY", hidden: "NOT VISIBLE" };
    verdict.textContent = said[state.verdict] || state.title;
    verdict.dataset.verdict = state.verdict || "";
    lines.replaceChildren();
    for (const line of state.lines) element("p", lines, line).dir = "auto";
    quick.textContent = state.quick ? "quick pass while it is dragged; the whole answer when it is let go" : state.told || "";
    const remarks = document.querySelector("#remarks > div");
    remarks.replaceChildren();
    for (const note of state.notes) element("p", remarks, note).dir = "auto";
    remarks.parentElement.hidden = !state.notes.length;
    document.body.dataset.verdict = state.verdict || "";
    document.body.dataset.quick = String(state.quick);
    undo.disabled = !state.undo && !state.quick;
    save.textContent = state.unsaved ? "save *" : "save";
    for (const turn of turns) turn.disabled = !state.observer && !state.target;
    list();
  }

  const undo = page.button("undo", () => put("undo"), acts);
  const save = page.button("save", () => put("save"), acts);
  page.button("choose anew", () => put("clear"), acts);
  const moved = () => last || state.target || state.observer;
  let last = null;
  const turns = [[15, "turn ↺"], [-15, "turn ↻"]].map(([by, text]) => page.button(text, () => put("turn", { id: moved(), by }), acts));
  const terrain = page.latch(acts, "move terrain", () => {});
  element("p", answer, "click: choose who looks, then whom at (shift: whom at); drag a model to move it", "help");

  const bar = element("progress", layers);
  bar.hidden = true;
  const stop = page.button("cancel", () => put("cancel"), layers);
  stop.hidden = true;
  const choices = element("div", layers, undefined, "row");
  let listed = "";
  let method = state.method;

  function list() {
    const heat = [...(state.observer ? [state.observer] : []), ...state.players];
    const wants = JSON.stringify([heat, state.observer, state.circles, state.layers]);
    if (wants === listed) return;
    listed = wants;
    choices.replaceChildren();
    for (const of of heat) page.button(`what ${of} sees`, () => long({ key: "heat", of, on: true }), choices);
    if (state.observer) page.button(`reach of ${state.observer}`, () => long({ key: "reach", of: state.observer, on: true }), choices);
    if (state.observer) {
      const against = page.button(`2D and 3D from ${state.observer}`, () => long({ key: "disagree", of: state.observer, method, on: true }), choices);
      against.title = "where the 2D method in the list beside and the meshes disagree";
      const methods = element("select", choices);
      methods.id = "methods";
      methods.setAttribute("aria-label", "2D method");
      for (const [name, title] of Object.entries(state.methods)) element("option", methods, title).value = name;
      methods.value = method;
      methods.addEventListener("change", () => { method = methods.value; });
    }
    for (const key of state.circles) {
      const made = page.button(key, () => put("layer", { key, on: !state.layers.includes(key) }), choices);
      made.setAttribute("aria-pressed", String(state.layers.includes(key)));
    }
    for (const key of ["heat", "disagree", "reach"]) if (state.layers.includes(key)) page.button(`no ${key}`, () => put("layer", { key, on: false }), choices);
  }

  function long(said) {
    put("layer", said);
    bar.hidden = stop.hidden = false;
    bar.removeAttribute("value");
    clearInterval(polling);
    polling = setInterval(async () => {
      if (asking || waiting.length) return;
      const reply = await (await fetch("progress")).json().catch(() => ({ working: false }));
      if (reply.of) { bar.max = reply.of; bar.value = reply.done; }
      if (reply.working) return;
      clearInterval(polling);
      bar.hidden = stop.hidden = true;
      if (reply.error) told(reply.error);
      else put("state");
    }, 150);
  }

  const figures = ["figure", "observer", "target"];
  function takes(hit, x, y) {
    if (!hit) return false;
    const { role, name, place } = hit.surface;
    if (!figures.includes(role) && !(terrain.on && role === "terrain")) return false;
    // The thing's origin stays under the same part of the pointer.
    const at = projected(page.camera, [place[12], place[13], place[14]], page.canvas.clientWidth, page.canvas.clientHeight);
    held = { id: name, dx: at[0] - x, dy: at[1] - y };
    last = name;
    return true;
  }
  function drag(x, y) {
    wanted = { id: held.id, start: page.camera.position, way: page.way(x + held.dx, y + held.dy) };
    next();
  }
  function drop() {
    put("drop", { id: held.id });
    held = null;
  }
  function click(hit, shift) {
    if (hit && figures.includes(hit.surface.role)) { last = null; put("pick", { id: hit.surface.name, target: shift }); }
  }

  show();
  return { takes, drag, drop, click };
}
