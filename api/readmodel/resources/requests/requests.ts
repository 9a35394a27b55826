import type { CommandOutcome, TokenRequest } from '../../../../schemas/generated/records.ts';
import { isTerm, type Term } from '../../../../schemas/vocabulary.ts';
import { ApiError } from '../../../errors.ts';
import type { ReadModel } from '../../dependencies.ts';
import { giveCommand } from '../../give-command.ts';
import type { AssetSummary, RegistryReader } from '../../memory/registry/index.ts';
import { tablesOfTenant } from '../../tables/tenant-tables.ts';
import type { Sender } from '../watchlist/commands.ts';
import { readRequests } from './queries.ts';
import { publicAssetOf, requestedCaip19 } from './requested-token.ts';
import { requestParameter } from './schema.ts';

type Dependencies = Pick<ReadModel, 'clock' | 'commands' | 'ids' | 'outcomes' | 'registry' | 'tables' | 'texts'>;

/** A request as it is now: registered by itself, once its token is public. The note is as its key holder wrote it. */
export interface RequestNow extends TokenRequest {
  readonly state: Exclude<Term<'requestState'>, 'withdrawn'>;
  /** The public asset; null while there is none. */
  readonly asset: AssetSummary | null;
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
  readonly withdraw: (sender: Sender, requestId: string) => Promise<void>;
}

export function createTokenRequests(dependencies: Dependencies): TokenRequests {
  const { registry, tables, texts } = dependencies;

  const list = async (tenantId: string): Promise<readonly RequestNow[]> => {
    await registry.untilCurrent();
    const stored = await readRequests(tablesOfTenant(tables, tenantId));
    return Promise.all(
      stored.map(async (request) => {
        const context = { tenantId, purpose: 'request note' } as const;
        const note = request.note === null ? null : await texts.open(context, request.note);
        return requestNow({ ...request, note }, registry);
      }),
    );
  };
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
      const before = await list(tenantId);
      const registered = before.filter(({ asset }) => asset !== null).map(({ requestId }) => requestId);
      const note = wanted.note === null || wanted.note === '' ? null : await sealed(tenantId, wanted.note);
      // What is left out is reported with the next request.
      const body = { caip19, note, registered: registered.slice(0, 100) };
      const isPublic = publicAssetOf(caip19, registry) !== null;
      const outcome = await give(sender, 'request.create', body, isPublic);
      const request = (await list(tenantId)).find((one) => one.caip19 === caip19);
      // Withdrawn by another client in between.
      if (request === undefined) throw new ApiError('not_found', notFound);
      return { isNew: outcome.status === 'accepted', request };
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

function requestNow(request: TokenRequest, registry: Pick<RegistryReader, 'atAddress'>): RequestNow {
  const asset = publicAssetOf(request.caip19, registry);
  if (asset !== null) return { ...request, state: 'registered', reason: null, asset };
  return { ...request, state: request.state === 'declined' ? 'declined' : 'open', asset };
}
