/** Tokens of makers whose creation code is stored, one of most forms: `npx tsx tests/support/chain/write-makers.ts` compiles it. */
import { madeToken } from './makers.ts';
import type { MadeToken } from './made-token.ts';

/** Each form of an issuer, and of the libraries those that differ most in how they come to their code and powers. */
const seeds = [22, 1, 2, 3, 4, 5, 6, 7, 8, 14, 16, 17, 19, 20, 21];
export const keptMakers: readonly MadeToken[] = seeds.map(madeToken);

/** Creation code by name of the token, `0x` and hex digits. */
export const keptMakersFile = new URL('../../../fixtures/contracts/makers.json', import.meta.url);
