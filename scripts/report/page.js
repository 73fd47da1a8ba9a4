// All claims can be sorted, searched and filtered; the address keeps the choice. A figure shows one
// time step or all. Links open the details that they lead into. Everything is readable without this.
(() => {
  const table = document.getElementById("claims");
  const body = table.tBodies[0];
  const rank = ["fails", "partly", "open", "corrected", "range", "holds", "nothing"];
  const value = (row, key) => key === "reading" ? rank.indexOf(row.dataset.reading) : Number(row.dataset[key]);
  for (const th of table.tHead.rows[0].cells) {
    const key = th.dataset.sort;
    if (!key) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = th.textContent;
    button.title = "Sort by " + th.textContent.toLowerCase();
    th.replaceChildren(button);
    addEventListener("beforeprint", () => th.replaceChildren(button.textContent));
    addEventListener("afterprint", () => th.replaceChildren(button));
    button.addEventListener("click", () => {
      const down = th.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      th.setAttribute("aria-sort", down ? "descending" : "ascending");
      const sign = down ? -1 : 1;
      const rows = [...body.rows].sort((a, b) =>
        sign * (value(a, key) - value(b, key)) || a.dataset.order - b.dataset.order);
      body.append(...rows);
    });
  }

  const filter = document.getElementById("filter");
  const count = document.getElementById("count");
  const fields = {};
  const field = (name, label, input) => {
    const l = document.createElement("label");
    l.append(label + " ", input);
    filter.append(l);
    input.name = name;
    fields[name] = input;
    input.addEventListener("input", () => apply(true));
  };
  const search = document.createElement("input");
  search.type = "search";
  field("text", "Search", search);
  const choice = (name, label, words) => {
    const select = document.createElement("select");
    select.add(new Option("all", ""));
    const there = new Set([...body.rows].map((r) => r.dataset[name]).filter((v) => v));
    for (const v of there) select.add(new Option(words(v), v));
    field(name, label, select);
  };
  const words = {
    holds: "hold", range: "hold in a range", corrected: "hold corrected", partly: "hold in part",
    fails: "fail", open: "are open", nothing: "leave nothing to test",
  };
  choice("reading", "Verdict", (v) => words[v]);
  choice("section", "Section", (v) => v);
  choice("cause", "Cause", (v) => v);
  const apply = (write) => {
    const wanted = fields.text.value.trim().toLowerCase();
    let shown = 0;
    for (const row of body.rows) {
      row.hidden = wanted !== "" && !row.textContent.toLowerCase().includes(wanted) ||
        ["reading", "section", "cause"].some((k) => fields[k].value !== "" && row.dataset[k] !== fields[k].value);
      if (!row.hidden) shown++;
    }
    count.textContent = `${shown} of ${body.rows.length} claims are shown`;
    if (!write) return;
    const query = new URLSearchParams();
    for (const k in fields) if (fields[k].value !== "") query.set(k, fields[k].value);
    const text = query.toString();
    try {
      history.replaceState(null, "", (text ? "?" + text : location.pathname) + location.hash);
    } catch { /* some browsers refuse this to files */ }
  };
  const query = new URLSearchParams(location.search);
  for (const k in fields) if (query.has(k)) fields[k].value = query.get(k);
  filter.addEventListener("submit", (e) => e.preventDefault());
  filter.hidden = false;
  apply(false);

  for (const list of document.querySelectorAll(".only")) {
    const picture = list.closest("section").querySelector("figure img");
    list.addEventListener("click", (e) => {
      const link = e.target.closest("a");
      if (!link) return;
      e.preventDefault();
      picture.src = link.href;
      for (const a of list.querySelectorAll("a")) a.removeAttribute("aria-current");
      link.setAttribute("aria-current", "true");
    });
  }

  const show = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.hidden) {
      for (const k in fields) fields[k].value = "";
      apply(true);
    }
    for (let d = target.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", show);
  if (location.hash) show();
  addEventListener("beforeprint", () => { for (const i of document.images) i.loading = "eager"; });
})();
