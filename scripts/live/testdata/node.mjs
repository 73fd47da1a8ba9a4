// node node.mjs LIVE.JS ARGUMENT... computes a point as the worker of the page does.
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
const [, , path, ...args] = process.argv
globalThis.postMessage = ({ table, error }) => {
  if (table) process.stdout.write(table)
  if (error) console.error(error)
}
globalThis.onmessage = null
globalThis.close = () => process.exit()
globalThis.live = async ({ wasm, worker }) => {
  (0, eval)(Buffer.from(worker, "base64").toString())
  onmessage({ data: { module: await WebAssembly.compile(gunzipSync(Buffer.from(wasm, "base64"))), args } })
}
(0, eval)(readFileSync(path, "utf8"))
