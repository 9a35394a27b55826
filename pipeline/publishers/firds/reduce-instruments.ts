import type { OpenBytes } from '../../../infra/artifacts/pieces.ts';
import type { RegisterFeed } from '../../ingest/feed.ts';
import { differingRecords } from '../large-files/differing-records.ts';
import type { FileKind } from '../large-files/file-kind.ts';
import { FileRefused } from '../large-files/file-refused.ts';
import { reduceFile } from '../large-files/reduce-file.ts';
import { openContent } from '../large-files/unpack.ts';
import { deltaFile, deltaReport, fullFile } from './instrument-records.ts';

/** The instruments whose records differ between two files of one kind. */
export const differingInstruments: NonNullable<RegisterFeed['differing']> = async (before, after) =>
  differingRecords(await kindOf(after), before, after);

/** The report is named within the first kilobytes, behind the header of the message. */
const headBytes = 64 * 1024;

/** Reduces a full file or a delta to the requested instruments; the content of the file determines its kind. */
export const reduceInstruments: NonNullable<RegisterFeed['reduce']> = async (open, wanted, onRead) =>
  reduceFile(await kindOf(open), open, wanted, onRead);

/** A file that cannot be opened counts as a full one: reading it then gives the reason. */
async function kindOf(open: OpenBytes): Promise<FileKind> {
  try {
    const head = await headOf(await openContent(open));
    return head.includes(`${deltaReport}>`) ? deltaFile : fullFile;
  } catch (error) {
    if (error instanceof FileRefused) return fullFile;
    throw error;
  }
}

async function headOf(open: OpenBytes): Promise<string> {
  let head = Buffer.alloc(0);
  for await (const piece of open()) {
    head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)]);
    if (head.length >= headBytes) break;
  }
  return head.toString('latin1');
}
