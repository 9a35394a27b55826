/**
 * Attestry's whole pipeline in memory, on one partition: the folds of production, connected by a list instead of a log. An
 * appended record is passed to every processor that reads its topic, and their outputs are appended in turn, until there
 * is no further output.
 */
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { accountsProcessor } from '../../pipeline/accounts/accounts.ts';
import { intakeFold } from '../../pipeline/accounts/intake.ts';
import { detectProcessor } from '../../pipeline/changes/detect.ts';
import { discloseProcessor } from '../../pipeline/disclosures/disclose.ts';
import { needOf } from '../../pipeline/ingest/artifact-bytes.ts';
import { ingestCapture } from '../../pipeline/ingest/ingest.ts';
import { captureIdOf } from '../../pipeline/ingest/snapshot-ids.ts';
import { obligeProcessor } from '../../pipeline/obligations/oblige.ts';
import { chainFeeds } from '../../pipeline/publishers/chain/chain-feeds.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import { createDeclare } from '../../pipeline/registry/declare.ts';
import { planImport } from '../../pipeline/registry/import/plan-import.ts';
import { planObservations } from '../../pipeline/registry/import/plan-observations.ts';
import { snapshotOf } from '../../pipeline/registry/snapshot.ts';
import { createMemoryState } from '../../infra/state/memory.ts';
import { emit, type Input, type Output, type Result } from '../../pipeline/runtime/processor.ts';
import { createAttribute } from '../../pipeline/screening/attribute.ts';
import { createScreen } from '../../pipeline/screening/screen.ts';
import { reconcileProcessor } from '../../pipeline/tokens/reconcile.ts';
import type { DocumentCapture, FeedCapture } from '../../schemas/generated/records.ts';
import type { TopicName, ValueOf } from '../../schemas/topics.ts';
import { sha256Hex } from '../../schemas/values/hash.ts';
import { fixturePath } from '../support/fixture-path.ts';

/** Latest date in the guide. */
const today = Date.parse('2026-11-01T00:00:00Z');

export interface Miniature {
  /** Appends a record and all outputs that follow from it. */
  readonly append: <T extends TopicName>(topic: T, value: ValueOf<T>, timestamp: number) => void;
  /** Appends the capture of a file from `tests/fixtures` that a feed published on a date. */
  readonly capture: (feed: string, file: string, asOf: string) => void;
  /** The same of bytes; `asOf` in milliseconds. */
  readonly captureBytes: (feed: string, file: string, bytes: Buffer, asOf: number) => void;
  /** The same of a feed whose files are reduced to the LEIs that are followed. */
  readonly captureReduced: (feed: string, file: string, asOf: string, wanted: readonly string[]) => Promise<void>;
  /** Appends the capture of a declared document; `artifacts` has its bytes, its reading and its profiles by their hash. */
  readonly captureDocument: (capture: DocumentCapture, artifacts: ReadonlyMap<string, Buffer>) => void;
  /** Imports observations: lines of `attestry observe`. */
  readonly observe: (lines: readonly object[]) => void;
  /** Declares parties and assets: lines of `attestry registry import`. */
  readonly declare: (lines: readonly object[], asOf: string) => void;
  /** Values of a topic, oldest first. */
  readonly values: <T extends TopicName>(topic: T) => readonly ValueOf<T>[];
}

