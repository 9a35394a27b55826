import { ApiError } from '../../../api/errors.ts';
import { counted } from '../../labels/dates.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { FormRefusal } from '../../form-refusal.ts';
import { type Order, orders, reviewLimits } from '../../operator-port.ts';
import { type PageAnswer, pageAnswer, type PageRequest, type PageRoute, readerOf, seeOther } from '../../page-route.ts';
import { whyNotName } from '../../../schemas/values/visible-name.ts';
import { tagOf } from '../../readers/changes/change-view.ts';
import { longestName } from './open-card.tsx';
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
    const { keyId } = readerOf(request).principal;
    const [by, why] = [(form.get('by') ?? '').trim(), form.get('why') ?? ''];
    if (by === '' || Array.from(by).length > longestName) {
      throw new FormRefusal('by', `who decides is a name of 1 to ${longestName} characters`);
    }
    const hides = whyNotName(by);
    if (hides !== null) throw new FormRefusal('by', `the name ${hides}`);
    if (why.trim() === '' || Array.from(why).length > reviewLimits.why) {
      throw new FormRefusal('why', `the reason has 1 to ${reviewLimits.why} characters`);
    }
    const verdict = verdictOf(form);
    const chosen = form.getAll('change').map(memberIn);
    if (chosen.length === 0) throw new ApiError('form_refused', 'Choose at least one token');
    if (chosen.length > mostMembers) throw new ApiError('form_refused', `Decide up to ${mostMembers} at once`);
    // A name alone could be typed by any holder of a key of the operator.
    const given = { verdict, why, by: `${by} (key ${keyId})` };
    const refusals: string[] = [];
    for (const member of chosen) {
      const decided = await operator.decide({ ...member, ...given });
      if ('refused' in decided) refusals.push(decided.refused);
    }
    const [refusal] = refusals;
    const recorded = chosen.length - refusals.length;
    if (refusal !== undefined && recorded === 0) throw new ApiError('form_refused', refusal);
    const sentence = `${counted(recorded, 'review')} recorded: ${verdict}.`;
    const rest = refusal === undefined ? '' : ` ${refusals.length} not recorded: ${refusal}.`;
    return seeOther('/operator', { done: `${sentence}${rest}` });
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
  ];
}

/** The change and the revision that a tick names. */
function memberIn(text: string): { readonly id: string; readonly revision: number } {
  const [id = '', revision = ''] = text.split(' ', 2);
  return { id, revision: Number(revision) };
}

const orderOf = (query: URLSearchParams): Order => orders.find((order) => order === query.get('order')) ?? 'level';

function verdictOf(form: URLSearchParams): 'confirmed' | 'dismissed' {
  const verdict = form.get('verdict');
  if (verdict === 'confirmed' || verdict === 'dismissed') return verdict;
  throw new ApiError('form_refused', 'verdict must be confirmed or dismissed');
}
