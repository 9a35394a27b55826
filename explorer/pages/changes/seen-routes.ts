import { ApiError } from '../../../api/errors.ts';
import { countNew, type NewChanges } from '../../../api/readmodel/resources/changes/new-changes.ts';
import { moveSeenMarker, seenBehindMs } from '../../../api/readmodel/resources/changes/seen.ts';
import type { Answer } from '../../../api/route/answer.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { counted } from '../../labels/dates.ts';
import { nextPath } from '../../labels/next-path.ts';
import { pageAnswer, type PageRequest, type PageRoute, readerOf, seeOther } from '../../page-route.ts';
import { changeView } from '../../readers/changes/change-view.ts';
import { actorOf } from '../../sessions/sessions.ts';
import { storiesOf } from '../../stories.ts';
import { byDay } from './by-day.ts';
import { newChangesPage } from './new-page.tsx';
import { markableOf, seenControlOf } from './seen.ts';
import { newPath } from './seen-form.tsx';

type Dependencies = Pick<
  ExplorerDependencies,
  'clock' | 'commands' | 'ids' | 'outcomes' | 'registry' | 'snapshots' | 'sources' | 'tables'
>;

/** All new changes of the reader, and the form that marks those of a page as seen (conformance U-04). */
export function seenRoutes(
  dependencies: Dependencies,
  newChanges: NewChanges,
  again: PageRoute['handle'],
): readonly PageRoute[] {
  const { clock, registry, snapshots, sources, tables } = dependencies;

  const showNew = async (request: PageRequest): Promise<Answer> => {
    const { tenantId } = readerOf(request).principal;
    const [changes, snapshot] = await Promise.all([newChanges.first(tenantId), snapshots.of(tenantId)]);
    const markable = markableOf(changes, snapshot, clock());
    const counts = await newChanges.count(tenantId, markable.upTo);
    const views = changes.map((one) => changeView({ ...one, isNew: true }, registry.byId(one.change.assetId), sources));
    const view = { shown: changes.length, all: counts.all, days: byDay(storiesOf(views)) };
    return pageAnswer(newChangesPage({ ...view, seen: seenControlOf(markable, counts) }, request.frame));
  };

  /** Throws unless the page had every new change up to that time. */
  const checkPage = async (tenantId: string, upTo: number, count: number): Promise<void> => {
    if (upTo > clock() - seenBehindMs) throw conflict('the time is not one of a page: load it again');
    const present = (await countNew(tables, await snapshots.fresh(tenantId), upTo)).upTo;
    if (present > count) throw conflict(`${present - count} more arrived: load them first`);
    if (present < count) throw conflict('some of them are not new any more: load the page again');
  };

  return [
    { name: 'changesNew', method: 'GET', path: newPath, scopes: ['monitoring:read'], handle: showNew },
    {
      name: 'changesSeen',
      method: 'POST',
      path: '/changes/seen',
      scopes: ['monitoring:read', 'watchlist:write'],
      fields: ['upTo', 'count', 'back'],
      again,
      handle: async (request) => {
        const { principal } = readerOf(request);
        const [upTo, count] = [numberIn(request.form, 'upTo'), numberIn(request.form, 'count')];
        const { seenAt } = await snapshots.fresh(principal.tenantId);
        // Sent a second time, it has nothing to do.
        if (seenAt < upTo) {
          await checkPage(principal.tenantId, upTo, count);
          await moveSeenMarker({ principal, traceparent: null, actor: actorOf(principal) }, upTo, dependencies);
        }
        return seeOther(nextPath(request.form.get('back')), { done: `${counted(count, 'change')} marked as seen.` });
      },
    },
  ];
}

const conflict = (sentence: string): ApiError => new ApiError('form_refused', sentence, { status: 409 });

function numberIn(form: URLSearchParams, name: string): number {
  const given = form.get(name) ?? '';
  if (!/^\d{1,15}$/.test(given)) throw new ApiError('form_refused', `${name} must be a number of the page`);
  return Number(given);
}
