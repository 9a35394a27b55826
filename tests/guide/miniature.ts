/**
 * Attestry's whole pipeline in memory, on one partition: the folds of production, connected by a list instead of a log. An
 * appended record is passed to every processor that reads its topic, and their outputs are appended in turn, until there
 * is no further output.
 */
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { needOf } from '../../pipeline/ingest/artifact-bytes.ts';
import { captureIdOf } from '../../pipeline/ingest/snapshot-ids.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import { planImport } from '../../pipeline/registry/import/plan-import.ts';
import { planObservations } from '../../pipeline/registry/import/plan-observations.ts';
import { snapshotOf } from '../../pipeline/registry/snapshot.ts';
import { emit, type Output } from '../../pipeline/runtime/processor.ts';
import type { PlacedObservation } from '../../cli/verify/evidence/refold.ts';
import type { DocumentCapture, FeedCapture, Observation } from '../../schemas/generated/records.ts';
import type { TopicName, ValueOf } from '../../schemas/topics.ts';
import { sha256Hex } from '../../schemas/values/hash.ts';
import { fixturePath } from '../support/fixture-path.ts';
import { readersOf } from './readers-of-topics.ts';

/** Latest date in the guide. */
const today = Date.parse('2026-11-01T00:00:00Z');

interface FeedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface Miniature {
  /** Appends a record and all outputs that follow from it. */
  readonly append: <T extends TopicName>(topic: T, value: ValueOf<T>, timestamp: number) => void;
  /** Appends the capture of a file from `tests/fixtures` that a feed published on a date. */
  readonly capture: (feed: string, file: string, asOf: string) => void;
  /** The same of bytes; `asOf` in milliseconds. */
  readonly captureBytes: (feed: string, file: string, bytes: Buffer, asOf: number) => void;
  /** The same of a feed that publishes several files at once. */
  readonly captureFiles: (feed: string, files: readonly FeedFile[], asOf: number) => void;
  /** The same of a feed whose files are reduced to the LEIs that are followed. */
  readonly captureReduced: (feed: string, file: string, asOf: string, wanted: readonly string[]) => Promise<void>;
  /** Appends the capture of a declared document; `artifacts` has its bytes, its reading and its profiles by their hash. */
  readonly captureDocument: (capture: DocumentCapture, artifacts: ReadonlyMap<string, Buffer>) => void;
  /** Imports observations: lines of `attestry observe`. */
  readonly observe: (lines: readonly object[]) => void;
  /** Declares parties and assets: lines of `attestry registry import`. */
  readonly declare: (lines: readonly object[], asOf: string) => void;
  /** Bytes of all captures by their sha256; of reduced files under their own. */
  readonly artifacts: ReadonlyMap<string, Buffer>;
  /** Values of a topic, oldest first. */
  readonly values: <T extends TopicName>(topic: T) => readonly ValueOf<T>[];
  /** The observations with their places on the log. */
  readonly placed: () => readonly PlacedObservation[];
}

