import fc from 'fast-check';

const surrogates = { from: 0xd800, count: 0x800 } as const;

/**
 * Any character of Unicode, as a unit of `fc.string`. The one of fast-check, `binary`, first makes a table of them all,
 * which takes a second.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map((place) => String.fromCodePoint(place < surrogates.from ? place : place + surrogates.count), placeOf);

/** Lets fast-check put texts of its own among the random ones, like the names of members that every object has. */
function placeOf(text: unknown): number {
  const [character, ...others] = typeof text === 'string' ? Array.from(text) : [];
  const code = character?.codePointAt(0) ?? surrogates.from;
  const after = code - surrogates.from;
  if (others.length > 0 || (after >= 0 && after < surrogates.count)) throw new Error('not one character');
  return after < 0 ? code : code - surrogates.count;
}
