/** `pipeline/chain/decode-cassette.ts`: a cassette is replayed once. */
import { decodeCassette as realDecodeCassette } from '../../../../pipeline/chain/decode-cassette.ts';
import { oncePerObject } from './once-per-input.ts';

export * from '../../../../pipeline/chain/decode-cassette.ts';

export const decodeCassette = oncePerObject(realDecodeCassette);
