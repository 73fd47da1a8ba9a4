// Opens the page in Chromium and prints what is wrong with it, a line each; exits with 1 if there is
// something.
//
//	node check.mjs CHROMIUM PAGE [FOLDER FOR SCREENSHOTS]
//
// calculations.json has settings of the calculator with their results.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [executablePath, file, shots] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const calculations = JSON.parse(readFileSync("calculations.json", "utf8"));
const wrong = [];
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
for (const { width, colorScheme } of [
  { width: 390, colorScheme: "light" },
  { width: 1400, colorScheme: "dark" },
  ...(shots ? [{ width: 1400, colorScheme: "light" }] : []),
]) {
  const name = `${width} ${colorScheme}`;
  const say = (text) => wrong.push(`${name}: ${text}`);
  const context = await browser.newContext({
    viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce",
  });
  context.setDefaultTimeout(120_000); // of a loaded machine
  const page = await context.newPage();
  page.on("console", (m) => { if (["error", "warning"].includes(m.type())) say(`console: ${m.text()}`); });
  page.on("requestfailed", (r) => say(`request failed: ${r.url()}`));
  page.on("request", (r) => {
    if (!/^(file|data|blob):/.test(r.url())) say(`a request to the network: ${r.url()}`);
  });
  await page.goto(pathToFileURL(file).href, { waitUntil: "load" });
  const broken = await page.evaluate(async () => {
    const list = [];
    for (const i of document.images) {
      i.loading = "eager";
      try { await i.decode(); } catch { list.push(i.src); }
    }
    return list;
  });
  for (const b of broken) say(`a picture is not shown: ${b}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) say(`the page is ${wide} pixels wider than the window`);
  const screens = await page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
  if (width === 1400 && screens > 36) say(`the page is ${screens} screens high`);
  const words = await page.evaluate(() => {
    const count = (e) => e.innerText.split(/\s+/).filter((w) => /[\p{L}\d]/u.test(w)).length;
    return [...document.querySelectorAll("form.live")].reduce((n, f) => n - count(f), count(document.body));
  });
  if (words > 6000) say(`the page shows ${words} words`);
  const miscalculated = await page.evaluate((calculations) => {
    const form = document.getElementById("calculator"), list = [];
    const shown = (name) => { // the number in an output
      const text = form.elements[name].value.replace("−", "-").replace(/ · 10(.*)/, (_, power) =>
        "e" + power.replace(/[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (c) => "-0123456789"["⁻⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c)]));
      return text === "none" ? null : parseFloat(text) / (/%/.test(text) ? 100 : 1);
    };
    const far = (x, want, error) =>
      want === null ? x != null : !(Math.abs(x - want) <= error * Math.abs(want));
    for (const [n, N, dt, gamma, a, v, ...wants] of calculations) {
      Object.entries({ n, N, dt, gamma, a, v }).forEach(([k, x]) => { form.elements[k].value = x; });
      form.dispatchEvent(new Event("input"));
      const result = errors(N * (N - n) / n, dt, gamma, a, v);
      ["s", "xi", "time", "langevin", "adl"].forEach((name, i) => {
        if (far(result[name], wants[i], 1e-9) || far(shown(name), wants[i], 0.006)) {
          list.push(`n = ${n}, Nd = ${N}, dt = ${dt}, gamma = ${gamma}, a = ${a}, Sigma = ${v}: ` +
            `${name} is ${result[name]}, shown as ${shown(name)}, not ${wants[i]}`);
        }
      });
    }
    form.reset();
    form.dispatchEvent(new Event("input"));
    return list;
  }, calculations);
  for (const m of miscalculated) say(m);
  const small = await page.evaluate(() => [...document.images]
    .map((i) => [i, Math.min(i.clientWidth / i.naturalWidth, i.clientHeight / i.naturalHeight)])
    .filter(([, scale]) => scale * 300 / 72 * 8 < 9) // texts of 8 points, 300 dots per inch
    .map(([i]) => i.src));
  for (const s of small) say(`texts are smaller than 9 pixels in ${s}`);
  if (shots) {
    const stem = `${shots}/${width}-${colorScheme}`;
    await page.screenshot({ path: `${stem}.png` });
    await page.locator("section[aria-labelledby=findings]").screenshot({ path: `${stem}-findings.png` });
    await page.locator("section.figure").nth(6).screenshot({ path: `${stem}-figure.png` });
    await page.locator("#claims").screenshot({ path: `${stem}-statements.png` });
  }

  // points are computed, by keyboard, and stop
  for (const form of await page.locator("form.live").all()) {
    const figure = await form.getAttribute("data-figure"), output = form.locator("output");
    const compute = form.getByRole("button", { name: "Compute here" });
    const value = () => output.evaluate((o) => o.value);
    const press = async (fields, want) => {
      for (const [name, value] of Object.entries(fields)) await form.locator(`[name=${name}]`).fill(value);
      await output.evaluate((o) => { o.value = ""; });
      await compute.focus();
      await page.keyboard.press("Enter");
      await page.waitForFunction((o) => o.value, await output.elementHandle()).catch(() => {});
      const told = await value();
      if (!told.includes(want)) say(`${figure} with ${JSON.stringify(fields)}: ${told}`);
    };
    await press({}, "The same bits as committed.");
    await press({ n: "7", dt: "5e-3" }, "No committed number.");
    const panels = await form.getAttribute("data-panels"), mark = page.locator(`#${figure} .marked i`);
    if (panels && !(await mark.count()) && !/axes/.test(await value())) say(`${figure}: no mark`);
    await press({ n: "0" }, "expected an integer (at least 1), got 0");
    await form.locator("[name=n]").fill("100");
    await form.locator("[name=dt]").fill("1e-5");
    await compute.click();
    await form.locator("progress").waitFor();
    const begun = Date.now();
    await form.getByRole("button", { name: "Stop" }).click();
    if (await value() !== "Stopped." || await form.locator("progress").isVisible()) {
      say(`${figure} does not stop: ${await value()}`);
    }
    if (Date.now() - begun > 5000) say(`${figure} stops in ${Date.now() - begun} ms`);
  }

  // a picture opens large
  const picture = page.locator("section.figure figure a").first();
  if (!/\.png$/.test(await picture.getAttribute("href"))) say("a picture does not open large");

  await page.evaluate(() => { for (const d of document.querySelectorAll("details")) d.open = true; });
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  for (const v of violations) {
    say(`axe, ${v.impact}: ${v.id}: ${v.help}: ${v.nodes.length} times, as ${v.nodes[0].html.slice(0, 200)}`);
  }
  if (shots && width === 1400 && colorScheme === "light") {
    await page.evaluate(() => { for (const d of document.querySelectorAll("details")) d.open = false; });
    const print = await page.pdf({ path: `${shots}/print.pdf`, format: "A4" });
    const pages = print.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
    if (pages > 12) say(`print takes ${pages} pages`);
  }
  await context.close();
}
await browser.close();
for (const w of wrong) console.log(w);
process.exit(wrong.length ? 1 : 0);
