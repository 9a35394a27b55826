import { clock } from '../../kernel/clock.ts';
import { giveCommand } from '../../../../api/readmodel/give-command.ts';
import { createTokenRequests } from '../../../../api/readmodel/resources/requests/requests.ts';
import { watchMany } from '../../../../api/readmodel/resources/watchlist/batch/watch-many.ts';
import type { Sender } from '../../../../api/readmodel/resources/watchlist/commands.ts';
import type { createOutcomes } from '../../../../api/readmodel/memory/command-outcomes.ts';
import type { TenantSnapshots } from '../../../../api/readmodel/memory/tenants/tenant-snapshot.ts';
import type { VersionTracker } from '../../../../api/readmodel/memory/versions.ts';
import type { TableReader } from '../../../../api/readmodel/tables/reader.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import type { Log } from '../../../../infra/log/log.ts';
import type { TenantTexts } from '../../../../infra/tenant-keys/tenant-texts.ts';
import { simulation } from '../../kernel/simulation.ts';
import type { AccountsState, ServiceApi } from './accounts-state.ts';
import { registryOf } from './public-registry.ts';

interface PartsOfProcess {
  readonly log: Log;
  readonly outcomes: ReturnType<typeof createOutcomes>;
  readonly tables: TableReader;
  readonly snapshots: TenantSnapshots;
}

/** The commands and reads of a process, over its log and its caches. */
export function createServiceApi(
  state: AccountsState,
  { log, outcomes, tables, snapshots }: PartsOfProcess,
): ServiceApi {
  const { codec } = state;
  const append: ServiceApi['append'] = async (commands) => {
    const timestamp = clock();
    await log.append(
      commands.map((command) => {
        const value = codec.encode('accounts.commands', command);
        return { topic: 'accounts.commands', key: command.tenantId, value, timestamp };
      }),
    );
  };
  const dependencies = { clock, outcomes, tables, registry: registryOf(state), commands: { send: append } };
  return {
    give: ({ commandId, ...command }) =>
      giveCommand({ ...command, actor: 'key:k', assetPublic: true }, { ...dependencies, ids: () => commandId }),
    append,
    snapshots,
    watchMany: async (tenantId, assetIds, ids) => {
      const wishes = assetIds.map((assetId) => ({ query: { assetId }, wish: { assetId } }));
      const { results } = await watchMany(senderOf(tenantId), wishes, { ...dependencies, ids });
      return results;
    },
    requests: (ids) => createTokenRequests({ ...dependencies, ids, texts: noTexts }),
  };
}

/** Requests of the world have no note. */
const noTexts = {} as TenantTexts;

/** A program of a tenant, as the world's other commands name it. */
export const senderOf = (tenantId: string): Sender => ({
  principal: { keyId: 'k', tenantId, scopes: [] },
  traceparent: null,
});

/** The tables as a process reads them: an embedded engine answers while the service runs that has it. */
export function tablesOf(state: AccountsState, isUp: boolean): TableReader {
  const query: TableReader['query'] = async (sql, parameters) => {
    const isAway = state.size.embedded === 1 && !isUp && state.services.up?.ready !== true;
    if (!isAway) return state.tables.query(sql, parameters);
    await simulation().pause(1, 'no engine answers');
    throw new RetryableError('the tables cannot be reached');
  };
  return { query };
}

/** Starts the versions, again while the tables are away. */
export async function startVersions(versions: VersionTracker): Promise<void> {
  for (;;) {
    try {
      await versions.start();
      return;
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      await simulation().pause(50, 'starts again');
    }
  }
}
