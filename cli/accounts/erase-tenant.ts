import { makeCommand } from '../../pipeline/accounts/commands.ts';
import type { LogRecord } from '../../infra/log/log.ts';
import type { AccountCommand } from '../../schemas/generated/records.ts';
import { namespaces, uuidV5 } from '../../schemas/values/hash.ts';
import { isSealedText } from '../../schemas/values/sealed-text.ts';
import { sendCommand } from './accounts.ts';
import { appendValues } from '../log/append.ts';
import type { Engine } from '../engine/open-engine.ts';
import { readTopic } from '../log/read-topic.ts';

/**
 * Appends the end of a tenant that was erased while this log had no record of it. The command id is fixed, so repeating
 * it is harmless.
 */
export async function appendErasure(engine: Engine, tenantId: string, now: number): Promise<void> {
  await appendValues(engine, 'accounts.commands', [{ value: erasureOf(tenantId, now), timestamp: now }]);
}

/** Whether the log has the command that `appendErasure` appends. */
export async function isErasureAppended(engine: Engine, tenantId: string): Promise<boolean> {
  const commandId = erasureIdOf(tenantId);
  const wanted = ({ key }: LogRecord): boolean => key?.toString('utf8') === tenantId;
  for await (const { value } of readTopic(engine, 'accounts.commands', { wanted })) {
    if (value?.commandId === commandId) return true;
  }
  return false;
}

const erasureIdOf = (tenantId: string): string => uuidV5(namespaces.command, `tenant.erase|${tenantId}`);

const erasureOf = (tenantId: string, at: number): AccountCommand =>
  makeCommand({
    commandId: erasureIdOf(tenantId),
    tenantId,
    type: 'tenant.erase',
    at,
    body: {},
    actor: 'operator',
  });

/** Ends a tenant and waits for the outcome. Returns the number of records whose texts no key protects. */
export async function sendErasure(engine: Engine, tenantId: string, now: number): Promise<number> {
  await sendCommand(engine, { tenantId, type: 'tenant.erase', at: now, body: {} }, now);
  let plainTexts = 0;
  for await (const { value } of readTopic(engine, 'accounts.events')) {
    if (value?.tenantId !== tenantId) continue;
    const texts = [value.key?.name, value.item?.note, value.outcome?.item?.note];
    if (texts.some((text) => typeof text === 'string' && text !== '' && !isSealedText(text))) plainTexts += 1;
  }
  return plainTexts;
}
