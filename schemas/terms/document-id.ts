import { sha256Hex } from '../values/hash.ts';

/** The id of the document at a declared address. */
export const documentIdOf = (url: string): string => sha256Hex(url);
