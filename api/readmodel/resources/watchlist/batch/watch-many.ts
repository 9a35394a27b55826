import type { WatchItem } from '../../../../../schemas/generated/records.ts';
import type { Term } from '../../../../../schemas/vocabulary.ts';
import type { ReadModel } from '../../../dependencies.ts';
import { giveCommands } from '../../../give-command.ts';
import { createBatchLoader } from '../../../memory/batch-loader.ts';
import type { AssetSummary } from '../../../memory/registry/index.ts';
import { tablesOfTenant } from '../../../tables/tenant-tables.ts';
import { readByIdentifiers } from '../../search/queries.ts';
import type { Sender } from '../commands.ts';
import { readWatchlist } from '../queries.ts';
import { decisionOf, type DecidedAsset } from './decision.ts';
import { createDryRun } from './dry-run.ts';
import { type Finding, findWish, outcomeOf, type Wish } from './wish.ts';

type Dependencies = Pick<ReadModel, 'clock' | 'commands' | 'ids' | 'outcomes' | 'registry' | 'tables'>;

/** Most tokens of the entries that stand for several. Each entry that stands for one has its own result besides. */
const mostTokens = 250;

/** An entry as it was given, with what it asks for or why it asks for nothing. */
export type GivenWish = { readonly query: unknown } & ({ readonly wish: Wish } | { readonly malformed: string });

/** What became of an entry, or of one token of it. */
export interface WatchResult {
  readonly query: unknown;
  readonly outcome: Term<'watchOutcome'>;
  readonly message: string;
  /** The item on the list; null if there is none. */
  readonly item: WatchItem | null;
  /** The asset that was meant; null for none, or several. */
  readonly assetId: string | null;
  readonly candidates: readonly AssetSummary[];
}

export interface WatchedBatch {
  /** In the order of the entries; several for an entry that stands for several tokens. */
  readonly results: readonly WatchResult[];
  readonly limit: number;
  readonly used: number;
}

interface QueryFinding {
  readonly query: unknown;
  readonly finding: Finding;
}

/**
 * Puts many assets on the list. The commands are appended in the order of the entries and awaited together, so the last
 * places go to the first entries. A dry run appends none. RetryableError if an outcome does not arrive in time: sending the
 * batch again is harmless.
 */
export async function watchMany(
  sender: Sender,
  wishes: readonly GivenWish[],
  dependencies: Dependencies,
  isDry = false,
): Promise<WatchedBatch> {
  const { registry, tables } = dependencies;
  const { tenantId } = sender.principal;
  await registry.untilCurrent();
  const findings = await findAll(wishes, dependencies);
  const assetIds = findings.flatMap(({ finding }) => (finding.kind === 'asset' ? [finding.assetId] : []));
  const list = isDry || assetIds.length === 0 ? await readWatchlist(tablesOfTenant(tables, tenantId)) : null;
  const decided = list === null ? await addAll(sender, assetIds, dependencies) : createDryRun(list, registry)(assetIds);
  let next = 0;
  const results = findings.map(({ query, finding }): WatchResult => {
    if (finding.kind === 'outcome') {
      const { outcome, message, candidates } = finding;
      return { query, outcome, message, candidates, item: null, assetId: null };
    }
    const one = decided[next];
    next += 1;
    if (one === undefined) throw new Error(`the asset ${finding.assetId} has no outcome`);
    return { query, ...one, assetId: finding.assetId, candidates: [] };
  });
  const last = decided.at(-1);
  return {
    results,
    limit: last?.limit ?? list?.limit ?? 0,
    used: last?.used ?? list?.items.length ?? 0,
  };
}

async function findAll(
  wishes: readonly GivenWish[],
  { registry, tables }: Pick<Dependencies, 'registry' | 'tables'>,
): Promise<readonly QueryFinding[]> {
  const load = createBatchLoader((codes) => readByIdentifiers(tables, codes));
  const byIdentifier = async (code: string) => (await load([code])).get(code) ?? [];
  const found = await Promise.all(
    wishes.map(async (given) => ({
      query: given.query,
      findings:
        'wish' in given
          ? await findWish(given.wish, { registry, byIdentifier })
          : [outcomeOf('malformed', given.malformed)],
    })),
  );
  let left = mostTokens;
  return found.flatMap(({ query, findings }) => {
    const shown = findings.length === 1 ? findings : firstOf(findings, left);
    if (findings.length > 1) left = Math.max(0, left - shown.length);
    return shown.map((finding) => ({ query, finding }));
  });
}

/** The last result states what is left out. */
function firstOf(findings: readonly Finding[], most: number): readonly Finding[] {
  if (findings.length <= most) return findings;
  const shown = findings.slice(0, Math.max(0, most - 1));
  const rest = findings.length - shown.length;
  const message = `${rest} more tokens: a batch has up to ${mostTokens} of such entries. Name them one by one`;
  return [...shown, outcomeOf('over_limit', message)];
}

async function addAll(
  { principal, traceparent, actor = `key:${principal.keyId}` }: Sender,
  assetIds: readonly string[],
  dependencies: Dependencies,
): Promise<readonly DecidedAsset[]> {
  const { registry } = dependencies;
  const commands = assetIds.map((assetId) => ({
    type: 'watch.add' as const,
    body: { assetId, by: 'key' },
    assetPublic: registry.byId(assetId)?.public ?? false,
    actor,
  }));
  const outcomes = await giveCommands({ tenantId: principal.tenantId, traceparent, commands }, dependencies);
  return outcomes.map((outcome, index) => ({
    ...decisionOf(outcome, assetIds[index] ?? '', registry),
    item: outcome.item,
    limit: outcome.limit,
    used: outcome.used,
  }));
}
