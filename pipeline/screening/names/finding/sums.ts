/** Scratch memory of look-ups, kept from one to the next. */

/** Masses by slot, each place of the name counted once. Cleared in the time of what was touched. */
export interface Sums {
  readonly start: (size: number) => void;
  readonly add: (at: number, place: number, mass: number) => void;
  readonly of: (at: number) => number;
  readonly touched: () => readonly number[];
}

export function createSums(): Sums {
  let masses = new Float64Array(0);
  let places = new Int16Array(0);
  let touched: number[] = [];
  return {
    start: (size) => {
      for (const at of touched) masses[at] = 0;
      for (const at of touched) places[at] = -1;
      touched = [];
      if (masses.length >= size) return;
      masses = new Float64Array(size * 2);
      places = new Int16Array(size * 2).fill(-1);
    },
    add: (at, place, mass) => {
      const before = places[at] ?? -1;
      if (before === place) return;
      if (before === -1) touched.push(at);
      places[at] = place;
      masses[at] = (masses[at] ?? 0) + mass;
    },
    of: (at) => masses[at] ?? 0,
    touched: () => touched,
  };
}

/** A set of small numbers that is emptied at once. */
export interface Marks {
  readonly start: (size: number) => void;
  readonly add: (id: number) => void;
  readonly has: (id: number) => boolean;
}

export function createMarks(): Marks {
  let marks = new Uint32Array(0);
  let current = 0;
  return {
    start: (size) => {
      current += 1;
      if (marks.length < size) marks = new Uint32Array(size * 2);
      if (current < 2 ** 32) return;
      marks.fill(0);
      current = 1;
    },
    add: (id) => {
      marks[id] = current;
    },
    has: (id) => marks[id] === current,
  };
}
