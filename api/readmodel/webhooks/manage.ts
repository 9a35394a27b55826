import { randomBytes } from 'node:crypto';
import { FetchRefusal } from '../../../infra/fetch/fetch-types.ts';
import { dayMs } from '../../../schemas/values/durations.ts';
import type { Term } from '../../../schemas/vocabulary.ts';
import { ApiError, refusedField } from '../../errors.ts';
import type { ReadModel } from '../dependencies.ts';
import { giveCommand } from '../give-command.ts';
import { writeStreamCursor } from '../resources/stream/cursor.ts';
import type { EventReader } from '../resources/stream/read-events.ts';

/** Endpoints of a tenant; the log accepts no more. */
export const mostEndpoints = 10;
const longestUrl = 2_000;
/** How long the secret before a rotation signs, too. */
const overlapMs = dayMs;

interface Dependencies extends Pick<ReadModel, 'clock' | 'commands' | 'ids' | 'outcomes' | 'texts'> {
  readonly events: Pick<EventReader, 'now'>;
  /** Throws FetchRefusal for an address that nothing is ever sent to. */
  readonly check: (url: string) => URL;
}

/** Whose endpoint it is, and who sends the command. */
interface Sender {
  readonly tenantId: string;
  readonly actor: string;
  /** W3C Trace Context of the request. */
  readonly traceparent?: string | null;
}

/** What changes of an endpoint; at least one of the two. */
export interface EndpointUpdate {
  readonly url?: string;
  readonly enabled?: boolean;
  /** True takes a pause back: what is pending is tried when it would have been. */
  readonly resumed?: boolean;
}

/**
 * What a key holder does with endpoints. Each throws ApiError `not_found`, `limit_reached` or `invalid_parameter` for what is
 * refused; an address is refused with the detail `url`.
 */
export interface EndpointCommands {
  /** The secret is returned once, and never again. The endpoint gets the events from now on. */
  readonly create: (sender: Sender, url: string) => Promise<{ readonly endpointId: string; readonly secret: string }>;
  /** Both secrets sign until `bothUntil`, milliseconds. */
  readonly rotate: (
    sender: Sender,
    endpointId: string,
  ) => Promise<{ readonly secret: string; readonly bothUntil: number }>;
  readonly update: (sender: Sender, endpointId: string, update: EndpointUpdate) => Promise<void>;
  readonly remove: (sender: Sender, endpointId: string) => Promise<void>;
}

type CommandType = Extract<Term<'commandType'>, `webhook.${string}`>;

export function createEndpointCommands(dependencies: Dependencies): EndpointCommands {
  const { check, clock, events, ids, texts } = dependencies;

  const give = async (
    { tenantId, actor, traceparent = null }: Sender,
    type: CommandType,
    body: object,
    at = clock(),
  ): Promise<void> => {
    const given = { tenantId, type, body, actor, traceparent };
    const { status, code, message } = await giveCommand(given, { ...dependencies, clock: () => at });
    if (status !== 'rejected') return;
    if (code === 'not_found') throw noSuchEndpoint();
    throw new ApiError(code === 'limit_reached' ? code : 'invalid_parameter', message ?? 'The log refused it');
  };
  const sealedAddress = async (tenantId: string, text: string): Promise<string> => {
    const url = await texts.seal({ tenantId, purpose: 'webhook address' }, endpointAddress(text, check).href);
    if (url === null) throw noSuchEndpoint();
    return url;
  };
  const newSecret = async (tenantId: string): Promise<{ readonly secret: string; readonly sealed: string }> => {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const sealed = await texts.seal({ tenantId, purpose: 'webhook secret' }, secret);
    if (sealed === null) throw noSuchEndpoint();
    return { secret, sealed };
  };

  return {
    create: async (sender, address) => {
      const { tenantId } = sender;
      const url = await sealedAddress(tenantId, address);
      const { secret, sealed } = await newSecret(tenantId);
      const endpointId = ids();
      const cursor = writeStreamCursor(await events.now(tenantId));
      await give(sender, 'webhook.create', { endpointId, url, secret: sealed, cursor });
      return { endpointId, secret };
    },
    rotate: async (sender, endpointId) => {
      const { secret, sealed } = await newSecret(sender.tenantId);
      // The overlap is counted from the time of the command, which its answer comes after.
      const at = clock();
      await give(sender, 'webhook.rotate', { endpointId, secret: sealed }, at);
      return { secret, bothUntil: at + overlapMs };
    },
    update: async (sender, endpointId, { url: address, ...rest }) => {
      const url = address === undefined ? {} : { url: await sealedAddress(sender.tenantId, address) };
      await give(sender, 'webhook.update', { endpointId, ...url, ...rest });
    },
    remove: (sender, endpointId) => give(sender, 'webhook.remove', { endpointId }),
  };
}

export const noSuchEndpoint = (): ApiError => new ApiError('not_found', 'No such endpoint of yours');

/** The address of an endpoint. Throws ApiError with a sentence about what is wrong with it. */
function endpointAddress(text: string, check: (url: string) => URL): URL {
  const url = text.trim();
  if (url.length > longestUrl) throw refusedField('url', `An address has up to ${longestUrl} characters`);
  try {
    return check(url);
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error;
    throw refusedField(
      'url',
      `No messages are sent to this address. ${error.message} Give an https address on port 443 that the internet reaches.`,
    );
  }
}
