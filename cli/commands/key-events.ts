import type { Command } from 'commander';
import type { TenantTexts } from '../../infra/tenant-keys/tenant-texts.ts';
import type { AccountEvent } from '../../schemas/generated/records.ts';
import { command, type Context, runs } from '../program/command.ts';
import { openEngine } from '../engine/open-engine.ts';
import { detailOf, type KeyEvent, keyEventsOf } from '../accounts/key-events.ts';
import { openNames } from '../accounts/key-names.ts';
import { table } from '../program/output/table.ts';
import { readTopic } from '../log/read-topic.ts';
import { sealedOnLog, tenantTextsOf } from '../accounts/tenant-keys.ts';

export const keyEventsCommand = (): Command =>
  command('events', 'what happened to keys, oldest first')
    .option('--tenant <id>', 'of one tenant')
    .option('--key <id>', 'of one key')
    .action(runs(listEvents));

async function listEvents(
  { loaded, out, logger, clock }: Context,
  { tenant, key }: { readonly tenant?: string; readonly key?: string },
): Promise<void> {
  const engine = await openEngine(loaded.config, logger);
  try {
    const texts = tenantTextsOf(loaded.config, clock, sealedOnLog(engine));
    const events: AccountEvent[] = [];
    for await (const { value } of readTopic(engine, 'accounts.events')) {
      if (value !== null && (tenant ?? value.tenantId) === value.tenantId) events.push(await withName(value, texts));
    }
    const selected = keyEventsOf(events, clock()).filter((event) => key === undefined || concerns(event, key));
    const cells = selected.map((event) => [
      isoOf(event.at),
      event.keyId ?? '',
      event.event,
      event.actor ?? '',
      detailOf(event),
      event.tenantId,
    ]);
    out.result(selected.map(shown), table(['at', 'key', 'event', 'by', 'what', 'tenant'], cells, out.width));
  } finally {
    await engine.close();
  }
}

async function withName(event: AccountEvent, texts: TenantTexts): Promise<AccountEvent> {
  const { tenantId, key } = event;
  if (key === null) return event;
  const [name = ''] = await openNames([{ tenantId, key }], texts);
  return { ...event, key: { ...key, name } };
}

/** Events of one key, with the rotation that created it. */
const concerns = ({ keyId, replacedBy }: KeyEvent, wanted: string): boolean =>
  keyId === wanted || replacedBy === wanted;

const isoOf = (time: number): string => new Date(time).toISOString();

const shown = ({ at, expiresAt, ...event }: KeyEvent): object => ({
  at: isoOf(at),
  ...event,
  ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : isoOf(expiresAt) }),
});
