/** A list with one entry that has the name of an issuer, and the match that the join of production states of it. */
import { feeds } from '../../pipeline/publishers/feeds.ts';
import type { ParsedEntry } from '../../pipeline/ingest/feed.ts';
import { captureIdOf } from '../../pipeline/ingest/snapshot-ids.ts';
import { createMemoryState } from '../../infra/state/memory.ts';
import { createScreen } from '../../pipeline/screening/screen.ts';
import type { FeedCapture, Observation } from '../../schemas/generated/records.ts';
import { sha256Hex } from '../../schemas/values/hash.ts';
import { fold, subjectsIn } from '../pipeline/changes/builders.ts';

const feedId = 'ofac-sdn';
const nothing = ',-0- '.repeat(7);
/** `sdn.csv` with the entry CIRCLE. */
export const listFile = Buffer.from(`36,"CIRCLE",-0- ,"CUBA"${nothing},-0- \r\n\u001a`);
export const listSha256 = sha256Hex(listFile);

/** The capture of the file. `asOf` in milliseconds. */
export function listCapture(asOf: number): FeedCapture {
  const artifact = {
    name: 'sdn.csv',
    sha256: listSha256,
    bytes: listFile.length,
    url: null,
    contentType: null,
    etag: null,
    lastModified: null,
  };
  const content = { feed: feedId, asOf, artifacts: [artifact], wanted: [] };
  return { captureId: captureIdOf(content), ...content, obtained: 'imported', force: false };
}

/** What `screen` states of the entry and the subjects that these declarations give. */
export function listedMatch(declarations: readonly Observation[], asOf: number): Observation {
  const parsed = feeds.get(feedId)?.parse([{ name: 'sdn.csv', bytes: listFile }]);
  if (parsed?.ok !== true) throw new Error(parsed?.reason ?? 'there is no such list');
  const view = createScreen({ feeds }).open();
  const at = { partition: 0, offset: 0, timestamp: asOf };
  for (const value of subjectsIn(fold().outputs(...declarations)))
    view.update({ topic: 'asset.subjects', ...at, value });
  const [{ file: _file, ...entry }] = parsed.rows as readonly [ParsedEntry];
  const result = view.apply(createMemoryState(), {
    topic: 'sanctions.entries',
    ...at,
    value: {
      ...entry,
      list: feedId,
      status: 'listed',
      firstSeenAt: asOf,
      inFirstSnapshot: false,
      asOf,
      runId: 'run',
      artifactId: listSha256,
      sourceHash: `sha256:${listSha256}`,
    },
  });
  const found = result.kind === 'ok' ? result.outputs.find(({ topic }) => topic === 'observations') : undefined;
  if (found === undefined) throw new Error('the entry does not match');
  return found.value as Observation;
}
