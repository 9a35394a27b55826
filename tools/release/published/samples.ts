/** Cursors that clients have, and ids of fixed inputs: what a later program must read and derive as this one. */
import { readExportCursor } from '../../../api/readmodel/resources/export/cursor.ts';
import { notificationIdOf } from '../../../api/readmodel/resources/notifications/queries.ts';
import { readStreamCursor, streamOf } from '../../../api/readmodel/resources/stream/cursor.ts';
import { watchItemId } from '../../../pipeline/accounts/watch.ts';
import {
  assessmentId,
  changeId,
  groupId,
  inputFingerprint,
  observationIdOf,
  observationSha256Of,
} from '../../../pipeline/changes/ids.ts';
import { captureIdOf, keyedRowIdOf, rowIdOf, runIdOf, snapshotHashOf } from '../../../pipeline/ingest/snapshot-ids.ts';
import { namespaces } from '../../../schemas/values/hash.ts';
import { assetIdOf, didOf, partyIdOf } from '../../../schemas/values/registry-ids.ts';

/** Names begin with the resource, and end with the version of the cursor. Texts are never written again. */
export const cursorSamples: Readonly<
  Record<string, { readonly text: string; readonly read: (text: string) => unknown }>
> = {
  'stream 1': { text: 'WzEsIjAxMjM0NTY3ODlhYiIsWzAsMTcsMyw1XSw0LFsxLDJdXQ', read: readStreamCursor },
  'export 1': {
    text: 'WzEsIjAxMjM0NTY3ODlhYiIsMTc5MDAwMDAwMDAwMCxbMCwxNywzLDVdLDksW1swLDIwLDMsNl0sOSwiYXNzZXQiLDE3OTAwMDAwMDAwMDEsImlkIixbMCwxNywzLDVdXV0',
    read: readExportCursor,
  },
};

const at = 1_790_000_000_000;
const observation = 'observation';
const hash = 'a'.repeat(64);
const artifact = { name: 'a', sha256: hash, bytes: 1, url: null, contentType: null, etag: null, lastModified: null };
const subject = { assetId: 'asset', subjectKind: 'asset', subjectKey: 'key', sourceKey: 'source' };
const value = { value: '{"a":1}', quote: 'a', sourceUrl: 'https://example.test', sourceHash: `sha256:${hash}` };
const fingerprint = inputFingerprint({
  rulesVersion: 'rules',
  category: 'disclosure_field',
  field: 'redemption_fee',
  regimes: ['MICA_EMT'],
  old: '{"a":1}',
  new: null,
  parseStatus: 'ok',
  fetchOutcome: 'ok',
  confirmed: false,
});

/** By what they identify. */
export const idSamples = (): Readonly<Record<string, string>> => ({
  observation: observationIdOf({
    ...subject,
    ...value,
    field: 'redemption_fee',
    artifactId: hash,
    observationSha256: hash,
    extractor: 'rules',
    extractorVersion: '1',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt: at,
  }),
  'content of an observation': observationSha256Of(value),
  change: changeId({
    ...subject,
    category: 'disclosure_field',
    field: 'redemption_fee',
    oldObservationId: null,
    newObservationId: observation,
  }),
  group: groupId({ ...subject, newArtifactId: null, newObservationId: observation, detectedAt: at }),
  'inputs of an assessment': fingerprint,
  assessment: assessmentId('rules', 'change', fingerprint),
  'party with an LEI': partyIdOf({ lei: '5493001KJTIIGC8Y1R12', name: 'Example', country: 'DE' }),
  'party without an LEI': partyIdOf({ lei: null, name: 'Straße  AG', country: 'DE' }),
  asset: assetIdOf('eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
  DID: didOf('asset'),
  capture: captureIdOf({ feed: 'feed', asOf: at, artifacts: [artifact] }),
  run: runIdOf('capture', '1', 'accepted'),
  'rejected run': runIdOf('capture', '1', 'rejected', 'reason'),
  'files of a capture': snapshotHashOf([artifact, { ...artifact, name: 'b' }]),
  'row with a key': keyedRowIdOf('register', ['a', 'b']),
  'row without a key': rowIdOf('register', 'entity', { a: 'b' }, 'capture', 1),
  'item of a watchlist': watchItemId('tenant', 'asset'),
  notification: notificationIdOf('tenant', 'change'),
  'tenant of a stream': streamOf('tenant'),
  ...Object.fromEntries(Object.entries(namespaces).map(([name, uuid]) => [`namespace ${name}`, uuid])),
});
