/** Files of feeds as fuzzed input: recorded files with bytes altered, before and after packing. */
import fc from 'fast-check';
import type { OpenFile, ParseResult, ParsedEntry, ParsedRow, SnapshotFile } from '../../../pipeline/ingest/feed.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { FuzzedInput, Verdict } from './input.ts';
import { type Edit, edited, edits, onlyEnds } from './edits.ts';
import { filesOf, packed, type Compression, recordedFiles } from './feed-files.ts';

interface AlteredFile {
  readonly file: string;
  /** Only files of GLEIF are read packed. */
  readonly packing: Compression;
  readonly edits: readonly Edit[];
  /** Of the packed bytes. */
  readonly packedEdits: readonly Edit[];
}

type Rows = ParseResult<ParsedRow | ParsedEntry>;

const packings: fc.Arbitrary<Pick<AlteredFile, 'packing' | 'packedEdits'>> = fc.oneof(
  fc.constant({ packing: 'plain' as const, packedEdits: [] }),
  fc.record({
    packing: fc.constantFrom('gzip' as const, 'zip' as const),
    packedEdits: fc.oneof(fc.constant([]), edits),
  }),
);

const inputs = fc
  .record({ file: fc.constantFrom(...recordedFiles.keys()), edits, how: packings })
  .map(({ file, edits: inner, how }): AlteredFile => {
    const isPacked = file.startsWith('gleif') && how.packing !== 'plain';
    if (!isPacked) return { file, packing: 'plain', edits: inner, packedEdits: [] };
    // Edits of the content and of the archive would hide each other.
    return { file, ...how, edits: how.packedEdits.length > 0 ? [] : inner };
  });

export const feedsInput: FuzzedInput<AlteredFile> = { name: 'feeds', inputs, judge };

async function judge(input: AlteredFile): Promise<Verdict> {
  const recordedFile = recordedFiles.get(input.file);
  if (recordedFile === undefined) return { outcome: 'unknown', problem: `no file ${input.file}` };
  const [first, ...rest] = filesOf(input.file);
  if (first === undefined) return { outcome: 'unknown', problem: 'no file' };
  const content = edited(first.bytes, input.edits);
  const bytes = edited(packed(content, input.packing), input.packedEdits);
  const files = [{ name: first.name, bytes }, ...rest];
  const result = await parse(recordedFile.feed, files);
  const again = await parse(recordedFile.feed, files, 997);
  if (canonicalJson(again) !== canonicalJson(result)) {
    return { outcome: 'differs', problem: `two parses differ: ${reasonOf(result)} / ${reasonOf(again)}` };
  }
  if (!result.ok) {
    const isSentence = /^\S.*\S$/s.test(result.reason) && result.reason.length < 2_000;
    return { outcome: 'refused', problem: isSentence ? null : `the reason is ${JSON.stringify(result.reason)}` };
  }
  const whole = await parse(recordedFile.feed, [first, ...rest]);
  return {
    outcome: 'accepted',
    problem: whole.ok ? silentLoss(input, whole, result, recordedFile.format) : whole.reason,
  };
}

const reasonOf = (result: Rows): string => (result.ok ? `${result.rows.length} rows` : result.reason);

/** Why rows of an accepted file are missing without a word; null if none are. */
function silentLoss(
  input: AlteredFile,
  whole: Extract<Rows, { ok: true }>,
  { rows, alarms }: Extract<Rows, { ok: true }>,
  format: 'csv' | 'xml' | 'json',
): string | null {
  const isCut = onlyEnds([...input.edits, ...input.packedEdits]);
  const present = new Set(rows.map((row) => canonicalJson(row)));
  const lost = whole.rows.filter((row) => !present.has(canonicalJson(row))).length;
  if (isCut && format !== 'csv' && lost > 0) return `cut off, and read without its last ${lost} rows`;
  if (isCut) {
    const kept = whole.rows.slice(0, Math.max(0, rows.length - 1));
    const isPrefix = kept.every((row) => present.has(canonicalJson(row)));
    return isPrefix ? null : 'cut off, and rows before the end are missing';
  }
  const added = alarms.filter((alarm) => !whole.alarms.includes(alarm)).length;
  const isSmall = input.edits.every((edit) => isLocal(edit)) && input.packedEdits.length === 0;
  const most = 2 * input.edits.length;
  return isSmall && lost > most && added === 0 ? `${lost} rows are missing or differ, without an alarm` : null;
}

function isLocal(edit: Edit): boolean {
  switch (edit.op) {
    case 'end':
      return false;
    case 'byte':
      return true;
    case 'put':
    case 'insert':
      return edit.times === 1;
    case 'cut':
    case 'copy':
      return edit.bytes <= 8;
  }
}

/** A feed's file as ingest reads it: reduced first, where it is too large for memory. */
async function parse(id: string, files: readonly SnapshotFile[], pieceBytes = 64 * 1024): Promise<Rows> {
  const feed = feeds.get(id);
  if (feed === undefined) throw new Error(`no feed ${id}`);
  if (feed.kind !== 'register' || feed.reduce === undefined) return feed.parse(files);
  const [file] = files;
  if (file === undefined) throw new Error('no file');
  const bytes = await feed.reduce(inPieces(file.bytes, pieceBytes), { kind: 'all' });
  return feed.parse([{ name: file.name, bytes }]);
}

const inPieces = (bytes: Buffer, size: number): OpenFile =>
  async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
