/** Rows of the tables that standings are read from, for asset 1. */
import type { AssetFact, AssetSubjects, FeedRun, Observation } from '../../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { sha256Hex } from '../../../../schemas/values/hash.ts';
import { makeObservation } from '../../../../schemas/values/observation.ts';
import { assetId, now } from '../../records.ts';

export const observation = (part: Partial<Observation>): Observation =>
  makeObservation({
    assetId: assetId(1),
    subjectKind: 'asset',
    subjectKey: '',
    field: 'chain_reading',
    sourceKey: 'chain:eip155:1',
    value: '"stated"',
    quote: null,
    sourceUrl: null,
    sourceHash: null,
    artifactId: null,
    extractor: 'test',
    extractorVersion: '1',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt: now,
    ...part,
  });

export const fact = (field: string, value: object | boolean | null, sourceKey = 'registry'): AssetFact => ({
  assetId: assetId(1),
  subjectKind: 'asset',
  subjectKey: '',
  field,
  sourceKey,
  value: value === null ? null : canonicalJson(value),
  sourceUrl: null,
  since: now,
  observationId: sha256Hex(field),
  position: 1,
});

export const run = (feed: string, status: string, asOf: number): FeedRun => ({
  runId: sha256Hex(`${feed} ${status} ${asOf}`),
  captureId: sha256Hex(`${feed} ${asOf}`),
  feed,
  status,
  asOf,
  sha256: 'a'.repeat(64),
  rows: 1,
  added: 0,
  changed: 0,
  removed: 0,
  editorial: 0,
  corrected: 0,
  held: 0,
  reason: null,
  alarms: [],
  forced: false,
  parserVersion: '1',
});

const subject = (kind: string, key: string, roles: readonly string[]): AssetSubjects['subjects'][number] => ({
  key,
  kind,
  value: key,
  display: key,
  roles,
  partyId: null,
  partyName: null,
  chains: [],
  names: [],
  country: null,
  entity: 'organisation',
  birthYear: null,
  since: now,
  sinceObservationId: sha256Hex(key),
});

export const subjects: AssetSubjects = {
  assetId: assetId(1),
  position: 1,
  subjects: [
    subject('party', 'party:acme', ['issuer']),
    subject('wallet', 'wallet:1', ['contract']),
    subject('wallet', 'wallet:2', ['authority:owner']),
    subject('dti', 'dti:ABC', []),
  ],
};
