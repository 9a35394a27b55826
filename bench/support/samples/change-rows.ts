import { createCipheriv } from 'node:crypto';
import { detectProcessor } from '../../../pipeline/changes/detect.ts';
import { createMemoryState } from '../../../infra/state/memory.ts';
import type { RowMapping } from '../../../pipeline/sink/row-mapping.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { baseline, readAgain } from './observations.ts';
import { makeWorld } from './world.ts';

/** Assets whose readings are really folded; the changes of all others are copies of theirs. */
const foldedAssets = 20;
/** Number of readings of the register. With the cells that differ in each, they give a hundred changes an asset. */
const readings = 42;
const share = 0.3;

/** Partition of rows that are on no log, so that they hide no later rows of a log. */
export const seededPartition = 9_999;

/** The changes of one reading of the register, for every asset that it changed. */
export interface ReadingRows {
  /** Rows of one asset, JSONCompactEachRow. */
  readonly rowsOf: (asset: { readonly assetId: string; readonly index: number }) => readonly string[];
}

/** Changes that the pipeline makes from readings of the register, in the order of detection. */
export function foldedChanges(times = readings): readonly Change[] {
  const world = makeWorld(foldedAssets);
  const state = createMemoryState();
  const changes: Change[] = [];
  let offset = 0;
  for (const values of [baseline(world), readAgain(world, times, share)]) {
    for (const value of values) {
      const timestamp = value.observedAt;
      const input = { topic: 'observations', partition: 0, offset: offset++, timestamp, value } as const;
      const result = detectProcessor.apply(state, input, new Map());
      for (const output of result.kind === 'ok' ? result.outputs : []) {
        if (output.topic === 'changes') changes.push(output.value);
      }
    }
  }
  return changes;
}

/**
 * Rows of a table of changes of any number of assets, reading by reading, spread over the time from `from` to `to`
 * (milliseconds): the row mapping's rows of folded changes with other ids and hashes.
 */
export function changeRows(mapping: RowMapping<'changes'>, from: number, to: number): readonly ReadingRows[] {
  const changes = foldedChanges();
  const assetIds = [...new Set(changes.map(({ assetId }) => assetId))];
  const times = [...new Set(changes.map(({ detectedAt }) => detectedAt))].sort((a, b) => a - b);
  let offset = 0;
  return times.map((time, reading) => {
    const at = Math.round(from + ((to - from) * (reading + 1)) / (times.length + 1));
    const ofReading = changes.filter(({ detectedAt }) => detectedAt === time);
    const templates = assetIds.map((assetId) =>
      ofReading.filter((change) => change.assetId === assetId).map((change) => templateOf(mapping, change, at)),
    );
    return {
      rowsOf: ({ assetId, index }) => {
        const hashes = hashesOf(index, reading);
        return (templates[index % templates.length] ?? []).map((template, number) =>
          rowOf(template, { assetId, offset: offset++, hashes, from: (1 + number * hashesPerChange) * hashLength }),
        );
      },
    };
  });
}

interface Template {
  readonly parts: readonly string[];
  /** The value that follows each part but the last. */
  readonly slots: readonly Slot[];
}

type Slot =
  | { readonly kind: 'asset' | 'offset' | 'group' }
  | { readonly kind: 'hash' | 'uuid' | 'short'; readonly at: number };

const hashLength = 64;
/** Number of different hashes in a row. */
const hashesPerChange = 12;
const unusedOffset = 8_888_888_888_888;
const token = new RegExp(
  [unusedOffset, '[0-9a-f]{64}', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', '(?<=:)[a-z2-7]{26}'].join('|'),
  'g',
);

/** The row of a change, moved in time, cut where the values of another change differ. */
function templateOf(mapping: RowMapping<'changes'>, change: Change, at: number): Template {
  const moved: Change = {
    ...change,
    detectedAt: at,
    knownAt: at,
    notableAt: change.notableAt === null ? null : at,
    revisedAt: at,
    assessment: { ...change.assessment, assessedAt: at },
  };
  const [row] = mapping.rowsOf(moved, { partition: seededPartition, offset: unusedOffset, timestamp: at });
  const text = JSON.stringify(row);
  const known = new Map<string, number>();
  const slotOf = (found: string): Slot => {
    if (found === String(unusedOffset)) return { kind: 'offset' };
    if (found === change.assetId) return { kind: 'asset' };
    if (found === change.groupId) return { kind: 'group' };
    const number = known.get(found) ?? known.size;
    known.set(found, number);
    const kind = found.length === hashLength ? 'hash' : found.includes('-') ? 'uuid' : 'short';
    return { kind, at: number * hashLength };
  };
  const slots = Array.from(text.matchAll(token), ([found]) => slotOf(found));
  if (known.size > hashesPerChange) throw new Error(`a row of a change has ${known.size} hashes`);
  return { parts: text.split(token), slots };
}

interface Place {
  readonly assetId: string;
  readonly offset: number;
  /** First the hash of the group, then those of the changes. */
  readonly hashes: string;
  readonly from: number;
}

function rowOf({ parts, slots }: Template, place: Place): string {
  let row = parts[0] ?? '';
  for (const [index, slot] of slots.entries()) row += textOf(slot, place) + (parts[index + 1] ?? '');
  return row;
}

function textOf(slot: Slot, { assetId, offset, hashes, from }: Place): string {
  const hashAt = (at: number): string => hashes.slice(from + at, from + at + hashLength);
  switch (slot.kind) {
    case 'asset':
      return assetId;
    case 'offset':
      return String(offset);
    case 'group':
      return uuidOf(hashes);
    case 'hash':
      return hashAt(slot.at);
    case 'uuid':
      return uuidOf(hashAt(slot.at));
    case 'short':
      return shortOf(hashAt(slot.at));
  }
}

const uuidOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;

const shortLength = 26;
/** Base32 has neither of these digits. */
const shortOf = (hex: string): string =>
  hex.slice(0, shortLength).replace(/[0189]/g, (digit) => String.fromCharCode(103 + Number(digit)));

const zeroes = Buffer.alloc(8 * 1024);

/** Pseudo-random like hashes, and the same in every run. */
function hashesOf(asset: number, reading: number): string {
  const counter = Buffer.alloc(16);
  counter.writeUInt32BE(asset, 0);
  counter.writeUInt32BE(reading, 4);
  return createCipheriv('aes-128-ctr', counter, counter).update(zeroes).toString('hex');
}
