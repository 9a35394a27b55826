/**
 * Counts the references since the last `<`, over the slices of a document, and says the highest number found so far:
 * neither a text nor a tag may hold a `<`, so this is an upper bound for every one of them. Linear in the slice.
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

/** Where the next `<` is; behind the slice when there is none. */
function endOf(slice: string, from: number): number {
  const at = slice.indexOf('<', from);
  return at < 0 ? slice.length : at;
}
