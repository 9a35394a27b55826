/** What happens in the world of every kind: bytes that a source gives, lines that an operator imports, and days that begin. */
import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { dayOf } from '../../../pipeline/publishers/ticks/plan-ticks.ts';
import { dayMs } from '../../../schemas/values/durations.ts';
import { tickObservation } from '../../../pipeline/publishers/ticks/tick-record.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import type { Miniature } from '../../guide/miniature.ts';
import { captured, type CaptureStep } from '../../pipeline/documents/reading/captures.ts';
import { fixturePath } from '../../support/fixture-path.ts';

export interface Step {
  /** Milliseconds. Steps run in the order of their times, and those of one time as they are given. */
  readonly at: number;
  readonly run: (world: Miniature) => Promise<void> | void;
  /** A file of a feed runs once, however many cases need it. */
  readonly file?: string;
}

/** How a kind occurs: the asset that it happens to, as lines of `attestry registry import`, and what happens. */
export interface Case {
  /** The asset of this name. */
  readonly name: string;
  /** Declared at the start of the world. */
  readonly lines: readonly object[];
  readonly steps: readonly Step[];
}

export const time = (text: string): number => Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text);

/** Everything in the world is declared at this time. */
export const start = '2022-06-01T00:00:00Z';

export const idOf = (name: string): string => {
  const hex = sha256Hex(`every kind ${name}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const ulidOf = (name: string): string =>
  `01J${BigInt(`0x${sha256Hex(name).slice(0, 16)}`)
    .toString()
    .padStart(23, '0')}`;

export const partyOf = (name: string, given: object = {}): object => ({
  type: 'party',
  partyId: idOf(`party ${name}`),
  did: ulidOf(`party ${name}`),
  name: `Issuer ${name}`,
  legalName: `Issuer of ${name} Ltd`,
  country: null,
  kyi: { status: 'verified', at: start },
  ...given,
});

/** An asset that is issued by the party of its name. */
export const assetOf = (name: string, given: object = {}): object => ({
  type: 'asset',
  assetId: idOf(name),
  did: ulidOf(name),
  slug: name.replaceAll('_', '-'),
  chain: 'ethereum',
  address: `0x${sha256Hex(name).slice(0, 40)}`,
  standard: 'erc20',
  decimals: 6,
  name: `Token ${name}`,
  symbol: 'TKN',
  issuerId: idOf(`party ${name}`),
  identifiers: { dti: [], ffg: [], isin: [] },
  regimes: [],
  status: 'active',
  ...given,
});

/** A file of `tests/fixtures` that a feed gets. */
export const file = (feed: string, name: string, date: string): Step => ({
  at: time(date),
  file: `${feed}/${name} ${date}`,
  run: (world) => {
    world.captureBytes(feed, name.replace(/\.gz$/, ''), recorded(feed, name), time(date));
  },
});

/** Bytes of a file of `tests/fixtures`, not compressed. */
export function recorded(feed: string, name: string): Buffer {
  const bytes = readFileSync(fixturePath(feed, name));
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** A file of a feed with other bytes than the recorded ones. */
export const altered = (feed: string, name: string, date: string, bytes: () => Buffer): Step => ({
  at: time(date),
  file: `${feed}/${name} ${date}`,
  run: (world) => world.captureBytes(feed, name, bytes(), time(date)),
});

export const declare = (date: string, ...lines: readonly object[]): Step => ({
  at: time(date),
  run: (world) => world.declare(lines, new Date(time(date)).toISOString()),
});

export const observe = (date: string, ...lines: readonly object[]): Step => ({
  at: time(date),
  run: (world) => world.observe(lines),
});

/** The days from one to another begin. */
export function days(from: string, until: string): readonly Step[] {
  const count = (time(until) - time(from)) / dayMs;
  return Array.from({ length: count + 1 }, (_, index): Step => {
    const at = time(from) + index * dayMs;
    const tick = tickObservation({ day: dayOf(at), resumed: false });
    return { at, file: `day ${at}`, run: (world) => world.append('observations', tick, at) };
  });
}

export const sourceOf = (name: string, kind: string): object => ({
  sourceId: kind,
  url: urlOf(name, kind),
  kind,
  extractor: kind,
});

const urlOf = (name: string, kind: string): string => `https://${name.replaceAll('_', '-')}.example/${kind}`;

/** Captures of a declared source of an asset: what its publisher captures, read by the readers of documents. */
export function captures(name: string, kind: string, from: string, all: readonly CaptureStep[]): readonly Step[] {
  const place = {
    url: urlOf(name, kind),
    from: time(from),
    assetId: idOf(name),
    sourceId: kind,
    documentId: sha256Hex(`${name} ${kind}`),
  };
  const made = captured(all, kind, place);
  return all.map(({ hours }, index) => ({
    at: time(from) + hours * 3_600_000,
    run: async (world) => {
      const { captures, artifacts } = await made;
      const capture = captures[index];
      if (capture !== undefined) world.captureDocument(capture, artifacts);
    },
  }));
}
