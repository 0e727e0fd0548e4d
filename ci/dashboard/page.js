(function () {
"use strict";
const byId = (id) => document.getElementById(id);
const root = document.documentElement;

// The theme: that of the system until somebody chooses. A page that may not
// keep anything, opened from a file say, forgets the choice.
const themes = ["system", "light", "dark"];
let theme = "system";
try { theme = localStorage.getItem("evctl-theme") || theme; } catch (e) { /* not kept */ }
function setTheme(name) {
  theme = themes.includes(name) ? name : "system";
  if (theme === "system") root.removeAttribute("data-theme"); else root.dataset.theme = theme;
  byId("theme").textContent = "Theme: " + theme;
}
byId("theme").addEventListener("click", () => {
  setTheme(themes[(themes.indexOf(theme) + 1) % themes.length]);
  try { localStorage.setItem("evctl-theme", theme); } catch (e) { /* not kept */ }
});
setTheme(theme);

// The filter: a row stays if it holds every word, in any case.
const rows = Array.from(document.querySelectorAll("table[data-rows] > tbody > tr"), (row) => ({ row, text: row.textContent.toLowerCase() }));
function filter() {
  const words = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const r of rows) {
    const stays = words.every((word) => r.text.includes(word));
    r.row.hidden = !stays;
    if (stays) shown++;
  }
  byId("matches").textContent = words.length ? shown + " of " + rows.length + " rows" : "";
}
byId("filter").addEventListener("input", filter);
byId("tools").addEventListener("submit", (event) => event.preventDefault());
byId("tools").hidden = false;
})();
