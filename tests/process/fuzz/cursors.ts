/** Cursors as fuzzed input: texts and parts of cursors of the export and the stream, read and sent. */
import fc from 'fast-check';
import { readExportCursor, writeExportCursor } from '../../../api/resources/export/cursor.ts';
import { readStreamCursor, streamOf, writeStreamCursor } from '../../../api/resources/stream/cursor.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { errorsOf, type FuzzedApi } from './api.ts';
import type { FuzzedInput, Verdict } from './input.ts';
import { type JsonEdit, jsonEdits, withEdits } from './json-edits.ts';

interface AlteredCursor {
  readonly kind: 'export' | 'stream';
  readonly members: readonly JsonEdit[];
  /** Sent instead of the altered cursor. */
  readonly text: string | null;
}

const inputs: fc.Arbitrary<AlteredCursor> = fc.record({
  kind: fc.constantFrom('export' as const, 'stream' as const),
  members: jsonEdits,
  text: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
    { weight: 1, arbitrary: fc.base64String({ maxLength: 80 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', 'A'.repeat(4_096), 'A'.repeat(4_097), 'W10', 'bnVsbA', 'WzFd', '=', '..', '%00'),
    },
  ),
});

/** The parts of a valid cursor of a tenant. */
function partsOf(kind: AlteredCursor['kind'], exported: string, tenantId: string): unknown {
  const text =
    kind === 'export'
      ? exported
      : writeStreamCursor({
          of: streamOf(tenantId),
          sentUpTo: new Map([[0, 1]]),
          intakesUpTo: 1,
          verdictsUpTo: new Map(),
        });
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
}

export async function openCursorsInput(api: FuzzedApi): Promise<FuzzedInput<AlteredCursor>> {
  const headers = { authorization: `Bearer ${api.key.text}` };
  const { headers: answered } = await api.api.send('GET', '/me/monitoring/export', { headers });
  const exported = new URL(
    /<([^>]+)>; rel="next"/.exec(String(answered['link']))?.[1] ?? '',
    'http://a',
  ).searchParams.get('cursor');
  if (exported === null) throw new Error('the export has no cursor');
  return {
    name: 'cursors',
    inputs,
    judge: async ({ kind, members, text }) => {
      const parts = withEdits(partsOf(kind, exported, api.key.tenantId), members);
      const cursor = text ?? Buffer.from(JSON.stringify(parts)).toString('base64url');
      const unstable =
        kind === 'export'
          ? stable(cursor, readExportCursor, writeExportCursor)
          : stable(cursor, readStreamCursor, writeStreamCursor);
      if (unstable !== null) return { outcome: 'unstable', problem: unstable };
      return send(api, kind, cursor);
    },
  };
}

/** A cursor that is read means the same when it is written again. */
function stable<C>(text: string, read: (text: string) => C | null, write: (cursor: C) => string): string | null {
  const cursor = read(text);
  if (cursor === null) return null;
  const again = read(write(cursor));
  const plain = (value: unknown): string =>
    canonicalJson(
      JSON.parse(JSON.stringify(value, (_, part: unknown) => (part instanceof Map ? [...part].sort() : part))),
    );
  return again !== null && plain(again) === plain(cursor)
    ? null
    : `is read as ${plain(cursor)}, then as ${plain(again)}`;
}

async function send(api: FuzzedApi, kind: AlteredCursor['kind'], cursor: string): Promise<Verdict> {
  const before = errorsOf(api).length;
  const abort = new AbortController();
  const url = `http://127.0.0.1:${api.port}/me/monitoring/${kind}?cursor=${encodeURIComponent(cursor)}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${api.key.text}` }, signal: abort.signal });
  if (kind === 'export' || response.status !== 200) await response.text();
  abort.abort();
  const logged = errorsOf(api).slice(before);
  const problem = response.status >= 500 ? `${response.status}` : logged.length > 0 ? `logged ${logged.join()}` : null;
  return { outcome: `${kind} ${response.status}`, problem };
}
