import { ApiError } from '../../../api/errors.ts';
import { createEventReader } from '../../../api/readmodel/resources/stream/read-events.ts';
import { tablesOfTenant } from '../../../api/readmodel/tables/tenant-tables.ts';
import { createByHandSender, messageAgain, testMessage } from '../../../api/readmodel/webhooks/by-hand.ts';
import { openEndpoint, type StoredEndpoint } from '../../../api/readmodel/webhooks/endpoint.ts';
import {
  createEndpointCommands,
  endpointAddress,
  mostEndpoints,
  noSuchEndpoint,
} from '../../../api/readmodel/webhooks/manage.ts';
import type { Message } from '../../../api/readmodel/webhooks/message.ts';
import { readDeliveries, readEndpoints, type StoredDelivery } from '../../../api/readmodel/webhooks/queries.ts';
import type { Answer } from '../../../api/route/answer.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { FormRefusal } from '../../form-refusal.ts';
import { type PageRequest, pageAnswer, type PageRoute, readerOf, seeOther } from '../../page-route.ts';
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
  const { clock, ids, tables, texts, webhooks } = dependencies;
  const { changes: store, ...rest } = dependencies;
  const events = createEventReader({ ...rest, store });
  const sendNow = createByHandSender({ ...dependencies, post: webhooks.post, reader: events });
  const commands = createEndpointCommands({ ...dependencies, events });

  const endpointsOf = (request: PageRequest): Promise<readonly StoredEndpoint[]> =>
    readEndpoints(tablesOfTenant(tables, readerOf(request).principal.tenantId));
  const endpointOf = async (request: PageRequest): Promise<StoredEndpoint> => {
    const all = await endpointsOf(request);
    const found = all.find(({ endpointId }) => endpointId === (request.params['endpoint'] ?? '').toLowerCase());
    if (found === undefined) throw noSuchEndpoint();
    return found;
  };
  const viewOf = async (endpoint: StoredEndpoint): Promise<EndpointView> =>
    endpointView(endpoint, (await openEndpoint(endpoint, texts, clock()))?.url ?? null, clock());
  const deliveriesOf = ({ tenantId, endpointId }: StoredEndpoint, most: number): Promise<readonly StoredDelivery[]> =>
    readDeliveries(tablesOfTenant(tables, tenantId), endpointId, { now: clock(), limit: most });
  const senderOf = (request: PageRequest) => {
    const { principal } = readerOf(request);
    return { tenantId: principal.tenantId, actor: actorOf(principal) };
  };
  const send = (request: PageRequest, endpoint: StoredEndpoint, message: Message): Promise<void> =>
    sendNow(endpoint, message, actorOf(readerOf(request).principal), request.leavePlace);
  const repeated = async (request: PageRequest, endpoint: StoredEndpoint): Promise<Message> => {
    const [id, at] = [request.form.get('message'), Number(request.form.get('at'))];
    const all = await deliveriesOf(endpoint, mostDeliveries);
    const delivery = all.find((one) => one.messageId === id && one.at === at && one.cursor !== '');
    if (delivery === undefined)
      throw new ApiError('not_found', 'This try is no longer among the last ones; load the page again');
    return messageAgain(endpoint, delivery, { reader: events });
  };

  const act = async (request: PageRequest): Promise<Answer> => {
    const endpoint = await endpointOf(request);
    const { endpointId } = endpoint;
    switch (request.form.get('do')) {
      case 'pause':
        await commands.setEnabled(senderOf(request), endpointId, false);
        break;
      case 'enable':
        await commands.setEnabled(senderOf(request), endpointId, true);
        break;
      case 'rotate': {
        const { secret, bothUntil } = await commands.rotate(senderOf(request), endpointId);
        const { host } = await viewOf(endpoint);
        return pageAnswer(secretPage({ endpointId, host, secret, bothUntil, frame: request.frame }));
      }
      case 'remove':
        await commands.remove(senderOf(request), endpointId);
        return seeOther(webhooksPath);
      case 'test':
        await send(request, endpoint, testMessage(endpoint, ids(), clock()));
        break;
      case 'again':
        await send(request, endpoint, await repeated(request, endpoint));
        break;
      default:
        throw new ApiError('form_refused', 'do must be test, again, pause, enable, rotate or remove');
    }
    return seeOther(endpointPath(endpointId));
  };

  const showAll = async (request: PageRequest): Promise<Answer> => {
    const endpoints = await Promise.all((await endpointsOf(request)).map(viewOf));
    return pageAnswer(webhooksPage({ endpoints, most: mostEndpoints, frame: request.frame }));
  };
  const show = async (request: PageRequest): Promise<Answer> => {
    const endpoint = await endpointOf(request);
    const { tenantId } = endpoint;
    const stored = await deliveriesOf(endpoint, mostDeliveries);
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
        const address = endpointAddress(request.form.get('url') ?? '', webhooks.check);
        if (typeof address === 'string') throw new FormRefusal('url', address);
        const { endpointId, secret } = await commands.create(senderOf(request), address);
        const { host } = address;
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