export function createMiniature(): Miniature {
  const log: Output[] = [];
  const ends = new Map<TopicName, number>();
  const artifacts = new Map<string, Buffer>();
  const readers = readersOf(artifacts);

  const append = (record: Output): void => {
    const offset = ends.get(record.topic) ?? 0;
    ends.set(record.topic, offset + 1);
    log.push(record);
    for (const read of readers[record.topic] ?? []) {
      for (const output of read({ ...record, partition: 0, offset })) append(output);
    }
  };

  const values = <T extends TopicName>(topic: T): readonly ValueOf<T>[] =>
    log.filter((record) => record.topic === topic).map(({ value }) => value as unknown as ValueOf<T>);

  const artifactOf = (name: string, bytes: Buffer): FeedCapture['artifacts'][number] => ({
    name,
    sha256: sha256Hex(bytes),
    bytes: bytes.length,
    url: null,
    contentType: null,
    etag: null,
    lastModified: null,
  });

  const appendCapture = (feed: string, files: readonly FeedFile[], asOf: number, wanted: readonly string[]): void => {
    const content = { feed, asOf, artifacts: files.map(({ name, bytes }) => artifactOf(name, bytes)) };
    const value = { captureId: captureIdOf(content), ...content, obtained: 'imported', force: false, wanted };
    append(emit('feed.captures', value, Math.max(today, asOf)));
  };

  const captureFiles: Miniature['captureFiles'] = (feed, files, asOf) => {
    for (const { bytes } of files) artifacts.set(sha256Hex(bytes), bytes);
    appendCapture(feed, files, asOf, []);
  };

  const captureBytes: Miniature['captureBytes'] = (feed, name, bytes, asOf) =>
    captureFiles(feed, [{ name, bytes }], asOf);

  const captureReduced: Miniature['captureReduced'] = async (feedId, file, asOf, wanted) => {
    const bytes = readFileSync(fixturePath(feedId, file));
    const feed = feeds.get(feedId);
    const need = feed === undefined ? '' : needOf(feed, artifactOf(file, bytes), wanted);
    if (typeof need === 'string') throw new Error(`the files of ${feedId} are not reduced`);
    artifacts.set(need.key, await need.reduce(() => Readable.from([bytes])));
    artifacts.set(sha256Hex(bytes), bytes);
    appendCapture(feedId, [{ name: file, bytes }], Date.parse(asOf), wanted);
  };

  return {
    append: (topic, value, timestamp) => append(emit(topic, value, timestamp)),
    capture: (feed, file, asOf) => captureBytes(feed, file, readFileSync(fixturePath(feed, file)), Date.parse(asOf)),
    captureBytes,
    captureFiles,
    captureReduced,
    captureDocument: (capture, given) => {
      for (const [sha256, bytes] of given) artifacts.set(sha256, bytes);
      append(emit('document.captures', capture, capture.asOf));
    },
    observe: (lines) => {
      const assets = new Map(values('registry.assets').map((asset) => [asset.assetId, asset]));
      const files = [{ name: 'observations.ndjson', text: textOf(lines) }];
      const plan = planObservations({ files, assetOf: (assetId) => assets.get(assetId), now: today });
      if (!plan.ok) throw new Error(plan.issues.map(({ path, reason }) => `${path}: ${reason}`).join('\n'));
      for (const record of plan.records) append(record);
    },
    declare: (lines, asOf) => {
      const time = Date.parse(asOf);
      const registered = <T extends TopicName>(topic: T) => values(topic).map((value) => ({ value, recordTime: 0 }));
      const plan = planImport({
        files: [{ name: 'registry.ndjson', text: textOf(lines) }],
        asOf: time,
        now: time,
        registry: snapshotOf(registered('registry.parties'), registered('registry.assets')),
        signersOf: () => [],
        usedChallenges: new Map(),
      });
      if (!plan.ok) throw new Error(plan.issues.map(({ path, reason }) => `${path}: ${reason}`).join('\n'));
      for (const record of plan.records) append(record);
    },
    artifacts,
    values,
    placed: () =>
      log
        .filter(({ topic }) => topic === 'observations')
        .map(({ value, timestamp }, offset) => ({
          partition: 0,
          offset,
          timestamp,
          observation: value as unknown as Observation,
        })),
  };
}

const textOf = (lines: readonly object[]): string => lines.map((line) => JSON.stringify(line)).join('\n');

/** The issuer in the guide: Circle, as ESMA's register names it. */
export const circle = {
  type: 'party',
  partyId: '7c1f5a80-9f0a-4b0e-8d52-6c1f0a7be001',
  did: '01H0000000000000000000000A',
  name: 'Circle',
  legalName: 'Circle Internet Financial Europe SAS',
  lei: '969500OYUDADGZKCR583',
  country: 'FR',
  kyi: { status: 'verified', at: '2026-01-10T00:00:00Z' },
} as const;

export const usdc = {
  type: 'asset',
  assetId: '7c1f5a80-9f0a-4b0e-8d52-6c1f0a7be002',
  did: '01H0000000000000000000000B',
  slug: 'usdc-ethereum',
  chain: 'ethereum',
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  standard: 'erc20',
  decimals: 6,
  name: 'USD Coin',
  symbol: 'USDC',
  issuerId: circle.partyId,
  identifiers: { dti: [], ffg: ['TJWK5QTRK'], isin: [] },
  regimes: ['MICA_EMT'],
  status: 'active',
} as const;
