/** A web server that misbehaves on demand, reached under names of its own, and a publisher without its loop. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type Test } from 'uvu';
import { openArtifactStore } from '../../../../infra/artifacts/store.ts';
import type { GuardedFetch } from '../../../../infra/fetch/fetch-types.ts';
import { createGuardedFetch } from '../../../../infra/fetch/guarded-fetch.ts';
import { readBytes } from '../../../../infra/reading/readers/read-bytes.ts';
import { profileTable } from '../../../../pipeline/documents/reading/profiles/profile-table.ts';
import type { ProfileFile } from '../../../../pipeline/documents/reading/profiles/schema.ts';
import type { FetchDeps } from '../../../../pipeline/publishers/documents/fetch/fetch-document.ts';
import { planDocuments, type PlannedDocument } from '../../../../pipeline/publishers/documents/schedule/plan.ts';
import type { ReadDocumentBytes } from '../../../../pipeline/publishers/documents/fetch/read-body.ts';
import { createRequests } from '../../../../pipeline/publishers/documents/sites/requests.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { manualTimer } from '../../../support/raw-answers.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Site {
  readonly port: number;
  /** Requests in order: host and path. */
  readonly hits: string[];
  /** By host and path, without the port; the path alone serves all hosts. */
  readonly pages: Map<string, Handler>;
  /** The time limit of each request, which passes only when a test lets it. */
  readonly timer: ReturnType<typeof manualTimer>;
  readonly close: () => Promise<void>;
}

/** A suite whose tests share a site, which has no pages when a test begins. */
export function siteSuite(name: string): Test<{ site: Site }> {
  const test = suite<{ site: Site }>(name);
  test.before(async (context) => {
    context.site = await startSite();
  });
  test.before.each(({ site }) => {
    site.pages.clear();
    site.hits.length = 0;
  });
  test.after(({ site }) => site.close());
  return test;
}

export async function startSite(): Promise<Site> {
  const hits: string[] = [];
  const pages = new Map<string, Handler>();
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').split(':')[0] ?? '';
    const path = request.url ?? '';
    hits.push(`${host}${path}`);
    const handler = pages.get(`${host}${path}`) ?? pages.get(path);
    if (handler === undefined) response.writeHead(404).end();
    else handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    hits,
    pages,
    timer: manualTimer(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const toLoopback: LookupFunction = (_name, options, done) => {
  if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
};

/** The readers themselves, in this process: pages of tests are not hostile to them. */
const readHere: ReadDocumentBytes = async (bytes, { charset }) => {
  try {
    const { reading, reason } = await readBytes(bytes, { class: null, charset });
    const ended = reason === null ? 'whole' : 'partly';
    return { reading, text: canonicalJson(reading), ended, reason, limit: null };
  } catch (error) {
    return { reading: null, text: null, ended: 'failed', reason: String(error), limit: null };
  }
};

/** Longer than any test. */
const longMs = 600_000;

export interface World {
  readonly deps: FetchDeps;
  readonly lanes: ReturnType<typeof createRequests>['lanes'];
  readonly clock: { now: number };
  /** What sends the requests; may be set to another one. */
  readonly network: { fetch: GuardedFetch };
}

const names = ['issuer.test', 'www.issuer.test', 'cdn.test', 'other.test'];

export async function worldOf(site: Site, { files = [] }: { files?: readonly ProfileFile[] } = {}): Promise<World> {
  const clock = { now: Date.parse('2026-03-01T12:00:00Z') };
  const network = {
    fetch: createGuardedFetch({
      allow: names.map((name) => `${name}:${site.port}`),
      userAgent: 'Attestry/test (+mailto:a@b.test)',
      lookup: toLoopback,
      startTimer: site.timer.startTimer,
      limits: { connectTimeoutMs: longMs },
    }),
  };
  const fetch: GuardedFetch = (request) => network.fetch(request);
  // Waits take no time but that of the clock.
  const sleep = async (milliseconds: number): Promise<void> => {
    clock.now += milliseconds;
    await Promise.resolve();
  };
  const requests = createRequests({ fetch, clock: () => clock.now, sleep, everyMs: 1_000 });
  const artifacts = await openArtifactStore(mkdtempSync(join(tmpdir(), 'documents-')));
  const { profiles } = profileTable(files);
  return {
    deps: { requests, artifacts, read: readHere, clock: () => clock.now, profiles },
    lanes: requests.lanes,
    clock,
    network,
  };
}

interface DeclaredDocument {
  readonly url: string;
  readonly kind?: 'whitepaper' | 'terms' | 'report' | 'page';
  readonly extractor?: string;
  readonly assetId?: string;
}

/** The plan of these declarations, one asset each. */
export function plannedOf(declared: readonly DeclaredDocument[], world: World): readonly PlannedDocument[] {
  const assets = declared.map(({ url, kind = 'terms', extractor = 'terms', assetId = 'a1' }) => ({
    assetId,
    status: 'active',
    sources: [{ sourceId: 's1', url, kind, extractor }],
  }));
  return [...planDocuments(assets, world.deps.profiles).values()];
}

export const html =
  (body: string, headers: Readonly<Record<string, string>> = {}, status = 200): Handler =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(body);
  };

export const redirect =
  (location: string): Handler =>
  (_, response) => {
    response.writeHead(302, { location }).end();
  };
