/**
 * One run of the whole pipeline in which everything happens that a key holder can be notified of: bytes of sources, lines
 * that an operator imports and days that begin go in; changes, verdicts and account events come out. Each kind of change
 * happens to an asset of its own.
 */
import { type CommandBodies, type CommandType, makeCommand } from '../../../pipeline/accounts/commands.ts';
import { makeApiKey, type NewApiKey } from '../../../schemas/values/api-key.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import type { ExplanationKind } from '../../../schemas/vocabulary.ts';
import { createMiniature, type Miniature } from '../../guide/miniature.ts';
import { chainCases } from './chains.ts';
import { documentCases } from './documents.ts';
import { intakeCases, obligationCase } from './notices.ts';
import { partyCases } from './parties.ts';
import { registerCases } from './registers.ts';
import { type Case, idOf, start, time } from './steps.ts';

export const tenantId = 'd2f1f7f0-0000-4000-8000-0000000000aa';

/** Without a case for each kind of the vocabulary, this does not compile. */
export const cases: Readonly<Record<ExplanationKind, Case>> = {
  ...documentCases,
  ...chainCases,
  ...registerCases,
  ...partyCases,
};

export interface EveryKind {
  readonly world: Miniature;
  readonly key: NewApiKey;
}

export async function everyKind(): Promise<EveryKind> {
  const world = createMiniature();
  const key = makeApiKey((count) => Buffer.alloc(count, 5));
  const watchedSince = time(start) - 1;
  const give = <T extends CommandType>(type: T, body: CommandBodies[T]): void => {
    const commandId = sha256Hex(`${type} ${JSON.stringify(body)}`);
    const command = { commandId, tenantId, type, body, at: watchedSince, actor: 'operator', assetPublic: true };
    world.append('accounts.commands', makeCommand(command), watchedSince);
  };
  const { keyId, secretSha256, last4 } = key;
  give('tenant.create', { keyId, name: 'every kind', secretSha256, last4, scopes: ['monitoring:read'], limit: 100 });
  const all = [...Object.values(cases), ...intakeCases, obligationCase];
  for (const { name } of all) give('watch.add', { assetId: idOf(name), by: 'operator' });

  world.declare(
    all.flatMap(({ lines }) => lines),
    start,
  );
  const steps = all.flatMap((one) => one.steps).sort((a, b) => a.at - b.at);
  const seen = new Set<string>();
  for (const { file, run } of steps) {
    if (file !== undefined && seen.has(file)) continue;
    if (file !== undefined) seen.add(file);
    await run(world);
  }
  return { world, key };
}
