import type { CommandOutcome, TokenRequest } from '../../../../schemas/generated/records.ts';
import { isTerm, type Term } from '../../../../schemas/vocabulary.ts';
import { ApiError } from '../../../errors.ts';
import type { ReadModel } from '../../dependencies.ts';
import { giveCommand, giveCommands } from '../../give-command.ts';
import type { AssetSummary, RegistryReader } from '../../memory/registry/index.ts';
import { tablesOfTenant } from '../../tables/tenant-tables.ts';
import type { Sender } from '../watchlist/commands.ts';
import { readRequests } from './queries.ts';
import { publicAssetOf, requestedCaip19 } from './requested-token.ts';
import { mostOpenRequests, requestParameter } from './schema.ts';

type Dependencies = Pick<ReadModel, 'clock' | 'commands' | 'ids' | 'outcomes' | 'registry' | 'tables' | 'texts'>;

/** A request as it is now: registered by itself, once its token is public. The note is as its key holder wrote it. */
export interface RequestNow extends TokenRequest {
  readonly state: Exclude<Term<'requestState'>, 'withdrawn'>;
  /** The public asset; null while there is none. */
  readonly asset: AssetSummary | null;
}

/** What became of one of several tokens. */
export interface AskedToken {
  /** As it was given. */
  readonly caip19: string;
  /** `already`: the tenant asked for it before. */
  readonly outcome: 'already' | 'asked' | 'refused';
  /** Why it was refused, a sentence without its full stop; null otherwise. */
  readonly reason: string | null;
}

/** What a key holder asks of the operator. Each throws ApiError for what is refused. */
export interface TokenRequests {
  /** The newest first. */
  readonly list: (tenantId: string) => Promise<readonly RequestNow[]>;
  /** `isNew` is false for a token that the tenant asked for before. */
  readonly create: (
    sender: Sender,
    wanted: { readonly caip19: string; readonly note: string | null },
  ) => Promise<{ readonly isNew: boolean; readonly request: RequestNow }>;
  /**
   * Asks for several, in their order: a refused one keeps none of the others back. The commands are appended and awaited
   * together. RetryableError if an outcome does not arrive in time: sending them again is harmless.
   */
  readonly createMany: (sender: Sender, wanted: readonly string[]) => Promise<readonly AskedToken[]>;
  readonly withdraw: (sender: Sender, requestId: string) => Promise<void>;
}

export function createTokenRequests(dependencies: Dependencies): TokenRequests {
  const { registry, tables, texts } = dependencies;

  const readStored = async (tenantId: string): Promise<readonly TokenRequest[]> => {
    await registry.untilCurrent();
    return readRequests(tablesOfTenant(tables, tenantId));
  };
  const list = async (tenantId: string): Promise<readonly RequestNow[]> => {
    const stored = await readStored(tenantId);
    return Promise.all(
      stored.map(async (request) => {
        const context = { tenantId, purpose: 'request note' } as const;
        const note = request.note === null ? null : await texts.open(context, request.note);
        return requestNow({ ...request, note }, registry);
      }),
    );
  };
  /** Open requests whose tokens are public by now. The log does not know yet that they have no place any more. */
  const registeredOf = async (tenantId: string): Promise<readonly string[]> =>
    (await readStored(tenantId))
      .filter(({ state, caip19 }) => state === ('open' satisfies Term<'requestState'>) && isPublic(caip19))
      .map(({ requestId }) => requestId)
      .slice(0, mostOpenRequests);
  const isPublic = (caip19: string): boolean => publicAssetOf(caip19, registry) !== null;
  const give = async (
    { principal, traceparent, actor = `key:${principal.keyId}` }: Sender,
    type: 'request.create' | 'request.withdraw',
    body: object,
    assetPublic: boolean | null,
  ): Promise<CommandOutcome> => {
    const { tenantId } = principal;
    const outcome = await giveCommand({ tenantId, type, body, assetPublic, actor, traceparent }, dependencies);
    if (outcome.status !== 'rejected') return outcome;
    const { code, message } = outcome;
    if (code === null || !isTerm('errorCode', code)) throw new Error(`${type} was rejected with the code ${code}`);
    throw new ApiError(code, code === 'not_found' ? notFound : (message ?? 'The command was not accepted'));
  };

  return {
    list,
    create: async (sender, wanted) => {
      const { tenantId } = sender.principal;
      const caip19 = requestedCaip19(wanted.caip19);
      const registered = await registeredOf(tenantId);
      const note = wanted.note === null || wanted.note === '' ? null : await sealed(tenantId, wanted.note);
      const outcome = await give(sender, 'request.create', { caip19, note, registered }, isPublic(caip19));
      const request = (await list(tenantId)).find((one) => one.caip19 === caip19);
      // Withdrawn by another client in between.
      if (request === undefined) throw new ApiError('not_found', notFound);
      return { isNew: outcome.status === 'accepted', request };
    },
    createMany: async ({ principal, traceparent, actor = `key:${principal.keyId}` }, wanted) => {
      const { tenantId } = principal;
      const registered = await registeredOf(tenantId);
      const tokens = wanted.map(readToken);
      const named = tokens.flatMap(({ caip19 }) => (caip19 === null ? [] : [{ caip19, isPublic: isPublic(caip19) }]));
      const first = named.findIndex((one) => !one.isPublic);
      const commands = named.map((one, index) => ({
        type: 'request.create' as const,
        // One that is refused as public reports nothing.
        body: { caip19: one.caip19, note: null, registered: index === first ? registered : [] },
        assetPublic: one.isPublic,
        actor,
      }));
      const outcomes = await giveCommands({ tenantId, traceparent, commands }, dependencies);
      let next = 0;
      return wanted.map((given, index) => {
        const { caip19 = null, reason = null } = tokens[index] ?? {};
        if (caip19 === null) return { caip19: given, outcome: 'refused', reason };
        const outcome = outcomes[next];
        next += 1;
        if (outcome === undefined) throw new Error(`the request for ${caip19} has no outcome`);
        return askedOf(given, outcome);
      });
    },
    withdraw: async (sender, requestId) => {
      await give(sender, 'request.withdraw', { requestId }, null);
    },
  };

  /** Encrypts a note before it leaves this process, because the log retains it for ever. */
  async function sealed(tenantId: string, note: string): Promise<string> {
    const text = await texts.seal({ tenantId, purpose: 'request note' }, note);
    if (text === null) throw new ApiError('not_found', notFound);
    return text;
  }
}

const notFound = requestParameter.refusal.message;

/** Null with the reason for a text that names no token of a chain of ours. */
function readToken(text: string): { readonly caip19: string | null; readonly reason: string | null } {
  try {
    return { caip19: requestedCaip19(text), reason: null };
  } catch (error) {
    if (error instanceof ApiError) return { caip19: null, reason: error.message };
    throw error;
  }
}

function askedOf(caip19: string, { status, message }: CommandOutcome): AskedToken {
  if (status === 'accepted') return { caip19, outcome: 'asked', reason: null };
  if (status === 'unchanged') return { caip19, outcome: 'already', reason: null };
  return { caip19, outcome: 'refused', reason: (message ?? 'The command was not accepted').replace(/\.$/u, '') };
}

function requestNow(request: TokenRequest, registry: Pick<RegistryReader, 'atAddress'>): RequestNow {
  const asset = publicAssetOf(request.caip19, registry);
  if (asset !== null) return { ...request, state: 'registered', reason: null, asset };
  return { ...request, state: request.state === 'declined' ? 'declined' : 'open', asset };
}
