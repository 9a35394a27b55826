import { unfiltered } from '../../../api/readmodel/resources/changes/filter.ts';
import { ApiError } from '../../../api/errors.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { pageAnswer, type PageRequest, type PageRoute } from '../../page-route.ts';
import { type ChangeView, changeView } from '../../readers/changes/change-view.ts';
import type { RecordedReading } from '../../left-out.ts';
import { documentPage } from './page.tsx';
import {
  type DeclaredSource,
  type DocumentFetch,
  readFetches,
  readStatedValues,
} from '../../readers/documents/queries.ts';
import { readValueChanges } from './readings.ts';
import { documentView } from './view.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

type Dependencies = Pick<
  ExplorerDependencies,
  'clock' | 'describeValue' | 'readFeed' | 'readLeftOut' | 'registry' | 'snapshots' | 'sources' | 'tables'
>;

const yearMs = 365 * dayMs;

/** What is known of a declared document: its fetches and its values, never its text. */
export function documentRoutes(dependencies: Dependencies): readonly PageRoute[] {
  const { clock, describeValue, readFeed, readLeftOut, registry, snapshots, sources, tables } = dependencies;

  /** Sources of public tokens, and of those that the reader watches. */
  const visibleTo = async (
    { reader }: PageRequest,
    declared: readonly DeclaredSource[],
  ): Promise<readonly DeclaredSource[]> => {
    const mayRead = reader?.principal.scopes.includes('monitoring:read') === true;
    const snapshot = mayRead ? await snapshots.of(reader.principal.tenantId) : null;
    return declared.filter(
      ({ assetId }) => registry.byId(assetId)?.public === true || snapshot?.items.get(assetId)?.isListed === true,
    );
  };

  const draftsOf = async (
    { reader }: PageRequest,
    declared: readonly DeclaredSource[],
  ): Promise<readonly ChangeView[] | null> => {
    if (reader?.principal.scopes.includes('monitoring:read') !== true) return null;
    const { tenantId } = reader.principal;
    const { items } = await snapshots.of(tenantId);
    const watched = declared.flatMap(({ assetId }) => items.get(assetId)?.itemId ?? []);
    if (watched.length === 0) return [];
    const now = clock();
    const all = { ...unfiltered, showAll: true };
    const { changes } = await readFeed(tenantId, { ...all, items: watched, since: now - yearMs }, now);
    const own = new Set(declared.map(({ assetId, sourceId }) => `${assetId} ${sourceId}`));
    return changes
      .filter(({ change }) => !change.confirmed && own.has(`${change.assetId} ${change.sourceKey}`))
      .map((found) => changeView({ ...found, isNew: false }, registry.byId(found.change.assetId), sources));
  };

  return [
    {
      name: 'document',
      method: 'GET',
      path: '/sources/documents/:id',
      scopes: null,
      handle: async (request) => {
        const id = (request.params['id'] ?? '').toLowerCase();
        const [newest, ...others] = /^[0-9a-f]{64}$/.test(id) ? await readFetches(tables, id) : [];
        const declared = newest === undefined ? [] : await visibleTo(request, newest.declared);
        if (newest === undefined || declared.length === 0) throw new ApiError('not_found', 'No such document');
        const read = recordedReading([newest, ...others], declared);
        const [values, drafts, changes, leftOut] = await Promise.all([
          readStatedValues(tables, declared),
          draftsOf(request, declared),
          readValueChanges(tables, declared),
          read === null ? null : readLeftOut(read),
        ]);
        const byId = (assetId: string) => registry.byId(assetId);
        const fetches = [newest, ...others] as const;
        const chosen = chosenIn(request.query, fetches);
        const facts = { fetches, declared, values, drafts, changes, chosen, leftOut };
        const view = documentView({ ...facts, byId, describe: describeValue, now: clock() });
        return pageAnswer(documentPage(view, request.frame));
      },
    },
  ];
}

/** The newest reading of a document by the profile of a source that the reader may see; null where there is none. */
function recordedReading(
  fetches: readonly DocumentFetch[],
  declared: readonly DeclaredSource[],
): RecordedReading | null {
  const fetch = fetches.find(
    ({ reading, outcome }) => outcome !== 'not_modified' && (reading?.sha256 ?? null) !== null,
  );
  const source = declared.find(({ profileSha256 }) => profileSha256 !== null);
  const [reading, profile] = [fetch?.reading?.sha256 ?? null, source?.profileSha256 ?? null];
  if (fetch === undefined || source === undefined || reading === null || profile === null) return null;
  const isWhole = fetch.reading?.ended === 'whole';
  return { reading, profile, kind: source.kind, url: fetch.finalUrl ?? fetch.url, isWhole };
}

/** Two readings that the reader chose, the earlier one first; null unless both are readings of the document. */
function chosenIn(query: URLSearchParams, fetches: readonly DocumentFetch[]): readonly [number, number] | null {
  const times = new Set(fetches.filter(({ sha256 }) => sha256 !== null).map(({ asOf }) => asOf));
  const [from = Number.NaN, to = Number.NaN] = ['from', 'to'].map((name) => Date.parse(query.get(name) ?? ''));
  return times.has(from) && times.has(to) ? [Math.min(from, to), Math.max(from, to)] : null;
}
