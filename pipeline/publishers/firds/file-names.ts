/** Names of ESMA's files: kind, day, and place among the parts of that day. */
export interface FirdsName {
  /** `DLTINS`, or `FULINS_` with the first letter of the CFI codes in it. */
  readonly group: string;
  readonly isFull: boolean;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly part: number;
  readonly of: number;
}

/** Reads a name such as `FULINS_D_20260117_01of03.zip`; null for any other. */
export function readFileName(name: string): FirdsName | null {
  const found = /^(DLTINS|FULINS_[A-Z])_(\d{4})(\d\d)(\d\d)_(\d\d)of(\d\d)\.(?:zip|xml)$/i.exec(name);
  if (found === null) return null;
  const [, group = '', year = '', month = '', date = '', part = '', of = ''] = found;
  return {
    group: group.toUpperCase(),
    isFull: group.length > 'DLTINS'.length,
    day: `${year}-${month}-${date}`,
    part: Number(part),
    of: Number(of),
  };
}

/** Parts that a group of one day lacks, such as "FULINS_D of 2026-01-17, part 2 of 3". */
export function missingParts(names: readonly FirdsName[]): readonly string[] {
  const sets = new Map<string, FirdsName[]>();
  for (const name of names) {
    const key = `${name.group} of ${name.day}`;
    sets.set(key, [...(sets.get(key) ?? []), name]);
  }
  return [...sets].flatMap(([key, parts]) => {
    const count = Math.max(...parts.map(({ of }) => of));
    const there = new Set(parts.filter(({ of }) => of === count).map(({ part }) => part));
    return Array.from({ length: count }, (_, at) => at + 1)
      .filter((part) => !there.has(part))
      .map((part) => `${key}, part ${part} of ${count}`);
  });
}
