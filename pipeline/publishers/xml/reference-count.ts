/**
 * Counts the references since the last `<` across the slices of a document, and returns the highest count so far. Neither a
 * text nor a tag may contain `<`, so this is an upper bound for each of them. Linear in the size of the slice.
 */
export function referenceCounter(): (slice: string) => number {
  let count = 0;
  let highest = 0;
  return (slice) => {
    let from = 0;
    let next = -1;
    for (let at = slice.indexOf('&'); at >= 0; at = slice.indexOf('&', at + 1)) {
      if (next < from) next = endOf(slice, from);
      if (next < at) count = 0;
      count += 1;
      highest = Math.max(highest, count);
      from = at + 1;
    }
    if (slice.includes('<', from)) count = 0;
    return highest;
  };
}

/** Offset of the next `<`; the length of the slice when there is none. */
function endOf(slice: string, from: number): number {
  const at = slice.indexOf('<', from);
  return at < 0 ? slice.length : at;
}
