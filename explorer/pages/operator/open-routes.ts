import { ApiError } from '../../../api/errors.ts';
import { counted } from '../../labels/dates.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { type Order, orders } from '../../operator-port.ts';
import { type PageAnswer, pageAnswer, type PageRequest, type PageRoute, seeOther } from '../../page-route.ts';
import { tagOf } from '../../readers/changes/change-view.ts';
import { givenReview, revisionIn } from './given-review.ts';
import { openPage } from './open-page.tsx';
import { createAttention } from './attention.ts';
import { watchedBy } from '../../readers/watched-by.ts';
import { storiesOf } from '../../stories.ts';
import { openView } from './sides.ts';

/** Cards of one page. */
const mostShown = 50;
/** Reviews of one form. */
const mostMembers = 100;

/** Open candidates and drafts, and the decisions on them (U-27). */
export function openRoutes({
  clock,
  operator,
  registry,
  snapshots,
  sources,
  tables,
}: ExplorerDependencies): readonly PageRoute[] {
  const scopes = ['operator'] as const;

  const attention = createAttention({ tables, sources, clock });

  const show = async (request: PageRequest): Promise<Buffer> => {
    const { frame, query } = request;
    const order = orderOf(query);
    const [{ open, more }, decided, lines, itemOf] = await Promise.all([
      operator.openChanges(order),
      operator.decided(),
      attention(),
      watchedBy(request, snapshots),
    ]);
    const views = open.map((one) => {
      const { assetId } = one.change;
      return openView(one, tagOf(assetId, registry.byId(assetId)), sources, itemOf(assetId) !== null);
    });
    const stories = storiesOf(views);
    const shown = stories.slice(0, mostShown);
    return openPage({ frame, order, open: shown, attention: lines, more: more || stories.length > mostShown, decided });
  };

  const decide = async (request: PageRequest): Promise<PageAnswer> => {
    const { form } = request;
    const given = { ...givenReview(request), verdict: verdictOf(form) };
    const chosen = form.getAll('change').map(revisionIn);
    if (chosen.length === 0) throw new ApiError('form_refused', 'Choose at least one token');
    if (chosen.length > mostMembers) throw new ApiError('form_refused', `Decide up to ${mostMembers} at once`);
    const refusals: string[] = [];
    for (const member of chosen) {
      const decided = await operator.decide({ ...member, ...given });
      if ('refused' in decided) refusals.push(decided.refused);
    }
    const [refusal] = refusals;
    const recorded = chosen.length - refusals.length;
    if (refusal !== undefined && recorded === 0) throw new ApiError('form_refused', refusal);
    const sentence = `${counted(recorded, 'review')} recorded: ${given.verdict}.`;
    const rest = refusal === undefined ? '' : ` ${refusals.length} not recorded: ${refusal}.`;
    return seeOther('/operator', { done: `${sentence}${rest}` });
  };

  const reopen = async (request: PageRequest): Promise<PageAnswer> => {
    const given = { ...givenReview(request), verdict: 'reopened' } as const;
    const decided = await operator.decide({ ...revisionIn(request.form.get('change') ?? ''), ...given });
    if ('refused' in decided) throw new ApiError('form_refused', decided.refused);
    return seeOther('/operator', { done: 'Reopened: it waits for a decision again.' });
  };

  return [
    {
      name: 'operator',
      method: 'GET',
      path: '/operator',
      scopes,
      handle: async (request) => pageAnswer(await show(request)),
    },
    {
      name: 'operatorDecide',
      method: 'POST',
      path: '/operator/changes',
      scopes,
      fields: ['story', 'change', 'why', 'by', 'verdict'],
      repeated: ['change'],
      again: async (request) => pageAnswer(await show(request)),
      handle: decide,
    },
    {
      name: 'operatorReopen',
      method: 'POST',
      path: '/operator/changes/reopen',
      scopes,
      fields: ['change', 'why', 'by'],
      again: async (request) => pageAnswer(await show(request)),
      handle: reopen,
    },
  ];
}

const orderOf = (query: URLSearchParams): Order => orders.find((order) => order === query.get('order')) ?? 'level';

function verdictOf(form: URLSearchParams): 'confirmed' | 'dismissed' {
  const verdict = form.get('verdict');
  if (verdict === 'confirmed' || verdict === 'dismissed') return verdict;
  throw new ApiError('form_refused', 'verdict must be confirmed or dismissed');
}
