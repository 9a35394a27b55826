import { ApiError } from '../../../api/errors.ts';
import type { Answer } from '../../../api/route/answer.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { FormRefusal } from '../../form-refusal.ts';
import { type Order, orders, reviewLimits } from '../../operator-port.ts';
import { pageAnswer, type PageRequest, type PageRoute, readerOf, seeOther } from '../../page-route.ts';
import { whyNotName } from '../../../schemas/values/visible-name.ts';
import { tagOf } from '../../readers/changes/change-view.ts';
import { longestName } from './open-card.tsx';
import { openPage, type OpenPageProps } from './open-page.tsx';
import { openView } from './sides.ts';

/** Cards of one page. */
const mostShown = 50;

/** Open candidates and drafts, and the decisions on them (U-27). */
export function openRoutes({ operator, registry, sources }: ExplorerDependencies): readonly PageRoute[] {
  const scopes = ['operator'] as const;

  const show = async ({ frame, query }: PageRequest, decided: OpenPageProps['decided'] = null): Promise<Buffer> => {
    const order = orderOf(query);
    const { open, more } = await operator.openChanges(order);
    const views = open
      .slice(0, mostShown)
      .map((one) => openView(one, tagOf(one.change.assetId, registry.byId(one.change.assetId)), sources));
    return openPage({ frame, order, open: views, more: more || open.length > mostShown, decided });
  };

  const decide = async (request: PageRequest): Promise<Answer> => {
    const { form } = request;
    const { keyId } = readerOf(request).principal;
    const [id, by, why] = [form.get('id') ?? '', (form.get('by') ?? '').trim(), form.get('why') ?? ''];
    if (by === '' || Array.from(by).length > longestName) {
      throw new FormRefusal('by', `who decides is a name of 1 to ${longestName} characters`);
    }
    const hides = whyNotName(by);
    if (hides !== null) throw new FormRefusal('by', `the name ${hides}`);
    if (why.trim() === '' || Array.from(why).length > reviewLimits.why) {
      throw new FormRefusal('why', `the reason has 1 to ${reviewLimits.why} characters`);
    }
    const given = { id, revision: Number(form.get('revision')), verdict: verdictOf(form), why };
    // A name alone could be typed by any holder of a key of the operator.
    const decided = await operator.decide({ ...given, by: `${by} (key ${keyId})` });
    if ('refused' in decided) throw new ApiError('form_refused', decided.refused);
    return seeOther(`/operator?decided=${encodeURIComponent(id)}`);
  };

  return [
    {
      name: 'operator',
      method: 'GET',
      path: '/operator',
      scopes,
      handle: async (request) => {
        const id = request.query.get('decided');
        const change = id === null ? null : await operator.changeOf(id);
        return pageAnswer(await show(request, change === null ? null : standingOf(change)));
      },
    },
    {
      name: 'operatorDecide',
      method: 'POST',
      path: '/operator/changes',
      scopes,
      fields: ['id', 'revision', 'why', 'by', 'verdict'],
      again: async (request) => pageAnswer(await show(request)),
      handle: decide,
    },
  ];
}

const standingOf = ({ explanation, revisedAt }: Change): OpenPageProps['decided'] => ({
  headline: explanation.headline,
  standing: explanation.whatDetail,
  at: revisedAt,
});

const orderOf = (query: URLSearchParams): Order => orders.find((order) => order === query.get('order')) ?? 'level';

function verdictOf(form: URLSearchParams): 'confirmed' | 'dismissed' {
  const verdict = form.get('verdict');
  if (verdict === 'confirmed' || verdict === 'dismissed') return verdict;
  throw new ApiError('form_refused', 'verdict must be confirmed or dismissed');
}
