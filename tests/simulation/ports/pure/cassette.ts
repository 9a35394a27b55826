/** `pipeline/chain/cassette.ts`: equal texts have one cassette. */
import { parseCassette as realParseCassette } from '../../../../pipeline/chain/cassette.ts';
import { oncePerInput } from './once-per-input.ts';

export * from '../../../../pipeline/chain/cassette.ts';

export const parseCassette: typeof realParseCassette = oncePerInput(realParseCassette, (text, most) =>
  most === undefined ? text : null,
);
