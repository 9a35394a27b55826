/** Preloaded into a process: moves its clock CLOCK_SHIFT_MS ahead, in each of its threads. */
const shift = Number(process.env['CLOCK_SHIFT_MS']);
const RealDate = globalThis.Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, asked) =>
    Reflect.construct(target, given.length === 0 ? [target.now() + shift] : given, asked),
  apply: (target) => new target(target.now() + shift).toString(),
  get: (target, name, receiver) => (name === 'now' ? () => target.now() + shift : Reflect.get(target, name, receiver)),
});
