import { ApiError } from '../../../api/errors.ts';
import type { Sender } from '../../../api/readmodel/resources/watchlist/commands.ts';
import { noteLength } from '../../../api/readmodel/resources/watchlist/schema.ts';
import { createWatchCommands, withNote } from '../../../api/readmodel/resources/watchlist/watch.ts';
import { readWatchlist, type Watchlist } from '../../../api/readmodel/resources/watchlist/queries.ts';
import { tablesOfTenant } from '../../../api/readmodel/tables/tenant-tables.ts';
import type { WatchItem } from '../../../schemas/generated/records.ts';
import { formats } from '../../../schemas/values/formats.ts';
import type { Answer } from '../../../api/route/answer.ts';
import { FormRefusal } from '../../form-refusal.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { type PageAnswer, type PageRequest, pageAnswer, type PageRoute, readerOf, seeOther } from '../../page-route.ts';
import { visibleLine } from '../../labels/visible.ts';
import { tagOf } from '../../readers/changes/change-view.ts';
import type { Outcome } from '../../sessions/done-cookie.ts';
import { actorOf } from '../../sessions/sessions.ts';
import { readByIdentifier } from '../../../api/readmodel/resources/search/queries.ts';
import { searchAssets } from '../../../api/readmodel/resources/search/read.ts';
import { openMatchesOf, readMatches } from '../../../api/readmodel/open-matches.ts';
import { changePath } from '../../readers/changes/change-view.ts';
import { standingsOf } from '../../../api/readmodel/resources/standing/read.ts';
import { coverageView } from '../../readers/coverage/coverage-view.ts';
import { ifReachable } from '../../readers/if-reachable.ts';
import { standingView } from '../../readers/standing/standing-view.ts';
import { addPages } from './add/routes.ts';
import { itemPage } from './item-page.tsx';
import { lacksIn, watchFilterIn } from './filter.ts';
import { itemPath } from './item.ts';
import { watchlistPage } from './page.tsx';
import { readSourcesOf } from './queries.ts';
import { rowOf, watchlistView } from './view.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

const yearMs = 365 * dayMs;

const mayWrite = (request: PageRequest): boolean => readerOf(request).principal.scopes.includes('watchlist:write');

