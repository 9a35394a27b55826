import { Readable } from 'node:stream';
import { ApiError } from '../../../api/errors.ts';
import { createConcurrencyLimit } from '../../../api/readmodel/concurrency-limit.ts';
import type { QueryValues } from '../../../api/readmodel/input.ts';
import { readChanges } from '../../../api/readmodel/memory/changes/change-cache.ts';
import { feedFilterOf } from '../../../api/readmodel/resources/changes/filter.ts';
import type { PickedChange } from '../../../api/readmodel/resources/changes/picked.ts';
import { pickChanges } from '../../../api/readmodel/resources/changes/queries.ts';
import { csvLine } from '../../../api/readmodel/resources/export/csv.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { isoDayOf } from '../../labels/dates.ts';
import { type PageRoute, readerOf } from '../../page-route.ts';
import { type CsvFacts, csvCells, csvColumns } from './csv-columns.ts';

/** Changes of one file. Their ids and times are in memory at once, their texts a page at a time. */
const mostInCsv = 10_000;
const pageSize = 500;

/** Spreadsheets read UTF-8 only behind this mark. */
const byteOrderMark = '\u{feff}';

type Dependencies = Pick<
  ExplorerDependencies,
  'clock' | 'config' | 'guard' | 'registry' | 'snapshots' | 'sources' | 'tables'
>;

/** The changes of the page as a file for spreadsheets: the same filters and order, and more than the page shows. */
export function csvRoute(dependencies: Dependencies, readFilter: (given: URLSearchParams) => QueryValues): PageRoute {
  const { clock, config, guard, registry, snapshots, sources, tables } = dependencies;
  const limit = createConcurrencyLimit(1);

  async function* linesOf(
    picked: readonly PickedChange[],
    facts: Omit<CsvFacts, 'asset' | 'change'>,
    keyId: string,
  ): AsyncGenerator<Buffer, void> {
    yield Buffer.from(byteOrderMark + csvLine(csvColumns));
    for (let from = 0; from < picked.length; from += pageSize) {
      if ((await guard.keys.principalOf(keyId)) === null) {
        throw new ApiError('api_key_invalid', 'The API key was revoked, or expired');
      }
      const page = picked.slice(from, from + pageSize);
      // A file reads each change once: in the cache they would evict changes that are read often.
      const texts = await readChanges(tables, page);
      const lines = page.flatMap(({ id, assetId }) => {
        const change = texts.get(id);
        return change === undefined ? [] : [csvLine(csvCells({ ...facts, change, asset: registry.byId(assetId) }))];
      });
      yield Buffer.from(lines.join(''));
    }
  }

  return {
    name: 'changesCsv',
    method: 'GET',
    path: '/changes.csv',
    scopes: ['monitoring:read'],
    handle: async (request) => {
      const { principal } = readerOf(request);
      const now = clock();
      const filter = feedFilterOf(readFilter(request.query), now);
      const release = limit.acquire(principal.keyId, 'A file is being made with this key; one at a time is');
      try {
        const { changes } = await pickChanges(tables, await snapshots.fresh(principal.tenantId), filter, mostInCsv);
        const facts = { sources, by: filter.by, explorerUrl: config.explorerUrl };
        const stream = Readable.from(linesOf(changes, facts, principal.keyId), { objectMode: false, highWaterMark: 1 });
        // Also of a file whose body is never read.
        stream.once('close', release);
        const name = `attestry-changes-${isoDayOf(now)}.csv`;
        return {
          status: 200,
          type: 'text/csv; charset=utf-8',
          stream,
          headers: { 'Content-Disposition': `attachment; filename="${name}"` },
        };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}
