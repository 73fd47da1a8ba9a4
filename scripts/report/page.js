// The ledger sorts and filters; details open for print. Everything is readable without this.
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
  filter.setAttribute("role", "group");
  filter.setAttribute("aria-label", "Show claims that");
  for (const reading of ["all", ...[...rank].reverse()]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = {
      all: "all", holds: "hold", range: "in a range", corrected: "corrected", partly: "in part",
      fails: "fail", open: "are open", nothing: "nothing to test",
    }[reading];
    button.setAttribute("aria-pressed", String(reading === "all"));
    button.addEventListener("click", () => {
      for (const b of filter.children) b.setAttribute("aria-pressed", String(b === button));
      for (const row of body.rows) row.hidden = reading !== "all" && row.dataset.reading !== reading;
    });
    filter.append(button);
  }
  filter.hidden = false;
  const show = () => {
    const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (row && row.hidden) filter.firstChild.click();
  };
  addEventListener("hashchange", show);
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    for (const d of closed) d.open = true;
    for (const i of document.images) i.loading = "eager";
  });
  addEventListener("afterprint", () => { for (const d of closed) d.open = false; });
})();
