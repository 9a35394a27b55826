/** An escape that is half of a surrogate pair, or one of the two halves of a pair. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

/** Parses JSON whose texts are Unicode. JSON itself allows half of a surrogate pair, which UTF-8 cannot state. Throws SyntaxError. */
export const parseWellFormedJson = (text: string): unknown =>
  JSON.parse(text, surrogateEscape.test(text) ? refuseHalves : undefined) as unknown;

function refuseHalves(key: string, value: unknown): unknown {
  if (key.isWellFormed() && (typeof value !== 'string' || value.isWellFormed())) return value;
  throw new SyntaxError('half of a surrogate pair is no text');
}
