/** What others say about the time: dates of answers, and finalized blocks. */
export interface OutsideTime {
  /** Notes a time that something outside of this machine stated just now, milliseconds. */
  readonly note: (stated: number) => void;
  /** Whether one stated within the last hour agrees with the clock to within an hour. */
  readonly confirms: () => boolean;
}

const hourMs = 3_600_000;

export function createOutsideTime(clock: () => number): OutsideTime {
  let newest: { readonly at: number; readonly differs: number } | null = null;
  return {
    note: (stated) => {
      const at = clock();
      newest = { at, differs: Math.abs(stated - at) };
    },
    confirms: () => newest !== null && Math.abs(clock() - newest.at) <= hourMs && newest.differs <= hourMs,
  };
}
