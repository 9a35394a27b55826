import { ApiError } from '../../../api/errors.ts';
import { openEndpoint, type StoredEndpoint } from '../../../api/readmodel/webhooks/endpoint.ts';
import { mostEndpoints } from '../../../api/readmodel/webhooks/manage.ts';
import type { StoredDelivery } from '../../../api/readmodel/webhooks/queries.ts';
import type { Answer } from '../../../api/route/answer.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { type PageAnswer, type PageRequest, pageAnswer, type PageRoute, readerOf, seeOther } from '../../page-route.ts';
import { actorOf } from '../../sessions/sessions.ts';
import { webhookScopes } from '../../readers/webhooks/account-line.ts';
import { endpointPage } from './endpoint-page.tsx';
import { secretPage, webhooksPage } from './page.tsx';
import { endpointPath, webhooksPath } from '../../labels/webhook-paths.ts';
import { deliveryView, type EndpointView, endpointView } from '../../readers/webhooks/view.ts';

/** Tries on the page of an endpoint. */
const mostDeliveries = 50;

/** The endpoints of the tenant: add, show, test, send again, pause, enable, rotate, remove. */
export function webhookPages(dependencies: ExplorerDependencies): readonly PageRoute[] {
  const { clock, texts, webhooks } = dependencies;

  const endpointOf = (request: PageRequest): Promise<StoredEndpoint> =>
    webhooks.find(readerOf(request).principal.tenantId, request.params['endpoint'] ?? '');
  const viewOf = async (endpoint: StoredEndpoint): Promise<EndpointView> =>
    endpointView(endpoint, (await openEndpoint(endpoint, texts, clock()))?.url ?? null, clock());
  const senderOf = (request: PageRequest) => {
    const { principal } = readerOf(request);
    return { tenantId: principal.tenantId, actor: actorOf(principal) };
  };
  const byHand = (request: PageRequest) => ({ actor: senderOf(request).actor, begun: request.leavePlace });
  const repeated = async (request: PageRequest, endpoint: StoredEndpoint): Promise<StoredDelivery> => {
    const [id, at] = [request.form.get('message'), Number(request.form.get('at'))];
    const all = await webhooks.deliveries(endpoint, mostDeliveries);
    const delivery = all.find((one) => one.messageId === id && one.at === at && one.cursor !== '');
    if (delivery === undefined)
      throw new ApiError('not_found', 'This try is no longer among the last ones; load the page again');
    return delivery;
  };

  const act = async (request: PageRequest): Promise<PageAnswer> => {
    const endpoint = await endpointOf(request);
    const { endpointId } = endpoint;
    const path = endpointPath(endpointId);
    switch (request.form.get('do')) {
      case 'pause':
        await webhooks.update(senderOf(request), endpointId, { enabled: false });
        // One that was stopped already is not as it was once it sends again.
        return endpoint.state === 'enabled'
          ? seeOther(path, {
              done: { text: 'The endpoint is paused.', undo: { action: path, fields: { do: 'resume' } } },
            })
          : seeOther(path, { done: 'The endpoint is paused.' });
      case 'resume':
        await webhooks.update(senderOf(request), endpointId, { resumed: true });
        return seeOther(path, { done: 'The endpoint sends again, as before the pause.' });
      case 'enable':
        await webhooks.update(senderOf(request), endpointId, { enabled: true });
        return seeOther(path, { done: 'The endpoint is enabled.' });
      case 'rotate': {
        const { secret, bothUntil } = await webhooks.rotate(senderOf(request), endpointId);
        const { host } = await viewOf(endpoint);
        return pageAnswer(secretPage({ endpointId, host, secret, bothUntil, frame: request.frame }));
      }
      case 'remove':
        await webhooks.remove(senderOf(request), endpointId);
        return seeOther(webhooksPath, { done: 'The endpoint is removed.' });
      case 'test':
        await webhooks.sendTest(endpoint, byHand(request));
        return seeOther(path, { done: 'A test was sent: its try stands below.' });
      case 'again':
        await webhooks.sendAgain(endpoint, await repeated(request, endpoint), byHand(request));
        return seeOther(path, { done: 'The message was sent again: its try stands below.' });
      default:
        throw new ApiError('form_refused', 'do must be test, again, pause, resume, enable, rotate or remove');
    }
  };

  const showAll = async (request: PageRequest): Promise<Answer> => {
    const all = await webhooks.list(readerOf(request).principal.tenantId);
    const endpoints = await Promise.all(all.map(viewOf));
    return pageAnswer(webhooksPage({ endpoints, most: mostEndpoints, frame: request.frame }));
  };
  const show = async (request: PageRequest): Promise<Answer> => {
    const endpoint = await endpointOf(request);
    const { tenantId } = endpoint;
    const stored = await webhooks.deliveries(endpoint, mostDeliveries);
    const deliveries = await Promise.all(
      stored.map(async (one) => {
        const text = one.answer === null ? null : await texts.open({ tenantId, purpose: 'webhook answer' }, one.answer);
        return deliveryView(one, text ?? '');
      }),
    );
    return pageAnswer(endpointPage({ endpoint: await viewOf(endpoint), deliveries, frame: request.frame }));
  };

  return [
    { name: 'webhooks', method: 'GET', path: webhooksPath, scopes: webhookScopes, handle: showAll },
    {
      name: 'webhookAdd',
      method: 'POST',
      path: webhooksPath,
      scopes: webhookScopes,
      fields: ['url'],
      again: showAll,
      handle: async (request) => {
        const { endpointId, secret } = await webhooks.create(senderOf(request), request.form.get('url') ?? '');
        const { host } = await viewOf(await webhooks.find(senderOf(request).tenantId, endpointId));
        return pageAnswer(secretPage({ endpointId, host, secret, bothUntil: null, frame: request.frame }));
      },
    },
    { name: 'webhook', method: 'GET', path: endpointPath(':endpoint'), scopes: webhookScopes, handle: show },
    {
      name: 'webhookAct',
      method: 'POST',
      path: endpointPath(':endpoint'),
      scopes: webhookScopes,
      fields: ['do', 'message', 'at'],
      again: show,
      handle: act,
    },
  ];
}
