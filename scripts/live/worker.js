// After wasm_exec.js, in a worker of the page or of Node: computes a point with the module and the
// arguments that it is sent, and sends per cent of the work, errors, and then the table.
onmessage = async ({ data: { module, args } }) => {
  const go = new Go(), out = new TextDecoder(), err = new TextDecoder()
  let table = ""
  go.argv = ["live", ...args]
  go.exit = () => {}
  fs.writeSync = (file, bytes) => {
    if (file == 1) table += out.decode(bytes, { stream: true })
    else for (const line of err.decode(bytes, { stream: true }).trim().split("\n"))
      postMessage(/^\d+$/.test(line) ? { percent: +line } : { error: line })
    return bytes.length
  }
  await go.run(await WebAssembly.instantiate(module, go.importObject))
  postMessage({ table })
  close() // a timer of Go would fail
}
