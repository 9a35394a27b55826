/** In which order workers take the units of a run. */

export interface Unit {
  /** They run one after the other, in one worker. */
  readonly files: readonly string[];
  /** Units of one area load many of the same modules. */
  readonly area: string;
  /** CPU seconds. */
  readonly cost: number;
}

export interface Queue {
  readonly length: number;
  /** What the next unit of one worker is; undefined when there is none. */
  readonly forWorker: () => () => readonly string[] | undefined;
}

/**
 * A worker starts with the costliest unit that is left, then takes the costliest of the same area, whose modules it has loaded.
 * When none is left, it goes on in the area that has the most to do.
 */
export function queueOf(units: readonly Unit[]): Queue {
  const left = new Map<string, Unit[]>();
  const sorted = [...units].sort((a, b) => b.cost - a.cost);
  for (const unit of sorted) left.set(unit.area, [...(left.get(unit.area) ?? []), unit]);
  const costOf = (area: string): number => left.get(area)?.reduce((sum, { cost }) => sum + cost, 0) ?? 0;
  const take = (area: string): Unit | undefined => {
    const unit = left.get(area)?.shift();
    if (left.get(area)?.length === 0) left.delete(area);
    return unit;
  };
  const costliest = (of: (area: string) => number): string =>
    [...left.keys()].reduce((best, area) => (of(area) > of(best) ? area : best), [...left.keys()][0] ?? '');
  return {
    length: units.length,
    forWorker: () => {
      let area: string | null = null;
      return () => {
        if (area === null) area = costliest((name) => left.get(name)?.[0]?.cost ?? 0);
        else if (!left.has(area)) area = costliest(costOf);
        return take(area)?.files;
      };
    },
  };
}
