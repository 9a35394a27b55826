import { dataFormat } from '../schemas/data-format.ts';

/** Data of another format than this build's. The message states what and the remedy. The process exits with 78. */
export class DataFormatError extends Error {
  override readonly name = 'DataFormatError';
}

/** What is opened, as the beginning of a sentence, and whether the settings name it by path or by URL. */
export interface StoredData {
  readonly what: string;
  readonly by: 'path' | 'url';
}

const remedies = { path: 'start with a new directory', url: 'use a new prefix and database' } as const;

/**
 * Call it only for data that are there and readable: a missing value is refused as well.
 * @param stored the number that was written with the data
 * @throws DataFormatError when it is not that of this build
 */
export function refuseOtherFormat(stored: unknown, data: StoredData): void {
  if (stored !== dataFormat) throw otherFormat(data);
}

/** The refusal of data that another build made. */
export const otherFormat = ({ what, by }: StoredData): DataFormatError =>
  new DataFormatError(`${what} was made by a build before 0.1.0; ${remedies[by]}.`);
