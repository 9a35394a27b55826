import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { makeApiKey } from '../../schemas/values/api-key.ts';
import { termsOf } from '../../schemas/vocabulary.ts';
import { readAccounts, sendCommand, tenantOfKey } from '../accounts/accounts.ts';
import { command, type Context, runs } from '../program/command.ts';
import { type Engine, openEngine } from '../engine/open-engine.ts';
import { addKey, defaultLimit, explainLostKey, issueKey, untilAnswerable } from '../accounts/issue-key.ts';
import { openNames } from '../accounts/key-names.ts';
import { table } from '../program/output/table.ts';
import {
  countOption,
  durationOption,
  pastTimeOption,
  scopesOption,
  timeOption,
} from '../program/input/parse-options.ts';
import { sealedOnLog, tenantTextsOf } from '../accounts/tenant-keys.ts';
import { keyEventsCommand } from './key-events.ts';

export const keysCommand = (): Command =>
  command('keys')
    .addCommand(
      command('create', 'makes a key; it is shown once')
        .requiredOption('--name <name>', 'who it is for')
        .requiredOption('--scopes <list>', `comma list of ${termsOf('scope').join(', ')}`)
        .option('--tenant <id>', 'create the key for this tenant instead of a new tenant')
        .option('--limit <n>', 'watchlist limit; by default 50 for a new tenant, unchanged for an existing one')
        .option('--expires <iso>', 'time when the key expires')
        .option('--at <iso>', 'record it as made at that time')
        .action(runs(createKey)),
    )
    .addCommand(command('list', 'keys without their secrets').action(runs(listKeys)))
    .addCommand(
      command('rotate', 'a new secret for the same tenant')
        .argument('<keyId>', 'id of the key, see keys list')
        .option('--overlap <duration>', 'how long the old key stays valid', '24h')
        .option('--expires <iso>', 'time when the new key expires; by default that of the old key')
        .action(runs(rotateKey)),
    )
    .addCommand(
      command('revoke', 'ends a key within five seconds')
        .argument('<keyId>', 'id of the key, see keys list')
        .action(runs(revokeKey)),
    )
    .addCommand(
      command('set', 'changes how many assets the tenant of a key may watch')
        .argument('<keyId>', 'id of the key, see keys list')
        .requiredOption('--limit <n>', 'watchlist cap')
        .action(runs(setKey)),
    )
    .addCommand(keyEventsCommand());

interface CreateOptions {
  readonly name: string;
  readonly scopes: string;
  readonly tenant?: string;
  readonly limit?: string;
  readonly expires?: string;
  readonly at?: string;
}

async function createKey({ loaded, out, logger, clock }: Context, options: CreateOptions): Promise<void> {
  const now = clock();
  if (options.name.trim() === '') throw new UsageError('--name is empty; it must name the holder of the key');
  const request = {
    name: options.name,
    scopes: scopesOption(options.scopes),
    limit: options.limit === undefined ? null : countOption('--limit', options.limit, 0, 1_000_000),
    expiresAt: options.expires === undefined ? null : timeOption('--expires', options.expires),
    at: pastTimeOption('--at', options.at, now),
  };
  const engine = await openEngine(loaded.config, logger);
  try {
    if (options.tenant !== undefined && !(await readAccounts(engine)).tenants.has(options.tenant)) {
      throw new UsageError(`no tenant "${options.tenant}"; attestry keys list --json shows the ids`);
    }
    const issuing = { engine, texts: tenantTextsOf(loaded.config, clock, sealedOnLog(engine)) };
    await untilAnswerable(engine);
    const issued = await explainLostKey(() =>
      options.tenant === undefined
        ? issueKey(issuing, { ...request, limit: request.limit ?? defaultLimit }, now)
        : addKey(issuing, options.tenant, request, now),
    );
    out.result(
      issued,
      `${issued.key}\n  key ${issued.keyId}, tenant ${issued.tenantId}, limit ${issued.limit}; shown this once`,
    );
  } finally {
    await engine.close();
  }
}

/** State of a key as text. */
function stateOf(
  { revokedAt, expiresAt }: { readonly revokedAt: string | null; readonly expiresAt: string | null },
  now: number,
): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (expiresAt === null) return 'active';
  return `${Date.parse(expiresAt) <= now ? 'expired' : 'until'} ${expiresAt}`;
}

