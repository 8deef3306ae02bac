"use strict";
// Before the first paint, so that a chosen theme never flashes. Without a choice the style sheet follows the system.
{
  const metas = [...document.querySelectorAll("meta[name=theme-color]")];
  const [light, dark] = metas.map((meta) => meta.content);
  window.setTheme = (theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    metas[0].content = theme === "dark" ? dark : light;
    metas[1].content = theme === "light" ? light : dark;
  };
  // A browser may forbid storage altogether.
  window.remembered = {
    get(name) { try { return localStorage.getItem(name) || ""; } catch { return ""; } },
    set(name, value) { try { localStorage.setItem(name, value); } catch { /* forgotten at the next page */ } },
  };
  const theme = window.remembered.get("theme");
  if (theme === "light" || theme === "dark") window.setTheme(theme);
}
