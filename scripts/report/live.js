"use strict"
{ // computes a point of a figure by the WebAssembly of live.js, in a worker
  let parts // of live.js, once it is asked for
  const load = () => parts ??= new Promise((done, fail) => {
    const script = document.createElement("script")
    window.live = done
    script.src = "live.js"
    script.onerror = () => { parts = null; fail(new Error("There is no live.js beside this page.")) }
    document.head.append(script)
  }).then(async (packed) => {
    const get = (name) => fetch("data:text/javascript;base64," + packed[name])
    const zip = (await get("wasm")).body.pipeThrough(new DecompressionStream("gzip"))
    return {
      module: await WebAssembly.compileStreaming(
        new Response(zip, { headers: { "Content-Type": "application/wasm" } })),
      url: URL.createObjectURL(await (await get("worker")).blob()),
      golden: async (figure) => rows(await (await get(figure)).text())
    }
  })
  const rows = (csv) => {
    const [head, ...lines] = csv.trim().split("\n"), names = head.split(",")
    return lines.map((line) => {
      const cells = line.split(",")
      const row = { line, key: cells.slice(0, names.indexOf("value")).join() }
      names.forEach((name, i) => row[name] = cells[i])
      return row
    })
  }
  const short = (x) => String(+(+x).toPrecision(4)).replace("-", "−")
  const number = (row) => short(row.value) + " ± " + short(row.stderr)
  // tell says in a line what the rows are, beside the committed ones.
  const tell = (all, golden) => {
    const other = []
    let known = 0
    const texts = all.filter((row) => row.source == "simulation").map((row) => {
      const was = golden.find((g) => g.key == row.key && g.source == row.source)
      const exact = row.exact || all.find((r) => r.key == row.key && r.source == "prediction")?.value
      if (was) was.line == row.line ? known++ : other.push(number(was))
      return row.quantity.replace("xi", "ξ").replace("L1", "L¹ error") + " " + number(row) + (exact ?
        ` (${row.exact ? "exact" : "predicted"} ${short(exact)})` : "")
    })
    return `${texts.join(", ")}; ${all[0].status}. ` + (other.length ? `Committed: ${other.join(", ")}.` :
      known ? "The same bits as committed." : "No committed number.")
  }
  // mark draws a hollow mark on the panels that have the row, and returns what to say if none has.
  const mark = (form, row) => {
    const img = form.parentElement.querySelector("figure img")
    const box = img.closest(".marked") ?? document.createElement("span")
    if (!box.className) {
      box.className = "marked"
      img.replaceWith(box)
      box.append(img)
    }
    box.querySelectorAll("i").forEach((i) => i.remove())
    const place = (a, x) => {
      const at = a.log ? Math.log(x / a.min) / Math.log(a.max / a.min) : (x - a.min) / (a.max - a.min)
      return at >= 0 && at <= 1 ? 100 * (a.from + at * (a.to - a.from)) + "%" : null
    }
    const panels = JSON.parse(form.dataset.panels || "[]")
    for (const p of panels) {
      const title = p.title.replace(/[$\\]|,.*/g, ""), label = p.x.label.replace(/[$\\]/g, "")
      if (![row.method, "xi " + row.friction, "n = " + row.n, "K = " + row.K, ""].includes(title)) continue
      const x = { "varepsilon(n)": row.epsilon, "varepsilon(n)Delta t": row.epsilon * row.dt, K: row.K }[label]
      const left = place(p.x, x), y = p.y.log && row.quantity != "L1" ? Math.abs(row.value) : row.value
      const top = place(p.y, y), i = document.createElement("i")
      if (left && top) box.append(Object.assign(i, { style: `left:${left};top:${top}` }))
    }
    return panels.length && !box.querySelector("i") ? " Outside the axes." : ""
  }
  if (window.DecompressionStream && window.WebAssembly?.compileStreaming) for (const form of document.querySelectorAll("form.live")) {
    const [out, bar, stop] = ["output", "progress", "[type=button]"].map((s) => form.querySelector(s))
    let worker
    const end = (text) => {
      worker?.terminate()
      worker = null
      bar.hidden = stop.hidden = true
      out.value = text
    }
    form.onsubmit = async (event) => {
      event.preventDefault()
      end("")
      bar.hidden = stop.hidden = false
      bar.value = 0
      const args = [form.dataset.figure, ...[...new FormData(form)].map(([k, v]) => k + "=" + v)]
      let mine = worker = { terminate() {} } // to stop before there is a worker
      try {
        const { module, url, golden } = await load(), begun = performance.now()
        if (worker != mine) return
        mine = worker = new Worker(url)
        mine.onerror = (e) => worker == mine && end(e.message)
        mine.onmessage = async ({ data: { percent, error, table } }) => {
          if (worker != mine) return
          if (percent) bar.value = percent
          else if (error) end(error.replace("-set ", ""))
          else {
            const seconds = (performance.now() - begun) / 1e3, all = rows(table).filter((row) => row.method)
            const was = await golden(args[0])
            if (worker == mine) end(tell(all, was) + mark(form, all[0]) + ` ${seconds.toFixed(1)} s.`)
          }
        }
        mine.postMessage({ module, args })
      } catch (e) { if (worker == mine) end(e.message) }
    }
    stop.onclick = () => { end("Stopped."); form.querySelector("[type=submit]").focus() }
    form.hidden = false
  }
}
