import type { LogRecord } from '../../../infra/log/log.ts';
import type { Codec } from '../../../schemas/codec.ts';
import type { AccountCommand, AccountEvent } from '../../../schemas/generated/records.ts';
import { partitions, type Observer } from '../worlds/observer.ts';
import { commandKey } from '../worlds/accounts/accounts-state.ts';

interface RecordedValue<V> {
  readonly record: LogRecord;
  readonly value: V;
}

/** The account topics of the log at the end of a world. */
export interface AccountEvidence {
  readonly commands: readonly RecordedValue<AccountCommand>[];
  readonly events: readonly RecordedValue<AccountEvent>[];
  /** Events with an outcome, by tenant and command. */
  readonly answers: ReadonlyMap<string, AccountEvent>;
}

export function readAccountEvidence(observer: Observer, codec: Codec): AccountEvidence {
  const all = <T extends 'accounts.commands' | 'accounts.events'>(topic: T) =>
    partitions
      .flatMap((partition) => observer.recordsOf(topic, partition))
      .flatMap((record) => (record.value === null ? [] : [{ record, value: codec.decode(topic, record.value) }]));
  const events = all('accounts.events');
  const answers = events
    .filter(({ value }) => value.outcome !== null)
    .map(({ value }) => [commandKey(value.tenantId, value.commandId), value] as const);
  return { commands: all('accounts.commands'), events, answers: new Map(answers) };
}
