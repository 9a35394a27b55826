/** A declared document over days: fetched when it is due, read for real, and folded down to its changes. */
import * as assert from 'uvu/assert';
import { readerLimits } from '../../../../infra/reading/limits.ts';
import { readDocument } from '../../../../infra/reading/read-document.ts';
import { discloseProcessor } from '../../../../pipeline/documents/reading/disclose.ts';
import type { ProfileFile } from '../../../../pipeline/documents/reading/profiles/schema.ts';
import { afterCapture, type DocumentState } from '../../../../pipeline/publishers/documents/schedule/document-state.ts';
import { dueAt } from '../../../../pipeline/publishers/documents/schedule/due-at.ts';
import { fetchDocument, type FetchDeps } from '../../../../pipeline/publishers/documents/fetch/fetch-document.ts';
import type { ReadDocumentBytes } from '../../../../pipeline/publishers/documents/fetch/read-body.ts';
import type { Change, DocumentCapture, Observation } from '../../../../schemas/generated/records.ts';
import { sha256Hex } from '../../../../schemas/values/hash.ts';
import type { ReadDocument } from '../../../../schemas/values/reading.ts';
import { assetId, declared, declaredParty, fold, memoryState } from '../../changes/builders.ts';
import { plannedOf, type Site, type World, worldOf } from './server.ts';

export interface Days {
  readonly path: string;
  readonly kind: 'whitepaper' | 'terms' | 'report' | 'page';
  readonly extractor: string;
  readonly files?: readonly ProfileFile[];
  /** What happens at these hours, in order. The document is fetched for the last time at the hour of the last one. */
  readonly hours: readonly (readonly [hour: number, happens: (world: World) => void])[];
  /** Read in a process of its own, with its limits; documents that are no danger are read here. */
  readonly isHostile?: boolean;
}

export interface WatchedDays {
  readonly captures: readonly DocumentCapture[];
  /** The captures that were fetched from each of the hours until the next one; the time of a capture is that of its answer. */
  readonly from: readonly (readonly DocumentCapture[])[];
  readonly observations: readonly Observation[];
  /** The newest version of each change, in the order of their first ones. */
  readonly changes: readonly Change[];
}

const hour = 3_600_000;
const never = new AbortController().signal;

const readings = new Map<string, Promise<ReadDocument>>();
/** A reading is a function of the bytes, so the same ones are read once. */
const onceEach =
  (read: ReadDocumentBytes): ReadDocumentBytes =>
  (bytes, options) => {
    const key = `${sha256Hex(bytes)} ${options.charset ?? ''}`;
    const known = readings.get(key) ?? read(bytes, options);
    readings.set(key, known);
    return known;
  };
/** Its limit of time is longer than any test: those of memory and size are what ends the reader here. */
const readApart: ReadDocumentBytes = (bytes, { charset }) =>
  readDocument(bytes, null, { charset, limits: { ...readerLimits, timeMs: 600_000 } });

/** Fetches the document as often as the publisher does, and folds what it captured. */
export async function watchDays(
  site: Site,
  { path, kind, extractor, files = [], hours, isHostile = false }: Days,
): Promise<WatchedDays> {
  const world = await worldOf(site, { files });
  const deps = { ...world.deps, read: onceEach(isHostile ? readApart : world.deps.read) };
  const [document] = plannedOf([{ url: `http://issuer.test:${site.port}${path}`, kind, extractor, assetId }], world);
  assert.ok(document);
  const start = world.clock.now;
  const { fetch } = world.network;
  const [disclosing, asset] = [memoryState(), fold()];
  asset.outputs(declared(start - hour), declaredParty(start - hour));
  const captures: DocumentCapture[] = [];
  const from: DocumentCapture[][] = hours.map(() => []);
  const observations: Observation[] = [];
  const changes = new Map<string, Change>();
  let state: DocumentState | null = null;
  for (const [at, [begin, happens]] of hours.entries()) {
    world.clock.now = start + begin * hour;
    world.network.fetch = fetch;
    happens(world);
    const end = start + (hours[at + 1]?.[0] ?? begin) * hour;
    for (;;) {
      const due: number = Math.max(dueAt(state, document.everyMs), world.clock.now);
      if (due >= end) break;
      world.clock.now = due;
      const capture: DocumentCapture = await fetchDocument(document, state, deps, never);
      state = afterCapture(state, capture);
      captures.push(capture);
      from[at]?.push(capture);
      for (const observation of await disclosed(capture, captures.length, disclosing, world.deps)) {
        observations.push(observation);
        for (const change of asset.changes(observation)) changes.set(change.id, change);
      }
    }
  }
  return { captures, from, observations, changes: [...changes.values()] };
}

/** The observations of a capture, from the artifacts that the publisher stored. */
async function disclosed(
  value: DocumentCapture,
  offset: number,
  state: ReturnType<typeof memoryState>,
  { artifacts }: Pick<FetchDeps, 'artifacts'>,
): Promise<readonly Observation[]> {
  const given = new Map<string, Buffer>();
  for (const need of discloseProcessor.artifactsOf?.(state, value) ?? []) {
    if (typeof need !== 'string') throw new Error('documents need readings and profiles alone');
    given.set(need, await artifacts.get(need));
  }
  const input = { topic: 'document.captures', partition: 0, offset, timestamp: value.asOf, value } as const;
  const result = discloseProcessor.apply(state, input, given);
  if (result.kind === 'park') throw new Error(result.reason);
  return result.outputs.flatMap((output) => (output.topic === 'observations' ? [output.value] : []));
}