/** The list of watched tokens, and what can be done with each. */
export function watchlistPages(dependencies: ExplorerDependencies): readonly PageRoute[] {
  const { clock, coverage, readNewest, registry, snapshots, sources, tables, texts } = dependencies;
  const commands = createWatchCommands(dependencies);
  const byIdentifier = (code: string) => readByIdentifier(tables, code);

  const listOf = async (tenantId: string): Promise<Watchlist> => {
    const { items, limit } = await readWatchlist(tablesOfTenant(tables, tenantId));
    return { items: await Promise.all(items.map((item) => withNote(item, tenantId, texts))), limit };
  };
  const newestOf = (tenantId: string) => {
    const now = clock();
    return readNewest(tenantId, now - yearMs, now);
  };
  const itemOf = async (request: PageRequest): Promise<WatchItem> => {
    const { items } = await listOf(readerOf(request).principal.tenantId);
    const item = items.find(({ itemId }) => itemId === (request.params['item'] ?? '').toLowerCase());
    if (item === undefined) throw notFound();
    return item;
  };
  const senderOf = (request: PageRequest): Sender => {
    const { principal } = readerOf(request);
    return { principal, traceparent: null, actor: actorOf(principal) };
  };
  const tokenOf = (assetId: string): string => {
    const { symbol, chain } = tagOf(assetId, registry.byId(assetId));
    return chain === '' ? visibleLine(symbol) : `${visibleLine(symbol)} on ${chain}`;
  };
  /** What was done, and the fields of the form of the item that take it back. */
  const act = async (request: PageRequest, item: WatchItem): Promise<Outcome> => {
    const { itemId, assetId, note, monitoringEnabled } = item;
    const sender = senderOf(request);
    const token = tokenOf(assetId);
    const action = itemPath(itemId);
    switch (request.form.get('do')) {
      case 'pause':
        await commands.update(sender, itemId, { monitoringEnabled: false });
        return { text: `${token} is paused.`, undo: { action, fields: { do: 'resume' } } };
      case 'resume':
        await commands.update(sender, itemId, { monitoringEnabled: true });
        return { text: `${token} is watched again.`, undo: { action, fields: { do: 'pause' } } };
      case 'note':
        await commands.update(sender, itemId, { note: noteIn(request.form) });
        return {
          text: `The note of ${token} is saved.`,
          undo: { action, fields: { do: 'note', note: note ?? '' } },
        };
      case 'remove':
        await commands.remove(sender, itemId);
        return {
          text: `${token} is removed.`,
          undo: {
            action: '/watchlist',
            fields: { assetId, note: note ?? '', ...(monitoringEnabled ? {} : { paused: 'true' }) },
          },
        };
      case 'retry':
        await commands.retryIntake(sender, itemId);
        return { text: `The intake of ${token} is queued again.`, undo: null };
      default:
        throw new ApiError('form_refused', 'do must be pause, resume, note, remove or retry');
    }
  };

  /** Adds a token; one that comes back from a removal has its note, and is paused as it was. */
  const add = async (request: PageRequest, assetId: string): Promise<PageAnswer> => {
    const note = noteIn(request.form);
    const sender = senderOf(request);
    const { changed, item } = await commands.add(sender, assetId);
    const { itemId } = item;
    const isPaused = request.form.has('paused');
    if (changed && (note !== null || isPaused)) {
      const update = { ...(note === null ? {} : { note }), ...(isPaused ? { monitoringEnabled: false } : {}) };
      await commands.update(sender, itemId, update);
    }
    const token = tokenOf(assetId);
    const undo = { action: itemPath(itemId), fields: { do: 'remove' } };
    const done = changed
      ? { text: `${token} is watched.`, undo }
      : { text: `${token} is on the list already.`, undo: null };
    return seeOther('/watchlist', { done, place: itemId });
  };

  const showList = async (request: PageRequest): Promise<Answer> => {
    const { tenantId } = readerOf(request).principal;
    const text = (request.query.get('add') ?? '').trim();
    const filter = watchFilterIn(request.query);
    const [list, newest, found, snapshot] = await Promise.all([
      listOf(tenantId),
      newestOf(tenantId),
      text === '' ? null : searchAssets(text, { registry, byIdentifier }),
      snapshots.fresh(tenantId),
    ]);
    const assetIds = list.items.map(({ assetId }) => assetId);
    const [standings, coverages] = await Promise.all([
      standingsOf(assetIds, dependencies),
      ifReachable(coverage.of(assetIds)),
    ]);
    const lacks = lacksIn(snapshot, filter.lacks);
    const facts = { newest, found, searched: text, registry, standings, coverages, filter, lacks };
    const view = watchlistView({ ...list, ...facts });
    return pageAnswer(watchlistPage({ view, frame: request.frame, mayWrite: mayWrite(request) }));
  };
  /** Notifications of a token outlive its place on the list. */
  const isRemoved = async (request: PageRequest): Promise<boolean> => {
    const id = (request.params['item'] ?? '').toLowerCase();
    const { items } = await snapshots.of(readerOf(request).principal.tenantId);
    return [...items.values()].some(({ itemId, isListed }) => itemId === id && !isListed);
  };
  const showItem = async (request: PageRequest): Promise<Answer> => {
    const { tenantId } = readerOf(request).principal;
    if (await isRemoved(request)) return seeOther('/watchlist');
    const item = await itemOf(request);
    const [newest, read, matches, standings, coverages] = await Promise.all([
      newestOf(tenantId),
      readSourcesOf(tables, item.assetId, sources),
      readMatches(tables, [item.assetId]),
      standingsOf([item.assetId], dependencies),
      ifReachable(coverage.of([item.assetId])),
    ]);
    const standing = standings(item.assetId);
    const row = rowOf(item, registry.byId(item.assetId), { newest, standing, coverage: null });
    const { assetId, addedAt } = item;
    const now = standingView(standing);
    const covered = coverages?.get(assetId);
    const shown = covered === undefined ? null : coverageView(covered, 'holder');
    const props = {
      row,
      now,
      matches: openMatchesOf(matches).matches.map(({ changeId, headline }) => ({
        headline,
        token: row.symbol,
        path: changePath(changeId),
      })),
      coverage: shown,
      assetId,
      addedAt,
      sources: read,
      frame: request.frame,
      mayWrite: mayWrite(request),
    };
    return pageAnswer(itemPage(props));
  };

  return [
    { name: 'watchlist', method: 'GET', path: '/watchlist', scopes: ['monitoring:read'], handle: showList },
    {
      name: 'watchlistAdd',
      method: 'POST',
      path: '/watchlist',
      scopes: ['monitoring:read', 'watchlist:write'],
      fields: ['assetId', 'note', 'paused'],
      again: showList,
      handle: async (request) => {
        const assetId = (request.form.get('assetId') ?? '').toLowerCase();
        if (!formats.uuid.accepts(assetId)) throw new ApiError('form_refused', 'assetId must be a UUID');
        return add(request, assetId);
      },
    },
    // Before the page of an item, whose path matches this one, too.
    ...addPages(dependencies),
    { name: 'watchlistItem', method: 'GET', path: '/watchlist/:item', scopes: ['monitoring:read'], handle: showItem },
    {
      name: 'watchlistAct',
      method: 'POST',
      path: '/watchlist/:item',
      scopes: ['monitoring:read', 'watchlist:write'],
      fields: ['do', 'note'],
      again: showItem,
      handle: async (request) => {
        const item = await itemOf(request);
        const done = await act(request, item);
        if (request.form.get('do') === 'note') return seeOther(itemPath(item.itemId), { done });
        return seeOther('/watchlist', { done, ...(request.form.get('do') === 'remove' ? {} : { place: item.itemId }) });
      },
    },
  ];
}

/** The note of a form; null for none. */
function noteIn(form: URLSearchParams): string | null {
  const note = (form.get('note') ?? '').replaceAll('\r\n', '\n');
  if (Array.from(note).length > noteLength) {
    throw new FormRefusal('note', `A note has up to ${noteLength} characters`);
  }
  return note === '' ? null : note;
}

const notFound = (): ApiError => new ApiError('not_found', 'No such token on your watchlist');
