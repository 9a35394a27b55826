/** Patterns that are made from texts while modules load. */

export interface MadePattern {
  readonly source: string;
  readonly flags: string;
}

/** Every pattern that is made until the task has ended. */
export async function patternsMade(task: () => Promise<unknown>): Promise<readonly MadePattern[]> {
  const made: MadePattern[] = [];
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct: (target, parts: readonly (string | undefined)[]) => {
      const [source = '', flags] = parts;
      const pattern = new target(source, flags);
      made.push({ source: pattern.source, flags: pattern.flags });
      return pattern;
    },
  });
  try {
    await task();
  } finally {
    globalThis.RegExp = original;
  }
  return made;
}
