/**
 * One run of the whole pipeline in which everything happens that a key holder can be notified of: files, readings and
 * declarations in, changes, verdicts and account events out. Each kind of change happens to an asset of its own.
 */
import { type CommandBodies, type CommandType, makeCommand } from '../../pipeline/accounts/commands.ts';
import type { Observation, RegistryAsset } from '../../schemas/generated/records.ts';
import { makeApiKey, type NewApiKey } from '../../schemas/values/api-key.ts';
import { sha256Hex } from '../../schemas/values/hash.ts';
import { makeObservation } from '../../schemas/values/observation.ts';
import type { ExplanationKind } from '../../schemas/vocabulary.ts';
import { circle, createMiniature, type Miniature, usdc } from '../guide/miniature.ts';
import {
  assetId as assetOfBuilders,
  at,
  chain,
  day,
  declared,
  declaredParty,
  observationsOf,
} from '../pipeline/changes/builders.ts';
import { scenarios } from '../pipeline/changes/scenarios.ts';
import { tokens, yearOf } from '../pipeline/obligations/year.ts';
import { deployment, holder, supply } from '../pipeline/tokens/world.ts';

export const tenantId = 'd2f1f7f0-0000-4000-8000-0000000000aa';
/** Before everything that happens. */
const watchedSince = at('2023-06-01');

export const idOf = (name: string): string => {
  const hex = sha256Hex(`every kind ${name}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Which scenario of a kind is one that a key holder is notified of, where it is not the first. */
const chosen: Partial<Record<ExplanationKind, number>> = { source_moved: 1 };

/** Two sources that `reconcile` compares: a supply that grows while the chain states no account that can mint. */
const grown = (assetId: string): readonly Observation[] => [
  ...deployment(assetId),
  holder(assetId, at('2026-02-01'), null),
  supply(assetId, at('2026-02-01'), 100),
  supply(assetId, at('2026-02-02'), 200),
];

/** What makes a kind occur, as observations of its asset. */
function observationsFor(kind: ExplanationKind): readonly Observation[] {
  if (kind === 'sources_disagree') return grown(idOf(kind));
  return ofAsset(observationsOf(() => scenarios[kind]?.())[chosen[kind] ?? 0] ?? [], idOf(kind));
}

/** Observations about another asset; what refers to one of them by its id still does. */
function ofAsset(observations: readonly Observation[], assetId: string): readonly Observation[] {
  const ids = new Map<string, string>();
  return observations.map(({ id, observationSha256: _, value, ...content }) => {
    let text = value?.replaceAll(assetOfBuilders, assetId) ?? null;
    for (const [before, after] of ids) text = text?.replaceAll(before, after) ?? null;
    const moved = makeObservation({ ...content, assetId: content.assetId === '' ? '' : assetId, value: text });
    ids.set(id, moved.id);
    return moved;
  });
}

const source = { sourceId: 'terms', url: 'https://issuer.example/terms', kind: 'terms', extractor: 'none' } as const;

/** Assets whose intake ends, by how: what is declared, and what their chain answers. */
const intakes: Readonly<Record<string, readonly [given: Partial<RegistryAsset>, chainReading: string]>> = {
  ready: [{ sources: [source] }, 'stated'],
  partial: [{}, 'not_observed'],
  unread: [{ issuerId: null }, 'unreadable'],
  withoutContract: [{ sources: [source] }, 'no_contract'],
  withoutChain: [{ issuerId: null, sources: [source] }, 'not_observed'],
};

const intakeOf = (name: string): readonly Observation[] => {
  const [given, chainReading] = intakes[name] ?? [{}, ''];
  const since = at('2026-01-05');
  const answered = chain(since + day, { field: 'chain_reading', value: chainReading });
  const party = given.issuerId === null ? [] : [declaredParty(since)];
  return ofAsset([declared(since, given), ...party, answered], idOf(name));
};

/** Half a year of the second token: its regime grows in June, and no report of a month is found in time. */
const halfYear = (): readonly Observation[] =>
  yearOf().filter(
    ({ assetId, observedAt }) => observedAt < at('2026-06-20') && (assetId === '' || assetId === tokens[1].assetId),
  );

export interface EveryKind {
  readonly world: Miniature;
  readonly key: NewApiKey;
  /** The kinds of change that came from files of a register, without an observation of this file. */
  readonly fromFiles: ReadonlySet<string>;
  /** Their ids. */
  readonly changesFromFiles: readonly string[];
}

export function everyKind(kinds: readonly ExplanationKind[]): EveryKind {
  const world = createMiniature();
  const key = makeApiKey((count) => Buffer.alloc(count, 5));
  const give = <T extends CommandType>(type: T, body: CommandBodies[T]): void => {
    const commandId = sha256Hex(`${type} ${JSON.stringify(body)}`);
    const command = { commandId, tenantId, type, body, at: watchedSince, actor: 'operator', assetPublic: true };
    world.append('accounts.commands', makeCommand(command), watchedSince);
  };
  const { keyId, secretSha256, last4 } = key;
  give('tenant.create', { keyId, name: 'every kind', secretSha256, last4, scopes: ['monitoring:read'], limit: 100 });
  const own = [...kinds, ...Object.keys(intakes)].map(idOf);
  for (const assetId of [...own, tokens[1].assetId, usdc.assetId]) give('watch.add', { assetId, by: 'operator' });

  world.declare([circle, usdc], '2026-01-15');
  world.capture('esma-emtwp', 'EMTWP-20260129.csv', '2026-01-29');
  world.capture('esma-emtwp', 'EMTWP-20260821.csv', '2026-08-21');
  const changes = world.values('changes');
  const observations = [...kinds.map(observationsFor), ...Object.keys(intakes).map(intakeOf), halfYear()];
  for (const one of observations.flat()) world.append('observations', one, one.observedAt);
  const fromFiles = new Set(changes.map(({ explanation }) => explanation.kind));
  return { world, key, fromFiles, changesFromFiles: changes.map(({ id }) => id) };
}
