import fc from 'fast-check';

/** Parts of a path: characters that may stand there as they are, and others in their percent form. */
const pathCharacter = fc.constantFrom(
  ..."abcxyzABCXYZ0189-._~!$&'()*+,;=:@".split(''),
  ...['%20', '%22', '%25', '%2F', '%3C', '%3F', '%00', '%7F', '%C3%A4', '%E2%82%AC', '%F0%9F%98%80'],
);
const segment = fc.string({ unit: pathCharacter, maxLength: 12 });

/**
 * Any `https` URL without a query. Replaces fast-check's `webUrl`, which first builds a table of all characters, in about one
 * second of each process.
 */
export const anyUrl: fc.Arbitrary<string> = fc
  .tuple(fc.domain(), fc.array(segment, { maxLength: 5 }))
  .map(([host, segments]) => ['https:/', host, ...segments].join('/'));
