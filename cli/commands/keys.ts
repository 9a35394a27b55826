import { randomBytes, randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { makeApiKey } from '../../schemas/values/api-key.ts';
import type { Scope } from '../../schemas/vocabulary.ts';
import { readAccounts, sendCommand, tenantOfKey } from '../accounts.ts';
import { command, type Context, runs } from '../command.ts';
import { type Engine, openEngine } from '../engine.ts';
import { table } from '../output.ts';
import { countOption, durationOption, pastTimeOption, scopesOption, timeOption } from '../parse-options.ts';

export const keysCommand = (): Command =>
  command('keys', 'API keys')
    .addCommand(
      command('create', 'makes a tenant with a key; the key is shown once')
        .requiredOption('--name <name>', 'who it is for')
        .requiredOption('--scopes <list>', 'comma list: monitoring:read,watchlist:write')
        .option('--limit <n>', 'watchlist cap', '50')
        .option('--expires <iso>', 'when it stops working')
        .option('--at <iso>', 'record it as made at that time')
        .action(runs(createKey)),
    )
    .addCommand(command('list', 'keys without their secrets').action(runs(listKeys)))
    .addCommand(
      command('rotate', 'a new secret for the same tenant')
        .argument('<keyId>')
        .option('--overlap <duration>', 'how long the old key goes on working', '24h')
        .action(runs(rotateKey)),
    )
    .addCommand(command('revoke', 'ends a key within five seconds').argument('<keyId>').action(runs(revokeKey)))
    .addCommand(
      command('set', 'changes how many assets the tenant of a key may watch')
        .argument('<keyId>')
        .requiredOption('--limit <n>', 'watchlist cap')
        .action(runs(setKey)),
    );

export interface NewTenantKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly limit: number;
  readonly expiresAt: number | null;
  /** When it counts as made, milliseconds. */
  readonly at: number;
}

export interface IssuedKey {
  readonly keyId: string;
  readonly tenantId: string;
  /** The whole key; nobody can show it again. */
  readonly key: string;
  readonly scopes: readonly Scope[];
  readonly limit: number;
}

/** Makes a tenant with its first key. */
export async function issueKey(engine: Engine, request: NewTenantKey, now: number): Promise<IssuedKey> {
  const { text, keyId, secretSha256, last4 } = makeApiKey(randomBytes);
  const tenantId = randomUUID();
  const { name, scopes, limit, expiresAt, at } = request;
  const body = { keyId, name, secretSha256, last4, scopes, limit, expiresAt };
  await sendCommand(engine, { tenantId, type: 'tenant.create', at, body }, now);
  return { keyId, tenantId, key: text, scopes, limit };
}

interface CreateOptions {
  readonly name: string;
  readonly scopes: string;
  readonly limit: string;
  readonly expires?: string;
  readonly at?: string;
}

async function createKey({ loaded, out, logger, clock }: Context, options: CreateOptions): Promise<void> {
  const now = clock();
  if (options.name.trim() === '') throw new UsageError('--name says who the key is for; it is empty');
  const request = {
    name: options.name,
    scopes: scopesOption(options.scopes),
    limit: countOption('--limit', options.limit, 0, 1_000_000),
    expiresAt: options.expires === undefined ? null : timeOption('--expires', options.expires),
    at: pastTimeOption('--at', options.at, now),
  };
  const engine = await openEngine(loaded.config, logger);
  try {
    const issued = await issueKey(engine, request, now);
    out.result(
      issued,
      `${issued.key}\n  key ${issued.keyId}, tenant ${issued.tenantId}, limit ${issued.limit}; shown this once`,
    );
  } finally {
    await engine.close();
  }
}

const isoOrNull = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

async function listKeys({ loaded, out, logger }: Context): Promise<void> {
  const engine = await openEngine(loaded.config, logger);
  try {
    const accounts = await readAccounts(engine);
    const rows = [...accounts.keys.values()].map(({ tenantId, key }) => ({
      keyId: key.keyId,
      tenantId,
      name: key.name,
      last4: key.last4,
      scopes: key.scopes,
      limit: accounts.tenants.get(tenantId)?.limit ?? null,
      createdAt: isoOrNull(key.createdAt),
      expiresAt: isoOrNull(key.expiresAt),
      revokedAt: isoOrNull(key.revokedAt),
    }));
    const cells = rows.map((row) => [
      row.keyId,
      row.name,
      `…${row.last4}`,
      row.scopes.join(','),
      String(row.limit ?? ''),
      row.revokedAt === null ? (row.expiresAt ?? 'active') : `revoked ${row.revokedAt}`,
    ]);
    out.result(rows, table(['key', 'name', 'ends', 'scopes', 'limit', 'state'], cells));
  } finally {
    await engine.close();
  }
}

async function rotateKey(
  { loaded, out, logger, clock }: Context,
  keyId: string,
  options: { readonly overlap: string },
): Promise<void> {
  const overlapMs = durationOption('--overlap', options.overlap);
  const engine = await openEngine(loaded.config, logger);
  try {
    const { tenantId, key: old } = await tenantOfKey(engine, keyId);
    const made = makeApiKey(randomBytes);
    const { secretSha256, last4 } = made;
    const body = { keyId, newKeyId: made.keyId, secretSha256, last4, overlapMs };
    const { outcome } = await sendCommand(engine, { tenantId, type: 'key.rotate', at: clock(), body }, clock());
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
    await sendCommand(engine, { tenantId, type: 'key.revoke', at: clock(), body: { keyId } }, clock());
    out.result({ keyId, revoked: true }, `${keyId} is revoked`);
  } finally {
    await engine.close();
  }
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