type Read = (input: Input<TopicName>) => readonly Output[];

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
    ...{ name, sha256: sha256Hex(bytes), bytes: bytes.length },
    ...{ url: null, contentType: null, etag: null, lastModified: null },
  });

  const appendCapture = (feed: string, file: string, bytes: Buffer, asOf: number, wanted: readonly string[]): void => {
    const content = { feed, asOf, artifacts: [artifactOf(file, bytes)] };
    const value = { captureId: captureIdOf(content), ...content, obtained: 'imported', force: false, wanted };
    append(emit('feed.captures', value, Math.max(today, asOf)));
  };

  const captureBytes: Miniature['captureBytes'] = (feed, file, bytes, asOf) => {
    artifacts.set(sha256Hex(bytes), bytes);
    appendCapture(feed, file, bytes, asOf, []);
  };

  const captureReduced: Miniature['captureReduced'] = async (feedId, file, asOf, wanted) => {
    const bytes = readFileSync(fixturePath(feedId, file));
    const feed = feeds.get(feedId);
    const need = feed === undefined ? '' : needOf(feed, artifactOf(file, bytes), wanted);
    if (typeof need === 'string') throw new Error(`the files of ${feedId} are not reduced`);
    artifacts.set(need.key, await need.reduce(() => Readable.from([bytes])));
    appendCapture(feedId, file, bytes, Date.parse(asOf), wanted);
  };

  return {
    append: (topic, value, timestamp) => append(emit(topic, value, timestamp)),
    capture: (feed, file, asOf) => captureBytes(feed, file, readFileSync(fixturePath(feed, file)), Date.parse(asOf)),
    captureBytes,
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
    values,
  };
}

const textOf = (lines: readonly object[]): string => lines.map((line) => JSON.stringify(line)).join('\n');

/** The processors that read each topic, as in the table of processors in docs/architecture.md. */
function readersOf(artifacts: ReadonlyMap<string, Buffer>): Partial<Record<TopicName, readonly Read[]>> {
  const [declare, screen, attribute, intake] = [
    createDeclare().open(),
    createScreen({ feeds }).open(),
    createAttribute({ registers: feeds }).open(),
    intakeFold.open(),
  ];
  const ingest = ingestCapture({ feeds, chains: chainFeeds });
  const states = {
    ingest: createMemoryState(),
    disclose: createMemoryState(),
    declare: createMemoryState(),
    screen: createMemoryState(),
    attribute: createMemoryState(),
    detect: createMemoryState(),
    accounts: createMemoryState(),
    intake: createMemoryState(),
    oblige: createMemoryState(),
    reconcile: createMemoryState(),
  };
  const on = <T extends TopicName>(fold: (input: Input<T>) => Result | readonly Output[]): Read => {
    return (input) => {
      const result = fold(input as unknown as Input<T>);
      if (!('kind' in result)) return result;
      if (result.kind === 'park') throw new Error(result.reason);
      return result.outputs;
    };
  };
  return {
    'feed.captures': [on<'feed.captures'>((input) => ingest(states.ingest, input, artifacts))],
    'document.captures': [
      on<'document.captures'>((input) => discloseProcessor.apply(states.disclose, input, artifacts)),
    ],
    'registry.parties': [on<'registry.parties'>((input) => declare.update(input)(states.declare))],
    'registry.assets': [on<'registry.assets'>((input) => declare.apply(states.declare, input))],
    'sanctions.entries': [on<'sanctions.entries'>((input) => screen.apply(states.screen, input))],
    'register.rows': [on<'register.rows'>((input) => attribute.apply(states.attribute, input))],
    'asset.subjects': [
      on<'asset.subjects'>((input) => screen.update(input)(states.screen)),
      on<'asset.subjects'>((input) => attribute.update(input)(states.attribute)),
    ],
    observations: [on<'observations'>((input) => detectProcessor.apply(states.detect, input, artifacts))],
    'asset.facts': [on<'asset.facts'>((input) => obligeProcessor.apply(states.oblige, input, artifacts))],
    'token.facts': [on<'token.facts'>((input) => reconcileProcessor.apply(states.reconcile, input, artifacts))],
    'accounts.commands': [
      on<'accounts.commands'>((input) => accountsProcessor.apply(states.accounts, input, artifacts)),
    ],
    'accounts.events': [on<'accounts.events'>((input) => intake.apply(states.intake, input))],
    'asset.records': [on<'asset.records'>((input) => intake.update(input)(states.intake))],
  };
}

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
