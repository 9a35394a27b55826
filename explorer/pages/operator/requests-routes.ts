import { ApiError } from '../../../api/errors.ts';
import { declineRequests } from '../../../api/readmodel/resources/requests/decline.ts';
import type { TenantRequest } from '../../../api/readmodel/accounts/queries.ts';
import { FormRefusal } from '../../form-refusal.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { type PageRequest, pageAnswer, type PageRoute, readerOf } from '../../page-route.ts';
import { actorOf } from '../../sessions/sessions.ts';
import { openRequests } from './open-requests.ts';
import { requestsPage, type RequestedToken } from './requests-page.tsx';

/** Rows of the page. */
const mostTokens = 500;
const longestReason = 500;

/** Tokens that key holders ask for: what several ask for is one row, and one decision for all of them. */
export function requestsRoutes(dependencies: ExplorerDependencies): readonly PageRoute[] {
  const { texts } = dependencies;
  const scopes = ['operator'] as const;

  const noteOf = async ({ tenantId, note }: TenantRequest): Promise<readonly string[]> => {
    const text = note === null ? null : await texts.open({ tenantId, purpose: 'request note' }, note);
    return text === null ? [] : [text];
  };
  const rowOf = async (caip19: string, requests: readonly TenantRequest[]): Promise<RequestedToken> => ({
    caip19,
    tenants: requests.map(({ tenantId }) => tenantId),
    notes: (await Promise.all(requests.map(noteOf))).flat(),
    since: Math.min(...requests.map(({ createdAt }) => createdAt)),
  });
  const show = async ({ frame }: PageRequest, done?: string): Promise<Buffer> => {
    const tokens = [...(await openRequests(dependencies))].sort(([, a], [, b]) => b.length - a.length);
    const rows = await Promise.all(tokens.slice(0, mostTokens).map(([caip19, requests]) => rowOf(caip19, requests)));
    return requestsPage({ frame, done, rows });
  };

  return [
    {
      name: 'operatorRequests',
      method: 'GET',
      path: '/operator/requests',
      scopes,
      handle: async (request) => pageAnswer(await show(request)),
    },
    {
      name: 'operatorDecline',
      method: 'POST',
      path: '/operator/requests',
      scopes,
      fields: ['caip19', 'reason'],
      again: async (request) => pageAnswer(await show(request)),
      handle: async (request) => {
        const caip19 = request.form.get('caip19') ?? '';
        const reason = reasonIn(request.form);
        const requests = (await openRequests(dependencies)).get(caip19);
        if (requests === undefined) throw new ApiError('form_refused', 'No key holder asks for this token now');
        await declineRequests(requests, { reason, actor: actorOf(readerOf(request).principal) }, dependencies);
        return pageAnswer(await show(request, `${caip19} is declined; each key holder who asked reads the reason.`));
      },
    },
  ];
}

function reasonIn(form: URLSearchParams): string {
  const reason = (form.get('reason') ?? '').trim();
  if (reason === '') throw new FormRefusal('reason', 'A refusal has a reason, which the key holders read');
  if (Array.from(reason).length > longestReason) {
    throw new FormRefusal('reason', `A reason has up to ${longestReason} characters`);
  }
  return reason;
}
