import { Readable } from 'node:stream';
import { ApiError, invalidParameters } from '../../../errors.ts';
import { createConcurrencyLimit } from '../../concurrency-limit.ts';
import type { ReadModel } from '../../dependencies.ts';
import type { QueryValues } from '../../input.ts';
import { readChanges } from '../../memory/changes/change-cache.ts';
import type { Principal } from '../../principal.ts';
import { feedFilterOf } from '../changes/filter.ts';
import { type ReadDependencies, readPicked } from '../changes/read.ts';
import { type ExportCursor, exportOf, readExportCursor, writeExportCursor } from './cursor.ts';
import { type ExportFormat, type ExportFormatName, exportFormats } from './lines.ts';
import { decidedSnapshots } from './decided-snapshot.ts';
import { cursorAfter, cursorAtEnd, type ExportPlan, pagesOf, planExport } from './pages.ts';

export type ExportDependencies = Pick<ReadModel, 'tables' | 'snapshots' | 'registry' | 'clock'> & {
  readonly config: { readonly explorerUrl: string };
};

/** Exports of one key that may run at once. */
const exportsPerKey = 1;

export interface ExportRequest {
  readonly principal: Principal;
  /** Valid against the declared query. */
  readonly query: QueryValues;
  readonly stillAdmitted: () => Promise<boolean>;
}

/** Changes as a file that is generated while it is sent: parts of an answer. */
export interface ExportedChanges {
  /** The link to the next export, and the name of the file. */
  readonly headers: Readonly<Record<string, string>>;
  /** Media type. */
  readonly type: string;
  readonly stream: Readable;
}

/**
 * Exports every change of a watchlist, however many, in the order of assets and time. An export with a cursor continues
 * behind it, so successive exports never lose a change and may repeat one: a reader keeps the highest revision of an id.
 */
export function createExport({
  tables,
  snapshots,
  registry,
  clock,
  config,
}: ExportDependencies): (request: ExportRequest) => Promise<ExportedChanges> {
  const limit = createConcurrencyLimit(exportsPerKey);
  // An export reads each change once: in the cache they would evict changes that are read often.
  const reading: ReadDependencies = {
    tables,
    registry,
    store: { read: (references) => readChanges(tables, references) },
  };

  return async (request) => {
    const { principal, query, stillAdmitted } = request;
    const begin = cursorOf(request, clock());
    const source = { tables, snapshot: decidedSnapshots(principal.tenantId, { tables, snapshots }) };
    const format = exportFormats[(query.one('format') ?? 'ndjson') as ExportFormatName];
    const release = limit.acquire(principal.keyId, 'An export runs with this key; one at a time is made');
    try {
      const filter = { ...feedFilterOf(query, 0), since: begin.since };
      const plan = await planExport(source, filter, begin);
      const body = bodyOf(plan, format, { reading, pages: pagesOf(source, plan), stillAdmitted, release });
      const stream = Readable.from(body, { objectMode: false, highWaterMark: 1 });
      // Also an export whose body is never read.
      stream.once('close', release);
      return {
        headers: {
          Link: linkTo(config.explorerUrl, query, writeExportCursor(cursorAtEnd(plan))),
          'Content-Disposition': `attachment; filename="${format.fileName}"`,
        },
        type: `${format.mediaType}; charset=utf-8`,
        stream,
      };
    } catch (error) {
      release();
      throw error;
    }
  };
}

function cursorOf({ query, principal }: ExportRequest, now: number): ExportCursor {
  const of = exportOf(principal.tenantId, query);
  const text = query.one('cursor');
  if (text === null) {
    return { of, since: feedFilterOf(query, now).since, exportedUpTo: new Map(), addedUpTo: 0, under: null };
  }
  const cursor = readExportCursor(text);
  if (cursor === null) throw refuse('must be a cursor of an earlier export');
  if (cursor.of !== of) throw refuse('must be used by the same key holder with the same filters');
  return cursor;
}

const refuse = (reason: string): ApiError => invalidParameters([{ parameter: 'cursor', reason }]);

interface BodyParts {
  readonly reading: ReadDependencies;
  readonly pages: ReturnType<typeof pagesOf>;
  readonly stillAdmitted: () => Promise<boolean>;
  readonly release: () => void;
}

/**
 * One chunk per page. The next page is read once the client has received the previous one. The export of the key ends with
 * its last line: a client that has read to the end may request the next one at once.
 */
async function* bodyOf(
  plan: ExportPlan,
  format: ExportFormat,
  { reading, pages, stillAdmitted, release }: BodyParts,
): AsyncGenerator<Buffer, void> {
  try {
    if (format.head !== '') yield Buffer.from(format.head);
    for await (const page of pages) {
      if (!(await stillAdmitted())) throw new ApiError('api_key_invalid', 'The API key was revoked, or expired');
      const lines = (await readPicked(page, reading)).map((read) =>
        format.line(read, writeExportCursor(cursorAfter(plan, read.picked)), reading.registry),
      );
      yield Buffer.from(lines.join(''));
    }
  } finally {
    release();
  }
}

/** Link to the export that continues behind this one, with the same filters (RFC 8288). */
function linkTo(explorerUrl: string, query: QueryValues, cursor: string): string {
  const lists = ['category', 'item', 'materiality', 'severity', 'direction'].flatMap((name) => {
    const members = query.many(name);
    return members === null ? [] : [[name, members.join(',')] as const];
  });
  const scalars = ['format', 'days', 'by', 'newOnly', 'showAll'].flatMap((name) => {
    const value = query.one(name);
    return value === null ? [] : [[name, value] as const];
  });
  const parameters = [...scalars, ...lists, ['cursor', cursor] as const].map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `<${explorerUrl}/me/monitoring/export?${parameters.join('&')}>; rel="next"`;
}
