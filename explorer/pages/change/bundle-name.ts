import { ApiError } from '../../../api/errors.ts';
import type { Evidence } from '../../evidence.ts';

/** Name of the file that the bundle of a change is downloaded as; the command that checks it names the same one. */
export const bundleName = (id: string): string => `${id.replaceAll(/[^\w-]+/g, '-')}.json`;

/** The bytes of a bundle that was made; else the refusal that states why there is none. */
export function bundleBytes(made: Awaited<ReturnType<Evidence['bundle']>>, id: string): Buffer {
  const command = `attestry explain ${id} --bundle FILE`;
  switch (made.kind) {
    case 'made':
      return made.bytes;
    case 'too_many':
      throw refused(`The token has ${made.observations} observations, too many for a page: ${command}`);
    case 'not_at_hand':
      throw refused(`This server does not store the bytes. Run this where they are stored: ${command}`);
    case 'not_public':
      throw refused('Key holders get this file: not all of its observations are public');
  }
}

const refused = (message: string): ApiError => new ApiError('not_found', message);
