import type { AccountEvent, HiddenInterval } from '../../../schemas/generated/records.ts';
import { commandKey } from '../worlds/accounts/accounts-state.ts';
import { partitions } from '../worlds/observer.ts';
import { type StreamsState, wantedKey } from '../worlds/streams/streams-state.ts';

/** An interval in which the changes of an asset are hidden from a tenant, and the commands that opened and closed it. */
export interface OpenedInterval {
  readonly interval: HiddenInterval;
  readonly openedBy: string;
  readonly closedBy: string | null;
}

/** The state of the tenants by the account events on the log. */
export interface TenantFacts {
  /** By tenant. */
  readonly intervals: ReadonlyMap<string, readonly OpenedInterval[]>;
  /** Ended intakes by tenant: sequence by the id of the notification. */
  readonly notices: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** When an asset was added, by `wantedKey`, milliseconds of the program's clock. */
  readonly addedAt: ReadonlyMap<string, number>;
  /** The place that the log has of each webhook endpoint, by its id. */
  readonly places: ReadonlyMap<string, string>;
  /** Where each command of a tenant is on the log, by `commandKey`. */
  readonly commands: ReadonlyMap<string, { readonly partition: number; readonly offset: number }>;
}

export function readTenantFacts({ observer, codec }: StreamsState): TenantFacts {
  const intervals = new Map<string, Map<string, OpenedInterval>>();
  const notices = new Map<string, Map<string, number>>();
  const addedAt = new Map<string, number>();
  const places = new Map<string, string>();
  const take = (event: AccountEvent): void => {
    const { tenantId, commandId, seq, notice, item, webhook } = event;
    const own = intervals.get(tenantId) ?? new Map<string, OpenedInterval>();
    intervals.set(tenantId, own);
    for (const interval of event.intervals) {
      const command = commandKey(tenantId, commandId);
      const { openedBy = command, closedBy = null } = own.get(interval.intervalId) ?? {};
      own.set(interval.intervalId, {
        interval,
        openedBy,
        closedBy: interval.to === null ? null : (closedBy ?? command),
      });
    }
    const ended = notices.get(tenantId) ?? new Map<string, number>();
    if (notice !== null) ended.set(notice.noticeId, seq);
    notices.set(tenantId, ended);
    if (item !== null) addedAt.set(wantedKey(tenantId, item.assetId), item.addedAt);
    if (webhook?.endpoint !== undefined && webhook.endpoint !== null)
      places.set(webhook.endpoint.endpointId, webhook.endpoint.cursor);
  };
  for (const { value } of partitions.flatMap((partition) => observer.recordsOf('accounts.events', partition))) {
    if (value !== null) take(codec.decode('accounts.events', value));
  }
  return {
    intervals: new Map([...intervals].map(([tenantId, own]) => [tenantId, [...own.values()]])),
    notices,
    addedAt,
    places,
    commands: readCommands(observer, codec),
  };
}

function readCommands({ recordsOf }: StreamsState['observer'], codec: StreamsState['codec']): TenantFacts['commands'] {
  const commands = new Map<string, { readonly partition: number; readonly offset: number }>();
  for (const partition of partitions) {
    for (const { offset, value } of recordsOf('accounts.commands', partition)) {
      if (value === null) continue;
      const { tenantId, commandId } = codec.decode('accounts.commands', value);
      commands.set(commandKey(tenantId, commandId), { partition, offset });
    }
  }
  return commands;
}
