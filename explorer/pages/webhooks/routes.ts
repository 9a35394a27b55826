import { randomBytes } from 'node:crypto';
import { ApiError } from '../../../api/errors.ts';
import { giveCommand } from '../../../api/give-command.ts';
import { createConcurrencyLimit } from '../../../api/guard/concurrency-limit.ts';
import { writeStreamCursor } from '../../../api/resources/stream/cursor.ts';
import { createEventReader } from '../../../api/resources/stream/read-events.ts';
import { tablesOfTenant } from '../../../api/tables/tenant-tables.ts';
import { messageAgain, sendByHand, testMessage } from '../../../api/webhooks/by-hand.ts';
import { openEndpoint, type StoredEndpoint } from '../../../api/webhooks/endpoint.ts';
import type { Message } from '../../../api/webhooks/message.ts';
import { readDeliveries, readEndpoints, type StoredDelivery } from '../../../api/webhooks/queries.ts';
import { FetchRefusal } from '../../../infra/fetch/fetch-types.ts';
import type { Answer } from '../../../api/route.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { FormRefusal } from '../../form-refusal.ts';
import { type PageRequest, pageAnswer, type PageRoute, readerOf, seeOther } from '../../page-route.ts';
import { actorOf } from '../../sessions/sessions.ts';
import { webhookScopes } from './account-line.ts';
import { endpointPage } from './endpoint-page.tsx';
import { endpointPath, secretPage, webhooksPage, webhooksPath } from './page.tsx';
import { deliveryView, type EndpointView, endpointView } from './view.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

/** What the log accepts; the page does not offer more. */
const mostEndpoints = 10;
/** Tries on the page of an endpoint. */
const mostDeliveries = 50;
const longestUrl = 2_000;
/** Requests by hand that a tenant may have under way, in one process. They take no place of other requests. */
const byHandAtOnce = 4;
const overlapMs = dayMs;

/** The endpoints of the tenant: add, show, test, send again, pause, enable, rotate, remove. */
export function webhookPages(dependencies: ExplorerDependencies): readonly PageRoute[] {
  const { clock, ids, tables, texts, webhooks } = dependencies;
  const { changes: store, ...rest } = dependencies;
  const events = createEventReader({ ...rest, store });
  const limit = createConcurrencyLimit(byHandAtOnce);

  const endpointsOf = (request: PageRequest): Promise<readonly StoredEndpoint[]> =>
    readEndpoints(tablesOfTenant(tables, readerOf(request).principal.tenantId));
  const endpointOf = async (request: PageRequest): Promise<StoredEndpoint> => {
    const all = await endpointsOf(request);
    const found = all.find(({ endpointId }) => endpointId === (request.params['endpoint'] ?? '').toLowerCase());
    if (found === undefined) throw notFound();
    return found;
  };
  const viewOf = async (endpoint: StoredEndpoint): Promise<EndpointView> =>
    endpointView(endpoint, (await openEndpoint(endpoint, texts, clock()))?.url ?? null, clock());
  const deliveriesOf = ({ tenantId, endpointId }: StoredEndpoint, most: number): Promise<readonly StoredDelivery[]> =>
    readDeliveries(tablesOfTenant(tables, tenantId), endpointId, { now: clock(), limit: most });
  const give = async (request: PageRequest, type: CommandType, body: object): Promise<void> => {
    const { principal } = readerOf(request);
    const command = { tenantId: principal.tenantId, type, body, actor: actorOf(principal) };
    const { status, code, message } = await giveCommand(command, dependencies);
    if (status !== 'rejected') return;
    if (code === 'not_found') throw notFound();
    throw new ApiError('invalid_parameter', message ?? 'The log refused it');
  };
  const newSecret = async (tenantId: string): Promise<{ readonly secret: string; readonly sealed: string }> => {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const sealed = await texts.seal({ tenantId, purpose: 'webhook secret' }, secret);
    if (sealed === null) throw notFound();
    return { secret, sealed };
  };
  const send = async (request: PageRequest, endpoint: StoredEndpoint, message: Message): Promise<void> => {
    const release = limit.acquire(
      endpoint.tenantId,
      'Four of your messages are being sent by hand right now; wait for them',
    );
    request.leavePlace();
    try {
      const { post } = webhooks;
      await sendByHand(endpoint, message, actorOf(readerOf(request).principal), {
        ...dependencies,
        post,
        reader: events,
      });
    } finally {
      release();
    }
  };
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
    const { tenantId, endpointId } = endpoint;
    switch (request.form.get('do')) {
      case 'pause':
        await give(request, 'webhook.update', { endpointId, enabled: false });
        break;
      case 'enable':
        await give(request, 'webhook.update', { endpointId, enabled: true });
        break;
      case 'rotate': {
        const { secret, sealed } = await newSecret(tenantId);
        await give(request, 'webhook.rotate', { endpointId, secret: sealed });
        const { host } = await viewOf(endpoint);
        const bothUntil = clock() + overlapMs;
        return pageAnswer(secretPage({ endpointId, host, secret, bothUntil, frame: request.frame }));
      }
      case 'remove':
        await give(request, 'webhook.remove', { endpointId });
        return seeOther(webhooksPath);
      case 'test':
        await send(request, endpoint, testMessage(endpoint, ids(), clock()));
        break;
      case 'again':
        await send(request, endpoint, await repeated(request, endpoint));
        break;
      default:
        throw new ApiError('invalid_parameter', 'do must be test, again, pause, enable, rotate or remove');
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
        const { tenantId } = readerOf(request).principal;
        const address = checkedAddress(request.form.get('url') ?? '', webhooks.check);
        const url = await texts.seal({ tenantId, purpose: 'webhook address' }, address.href);
        if (url === null) throw notFound();
        const { secret, sealed } = await newSecret(tenantId);
        const endpointId = ids();
        const cursor = writeStreamCursor(await events.now(tenantId));
        await give(request, 'webhook.create', { endpointId, url, secret: sealed, cursor });
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

type CommandType = 'webhook.create' | 'webhook.remove' | 'webhook.rotate' | 'webhook.update';

/** Throws FormRefusal with what is wrong with the address. */
function checkedAddress(text: string, check: (url: string) => URL): URL {
  const url = text.trim();
  if (url.length > longestUrl) throw new FormRefusal('url', `An address has up to ${longestUrl} characters`);
  try {
    return check(url);
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error;
    throw new FormRefusal(
      'url',
      `No messages are sent to this address. ${error.message} Give an https address on port 443 that the internet reaches.`,
    );
  }
}

const notFound = (): ApiError => new ApiError('not_found', 'No such endpoint of yours');
