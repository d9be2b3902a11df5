// The panel: why, switches for what is drawn, the readings of the rules. All ids are put in as text.
function panel(look) {
  const hidden = new Set();
  const seen = new Set();
  const holder = document.getElementById("details");
  const isHidden = (group) => hidden.has(group) || (group.includes("/") && hidden.has(group.split("/")[0]));

  function section(name, title, open) {
    const made = element("details", holder);
    made.id = name;
    made.open = open;
    element("summary", made, title);
    return element("div", made);
  }

  const why = section("why", "Why", true);
  const switches = section("switches", "Shown", true);
  const readings = section("readings", "Readings of the rules", false);
  const remarks = section("remarks", "Notes", false);
  let listed = "";

  function toggle(key, text, on) {
    const row = element("label", switches);
    const box = element("input", row);
    box.type = "checkbox";
    box.checked = on;
    box.dataset.group = key;
    row.append(text);
    box.addEventListener("change", () => {
      if (box.checked) hidden.delete(key);
      else hidden.add(key);
      look();
    });
  }

  function rows(parent, texts) {
    parent.replaceChildren();
    for (const text of texts) element("p", parent, text).dir = "auto";
    parent.parentElement.hidden = !texts.length;
  }

  function load(scene) {
    rows(why, scene.reason ? [scene.reason] : []);
    rows(readings, scene.settings.map(([name, value]) => `${name}: ${value}`));
    rows(remarks, scene.notes);
    for (const group of scene.groups) {
      // Whoever switched something off or on finds it so when it comes again.
      if (!seen.has(group.key) && !group.shown) hidden.add(group.key);
      seen.add(group.key);
    }
    const now = JSON.stringify(scene.groups);
    if (now === listed) return;
    listed = now;
    switches.replaceChildren();
    for (const group of scene.groups) toggle(group.key, group.text, !hidden.has(group.key));
    switches.parentElement.hidden = !scene.groups.length;
  }

  // Whether anything of a group, or of its parts, is shown.
  function isShown(group) {
    if (!group) return true;
    const parts = [...seen].filter((key) => key === group || key.startsWith(`${group}/`));
    return parts.some((key) => !isHidden(key));
  }

  return { load, isHidden, isShown, holder, section };
}
