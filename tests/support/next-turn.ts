/** Resolves once all promise callbacks that were due have run, and those that they made due. Timers and sockets do not run. */
export async function nextTurn(): Promise<void> {
  // From a callback of a timer, ticks run before promise callbacks; from a promise callback, after all of them.
  await Promise.resolve();
  await new Promise<void>((resolve) => process.nextTick(resolve));
}
