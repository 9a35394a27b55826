/**
 * Text for an error of the saxes parser. It continues "<file> line 7". `ended`: the error is at the end of the file; `open`
 * is then the innermost open element.
 */
export function parserErrorText(message: string, ended: boolean, open: string | null): string {
  if (message === 'document must contain a root element.') return 'holds no element: it is cut off or something else';
  if (ended && open !== null) return `ends inside <${open}>: the file is cut off`;
  if (ended) return 'ends inside a tag or a comment: the file is cut off';
  const known = words.find(([pattern]) => pattern.test(message));
  return known === undefined ? `is not well-formed XML: ${message.replace(/\.$/, '')}` : known[1];
}

const words: readonly (readonly [RegExp, string])[] = [
  [/^undefined entity/, 'refers to an entity that XML does not have'],
  [/^(?:unexpected close tag|unmatched closing tag)/, 'closes an element that is not the open one'],
  [/only one root/, 'goes on with another element after the end of the root element'],
  [/^text data outside of root node/, 'has text outside the root element'],
  [/^duplicate attribute/, 'has the same attribute twice in one tag'],
  [/^malformed character entity/, 'refers to a character that XML does not allow'],
  [/^disallowed character\.$/, 'holds a character that XML does not allow there'],
  [/doctype/, 'has a document type declaration (DOCTYPE), which this source never publishes'],
];
