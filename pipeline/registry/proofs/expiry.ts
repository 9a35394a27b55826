import { parseTimestamp } from '../../../schemas/values/timestamp.ts';

/** Every line break that a wallet may show as one. */
const lineBreaks = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** A line that a reader takes for the end of validity, whatever bullet, space or invisible character comes first. */
const likeExpiry = /^[^\p{L}\p{N}]*(?:expir|valid|not[^\p{L}\p{N}]*after)[^:]*:/iu;

/** The lines that are understood. */
const expiry = /^\s*(?:expires(?: at| on)?|(?:expiry|expiration)(?: date| time)?|valid until|not after)\s*:(.*)$/i;

/**
 * Why a text was no longer valid at a time, in milliseconds; null when it was. A line that begins like an expiry but is
 * not understood is refused: the signer may have meant the proof to end.
 */
export function expiryProblem(text: string, at: number): string | null {
  for (const raw of text.split(lineBreaks)) {
    // Compatibility forms and invisible characters look like the plain ones.
    const line = raw.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
    if (!likeExpiry.test(line)) continue;
    const stated = expiry.exec(line)?.[1]?.trim();
    if (stated === undefined) {
      return `has a line that begins like an expiry and is not understood: ${JSON.stringify(raw.slice(0, 100))}; write "Expires: <ISO 8601 date-time>"`;
    }
    const end = parseTimestamp(stated);
    if (end === null) return `states an expiry that is not an ISO 8601 date-time: ${JSON.stringify(stated)}`;
    if (end < at) return `expired at ${stated}, before the proof was made`;
  }
  return null;
}
