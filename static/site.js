"use strict";
// Enhancements only: every page works without this file.
{
  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const { remembered, setTheme } = window;

  // ---- What a person prefers

  const preferences = one("#preferences");
  const theme = one("#theme");
  const shortcut = one("#shortcut");
  preferences.hidden = false;
  preferences.addEventListener("submit", (event) => event.preventDefault());
  theme.value = document.documentElement.dataset.theme || "";
  theme.addEventListener("change", () => {
    setTheme(theme.value);
    remembered.set("theme", theme.value);
  });
  shortcut.checked = remembered.get("shortcut") !== "off";
  shortcut.addEventListener("change", () => remembered.set("shortcut", shortcut.checked ? "on" : "off"));

  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || !shortcut.checked) return;
    if (event.target.closest("input, select, textarea, [contenteditable]")) return;
    event.preventDefault();
    one("#lookup").focus();
    one("#lookup").select();
  });

  window.addEventListener("beforeprint", () => all("details").forEach((details) => { details.open = true; }));

  // ---- Copy buttons

  const said = one("#said");
  let silence;
  const say = (text) => {
    // Emptied first, so that the same words are said again; emptying itself is not announced.
    said.textContent = "";
    clearTimeout(silence);
    setTimeout(() => { said.textContent = text; }, 50);
    silence = setTimeout(() => { said.textContent = ""; }, 4000);
  };
  const copier = (text, label) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = `Copy ${label}`;
    button.addEventListener("click", () => navigator.clipboard.writeText(text).then(
      () => say(`Copied: ${label}.`),
      () => say("The browser does not allow copying."),
    ));
    return button;
  };
  // Only where the page is served securely.
  if (navigator.clipboard) {
    all(".copies").forEach((list) => { list.hidden = false; });
    all("li[data-copy]").forEach((item) => item.append(copier(item.dataset.copy, item.dataset.label)));
    all("pre[data-copy]").forEach((pre) => {
      const block = document.createElement("div");
      block.className = "copyable";
      pre.replaceWith(block);
      block.append(copier(pre.textContent.trimEnd(), pre.dataset.label || "this"), pre);
    });
  }

  // ---- Instant filter: the rules of the server's form, without the round trip

  const form = one("#filter[role=search]");
  if (form && !form.hasAttribute("data-paged")) {
    const count = one("#count");
    let whole = form.hasAttribute("data-narrowed") ? null : Promise.resolve();
    let pause;

    // A narrowed page came with its own rows only; the others are fetched when somebody widens it.
    const complete = async () => {
      const release = form.release ? `?release=${form.release.value}` : "";
      const page = new DOMParser().parseFromString(await (await fetch(form.action + release)).text(), "text/html");
      for (const id of ["#codes", "#index"]) one(id).replaceWith(one(id, page));
    };

    const filter = async () => {
      whole ??= complete();
      await whole;
      const asked = [...new FormData(form)].filter(([, value]) => value.trim());
      const facets = asked.filter(([name]) => name !== "q" && name !== "release");
      const words = form.q.value.toLowerCase().split(/\s+/).filter(Boolean);
      const rows = all("#codes tr[data-text]");
      const shown = new Set();
      for (const row of rows) {
        const text = row.dataset.text.toLowerCase();
        row.hidden = !(facets.every(([name, value]) => row.getAttribute(`data-${name}`) === value)
          && words.every((word) => text.includes(word)));
        if (!row.hidden) shown.add(row.id);
      }
      all("#codes tbody").forEach((group) => { group.hidden = !one("tr[data-text]:not([hidden])", group); });
      all("#index li").forEach((item) => { item.hidden = !shown.has(item.dataset.index); });
      const query = new URLSearchParams(asked).toString();
      all("a[data-selection]").forEach((link) => { link.search = query; });
      one("#none").hidden = shown.size > 0;
      one("#codes").hidden = one("#by-name").hidden = shown.size === 0;
      one("#ask").search = new URLSearchParams({ q: form.q.value.trim() });
      one("#near")?.remove();
      // Once typing pauses: browsers limit how often the address may change, and a screen reader how much it can say.
      clearTimeout(pause);
      pause = setTimeout(() => {
        history.replaceState(null, "", query ? `?${query}` : location.pathname);
        count.textContent = `${shown.size} of ${rows.length} codes shown.`;
      }, 400);
    };
    const start = () => filter().catch(() => form.submit());

    form.addEventListener("input", start);
    form.addEventListener("submit", (event) => { event.preventDefault(); start(); });
    one("#reset").addEventListener("click", (event) => {
      event.preventDefault();
      for (const field of form.elements) if (field.type !== "hidden") field.value = "";
      start();
    });
  }
}
