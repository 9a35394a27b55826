import { bundleSimulation } from './bundle.ts';
const m = await import(await bundleSimulation());
const world = process.argv[2] ?? 'wake';
const from = Number(process.argv[3] ?? 1),
  n = Number(process.argv[4] ?? 100);
const t2 = performance.now();
let ev = 0;
let f = 0;
let virt = 0;
const cov = new Map<string, number>();
for (let seed = from; seed < from + n; seed++) {
  const r = await m.runPlan(world, { seed });
  ev += r.events;
  virt += r.virtualMs;
  for (const [k, v] of r.coverage) cov.set(k, (cov.get(k) ?? 0) + v);
  if (r.violation) {
    f++;
    if (f < 6) console.log(seed, r.violation);
  }
}
const s = (performance.now() - t2) / 1000;
console.log({ ev, f, s, perS: n / s, evPerS: ev / s, virt });
console.log(Object.fromEntries([...cov].sort()));
process.exit(0);
