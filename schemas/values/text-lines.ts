/** The lines of a text, one by one: a text of line breaks alone has more lines than fit in memory. */
export function* textLines(text: string): Generator<string, undefined> {
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    yield text.slice(start, end);
    start = end + 1;
  }
  yield text.slice(start);
}
