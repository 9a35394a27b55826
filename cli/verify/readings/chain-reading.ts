import type { Around } from './around.ts';
import { findInCassette, type FoundInCassette } from './find-in-cassette.ts';
import { broken, given, type ReadAgain } from './outcome.ts';

/** Decodes the recorded answers of nodes again. */
export function readChainAgain({ observation, before }: Around, bytes: Buffer): ReadAgain {
  const found = findInCassette(observation, bytes, before);
  const why = texts[found];
  if (found === 'proven') return { state: 'proven', why };
  return found === 'found' ? given(why) : broken(why);
}

const texts: Readonly<Record<FoundInCassette, string>> = {
  found: 'the recorded answers give this value',
  proven: 'the recorded answers give this value, and the state root of the block proves it',
  not_found: 'the recorded answers do not give this value',
  not_proven: 'the recorded answers give this value, but the state root of the block does not prove it',
  not_readable: 'the bytes are no readable cassette',
};