const isoOrNull = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

async function listKeys({ loaded, out, logger, clock }: Context): Promise<void> {
  const engine = await openEngine(loaded.config, logger);
  try {
    const accounts = await readAccounts(engine);
    const names = await openNames(
      [...accounts.keys.values()],
      tenantTextsOf(loaded.config, clock, sealedOnLog(engine)),
    );
    const rows = [...accounts.keys.values()].map(({ tenantId, key }, index) => ({
      keyId: key.keyId,
      tenantId,
      name: names[index] ?? '',
      last4: key.last4,
      scopes: key.scopes,
      limit: accounts.tenants.get(tenantId)?.limit ?? null,
      createdAt: isoOrNull(key.createdAt),
      expiresAt: isoOrNull(key.expiresAt),
      revokedAt: isoOrNull(key.revokedAt),
      usedOn: key.usedOn,
    }));
    const cells = rows.map((row) => [
      row.keyId,
      row.name,
      row.last4,
      row.scopes.join(','),
      String(row.limit ?? ''),
      row.usedOn ?? 'never',
      stateOf(row, clock()),
    ]);
    out.result(rows, table(['key', 'name', 'last 4', 'scopes', 'limit', 'last use', 'state'], cells, out.width));
  } finally {
    await engine.close();
  }
}

async function rotateKey(
  { loaded, out, logger, clock }: Context,
  keyId: string,
  options: { readonly overlap: string; readonly expires?: string },
): Promise<void> {
  const overlapMs = durationOption('--overlap', options.overlap);
  const expiry = options.expires === undefined ? {} : { expiresAt: timeOption('--expires', options.expires) };
  const engine = await openEngine(loaded.config, logger);
  try {
    const { tenantId, key: old } = await tenantOfKey(engine, keyId);
    const made = makeApiKey(randomBytes);
    const { secretSha256, last4 } = made;
    const body = { keyId, newKeyId: made.keyId, secretSha256, last4, overlapMs, ...expiry };
    await untilAnswerable(engine);
    const { outcome } = await explainLostKey(() =>
      sendCommand(engine, { tenantId, type: 'key.rotate', at: clock(), body }, clock()),
    );
    const issued = { keyId: made.keyId, tenantId, key: made.text, scopes: old.scopes, limit: outcome.limit };
    out.result(
      issued,
      `${issued.key}\n  key ${issued.keyId}; ${keyId} goes on working for ${options.overlap}; shown this once`,
    );
  } finally {
    await engine.close();
  }
}

async function revokeKey({ loaded, out, logger, clock }: Context, keyId: string): Promise<void> {
  const engine = await openEngine(loaded.config, logger);
  try {
    const { tenantId } = await tenantOfKey(engine, keyId);
    const before = await madeByHolders(engine);
    await sendCommand(engine, { tenantId, type: 'key.revoke', at: clock(), body: { keyId } }, clock());
    const after = await madeByHolders(engine);
    const successors = [...before].filter((id) => id !== keyId && !after.has(id));
    const others =
      successors.length === 0 ? '' : `, and so is what its holder replaced it by: ${successors.join(', ')}`;
    out.result({ keyId, revoked: true, successors }, `${keyId} is revoked${others}`);
  } finally {
    await engine.close();
  }
}

/** Ids of keys by which their holders replaced others, and that are not revoked. */
async function madeByHolders(engine: Engine): Promise<ReadonlySet<string>> {
  const keys = [...(await readAccounts(engine)).keys.values()].map(({ key }) => key);
  return new Set(keys.filter((key) => key.replaces !== null && key.revokedAt === null).map((key) => key.keyId));
}

async function setKey(
  { loaded, out, logger, clock }: Context,
  keyId: string,
  options: { readonly limit: string },
): Promise<void> {
  const limit = countOption('--limit', options.limit, 0, 1_000_000);
  const engine = await openEngine(loaded.config, logger);
  try {
    const { tenantId } = await tenantOfKey(engine, keyId);
    await sendCommand(engine, { tenantId, type: 'key.limit', at: clock(), body: { limit } }, clock());
    out.result({ keyId, tenantId, limit }, `the watchlist cap of ${tenantId} is ${limit}`);
  } finally {
    await engine.close();
  }
}
