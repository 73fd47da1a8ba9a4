"use strict"
// The errors of Langevin dynamics and of Adaptive Langevin dynamics with η = 1 on a Gaussian
// posterior, as in pkg/exact: Gaussian.Langevin, Gaussian.AdL, FrozenXi, XiTime.
function errors(epsilon, dt, gamma, a, v) {
  var r = {}, q = a * dt * dt / 4, g = gamma * dt
  if (!(q < 1)) return r // unstable
  var t = Math.tanh(g / 2), s = epsilon * v * dt * dt / 2 / (1 - q)
  r.s = s
  r.langevin = epsilon * v * dt * dt / 4 * (1 / t + q / (1 - q) * t) - q
  if (!(s < 1)) return r // no stationary state
  var lo = g, hi = 2 * (g + s), x // = ξΔt solves tanh x (1 − g/x) = s
  function over(x) { return Math.tanh(x) * (x - g) > s * x }
  while (hi < Infinity && !over(hi)) hi *= 2
  for (; x = (lo + hi) / 2, s > 0 && lo < x && x < hi;) over(x) ? hi = x : lo = x
  x = lo
  var e = Math.expm1(-x), sinh = Math.sinh(x)
  r.xi = x / dt
  r.time = Math.min(1 / (gamma / r.xi / r.xi + s * dt / sinh / sinh), 10 * (gamma + s / dt))
  r.adl = -q - s / Math.tanh(x) * (1 - 2 * q) * e * e / (1 + Math.exp(-2 * x)) / 2
  return r
}
(function () {
  var form = document.getElementById("calculator"), svg = form.querySelector("svg")
  var axes = svg.dataset.axes.split(" ").map(Number), box = svg.viewBox.baseVal // see chart.Axes
  function put(name, text) { form.querySelector("[name=" + name + "]").value = text }
  function short(x, sign) {
    return x === undefined ? "none" : (sign && x > 0 ? "+" : "") +
      String(+x.toPrecision(3)).replace(/e\+?(.*)/, function (_, power) {
        return " · 10" + power.replace(/./g, function (c) { return "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)] })
      }).replace("-", "−")
  }
  function percent(x) { return short(x && 100 * x, true) + (x === undefined ? "" : " %") }
  function place(epsilon, error) { // in the picture
    return [axes[0] + axes[1] * Math.log10(epsilon), axes[2] + axes[3] * Math.log10(Math.abs(error))]
  }
  function show() {
    var x = ["n", "N", "dt", "gamma", "a", "v"].map(function (k) { return +form.elements[k].value })
    var n = x[0], N = x[1], epsilon = N * (N - n) / n
    var ok = x.every(function (v) { return v > 0 && v < 1e9 }) && n <= N
    function at(epsilon) { return ok ? errors(epsilon, x[2], x[3], x[4], x[5]) : {} }
    var r = at(epsilon), out = false
    put("epsilon", ok ? short(epsilon * x[2]) : "none")
    put("s", short(r.s)); put("xi", short(r.xi)); put("time", short(r.time) + (r.time ? " η" : ""))
    put("langevin", percent(r.langevin)); put("adl", percent(r.adl))
    ;["langevin", "adl"].forEach(function (name) {
      for (var d = "", k = 0; k <= 83; k++) {
        var e = Math.pow(10, k / 20), y = at(e)[name]
        if (y) d += (d ? "L" : "M") + place(e, y).map(function (v) { return v.toFixed(1) })
      }
      svg.querySelector("path." + name).setAttribute("d", d)
      var c = svg.querySelector("circle." + name), p = place(epsilon, r[name])
      p = [Math.max(axes[0], Math.min(p[0], box.width - 10)), Math.max(10, Math.min(p[1], axes[4]))]
      c.style.display = r[name] ? "" : "none"
      if (r[name]) {
        var far = "" + p != "" + place(epsilon, r[name])
        out = out || far; c.style.opacity = far ? 0.4 : 1
        c.setAttribute("cx", p[0]); c.setAttribute("cy", p[1])
      }
    })
    put("note", !ok ? "All six are positive, and n is at most Nd." :
      r.s === undefined ? "Unstable: aΔt² ≥ 4." :
        r.s >= 1 ? "AdL has no stationary state: s ≥ 1." : out ? "A point is outside the axes." : "")
  }
  form.oninput = show; form.onsubmit = function () { return false }
  form.hidden = false; show()
})()
