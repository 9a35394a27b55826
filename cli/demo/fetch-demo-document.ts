/** Fetches declared documents of the demo, as the publisher does, at times of their own. */
import { pause } from '../../infra/async/async.ts';
import type { Config } from '../../infra/config/config.ts';
import { createGuardedFetch } from '../../infra/fetch/guarded-fetch.ts';
import type { GuardedFetch } from '../../infra/fetch/fetch-types.ts';
import { readDocument } from '../../infra/reading/read-document.ts';
import { isRead } from '../../pipeline/documents/captures/overtaken.ts';
import { fetchDocument } from '../../pipeline/publishers/documents/fetch/fetch-document.ts';
import { createRequests } from '../../pipeline/publishers/documents/sites/requests.ts';
import { documentByUrl } from '../documents/known-documents.ts';
import { loadProfiles } from '../profiles/load-profiles.ts';
import type { Engine } from '../engine/open-engine.ts';
import { appendValues } from '../log/append.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { documentsAgent } from '../program/version.ts';

/** A declared address, which answers with this file. */
export interface DemoDocument {
  /** The address as declared. */
  readonly url: string;
  /** Name of the file, below the folder that the server has. */
  readonly file: string;
  readonly asOf: number;
}

/**
 * Fetches an address once. A web server of this machine has the file at `port`, the only one allowed: nothing leaves the
 * machine. Does nothing when the log has the capture. Throws CommandFailed when the document is not read.
 */
export async function fetchDemoDocument(
  engine: Engine,
  { profilesDir }: Pick<Config, 'profilesDir'>,
  port: number,
  { url, file, asOf }: DemoDocument,
): Promise<void> {
  const { profiles } = loadProfiles(profilesDir);
  const { document, state } = await documentByUrl(engine, profiles, url);
  if (state !== null && state.lastAsOf >= asOf) return;
  const host = `127.0.0.1:${port}`;
  const guarded = createGuardedFetch({ allow: [host], userAgent: documentsAgent('the demo') });
  const fetch = insteadOf(guarded, url, `http://${host}/${file}`);
  const capture = await fetchDocument(
    document,
    state,
    {
      requests: createRequests({ fetch, clock: () => asOf, sleep: pause, everyMs: 0 }),
      artifacts: engine.artifacts,
      profiles,
      read: (body, given) => readDocument(body, null, given),
      clock: () => asOf,
    },
    new AbortController().signal,
  );
  if (!isRead(capture.outcome)) throw new CommandFailed(`demo, ${url}: ${capture.outcome} ${capture.message ?? ''}`);
  await appendValues(engine, 'document.captures', [{ value: capture, timestamp: asOf }]);
}

/** A fetch for which one address answers in place of another. */
const insteadOf =
  (fetch: GuardedFetch, declared: string, served: string): GuardedFetch =>
  async (request) => {
    const result = await fetch(request.url === declared ? { ...request, url: served } : request);
    const answer =
      result.answer === undefined
        ? {}
        : { answer: { ...result.answer, url: result.answer.url === served ? declared : result.answer.url } };
    return result.kind === 'ok'
      ? { ...result, ...answer, url: result.url === served ? declared : result.url }
      : { ...result, ...answer };
  };
