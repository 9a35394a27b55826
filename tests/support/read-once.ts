import { readBytes } from '../../infra/reading/readers/read-bytes.ts';
import { sharedBytes } from './shared-data.ts';

type Read = Awaited<ReturnType<typeof readBytes>>;

const known = new Map<string, Promise<Read>>();

/** Reads a document beside the repository in this process. Test files of one process share the readings. */
export function readOnce(path: string): Promise<Read> {
  const read = known.get(path) ?? readBytes(sharedBytes(path), { class: null, charset: null });
  known.set(path, read);
  return read;
}
