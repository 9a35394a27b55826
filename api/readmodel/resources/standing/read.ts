import { RetryableError } from '../../../../infra/errors.ts';
import { termsOf } from '../../../../schemas/vocabulary.ts';
import type { ReadModel } from '../../dependencies.ts';
import type { RegistryEntry } from '../../memory/registry/records.ts';
import type { TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';
import { unknownNow } from '../../standing/part.ts';
import type { StandingReader } from '../../standing/reader.ts';
import { publicStandingOf, type Standing, standingOf } from '../../standing/standing.ts';
import { type WatchedItem, watchedPage } from '../watchlist/watched-page.ts';
import { pageSize } from './schema.ts';

/** An item of a watchlist with how its token is now. */
export interface ItemStanding {
  readonly item: WatchedItem;
  readonly standing: Standing;
}

/** A page of them, newest addition first, and where the next page begins; null at the end. */
export interface StandingPage {
  readonly items: readonly ItemStanding[];
  readonly next: string | null;
}

type Dependencies = Pick<ReadModel, 'clock' | 'registry' | 'standing'>;

/** The standings of watched tokens: all of a page are read together. Tokens of a page whose record cannot be read are open. */
export async function readStandings(
  snapshot: TenantSnapshot,
  { items: wanted, after }: { readonly items: readonly string[]; readonly after: string | null },
  dependencies: Dependencies,
): Promise<StandingPage> {
  const page = watchedPage(snapshot, { items: wanted, after, pageSize });
  const standings = await standingsOf(
    page.items.map(({ assetId }) => assetId),
    dependencies,
  );
  return { items: page.items.map((item) => ({ item, standing: standings(item.assetId) })), next: page.next };
}

/** How tokens are now, for their watcher: every part. */
export const standingsOf = (assetIds: readonly string[], dependencies: Dependencies): Promise<StandingOf> =>
  standingsBy(assetIds, dependencies, { factsOf: dependencies.standing.facts, stateOf: standingOf });

/** How tokens are now, as anybody may see it. */
export const publicStandingsOf = (assetIds: readonly string[], dependencies: Dependencies): Promise<StandingOf> =>
  standingsBy(assetIds, dependencies, { factsOf: dependencies.standing.publicFacts, stateOf: publicStandingOf });

interface View {
  readonly factsOf: StandingReader['facts'];
  readonly stateOf: typeof standingOf;
}

type StandingOf = (assetId: string) => Standing;

async function standingsBy(
  assetIds: readonly string[],
  { clock, registry }: Omit<Dependencies, 'standing'>,
  { factsOf, stateOf }: View,
): Promise<StandingOf> {
  const found = await Promise.all(assetIds.map((assetId) => entryOf(assetId, registry)));
  const entries = found.filter((entry) => entry !== null);
  const facts = await factsOf(entries);
  const now = clock();
  const standings = new Map(
    entries.flatMap(({ record }, index) => {
      const of = facts[index];
      return of === undefined ? [] : [[record.assetId, stateOf(of, now)] as const];
    }),
  );
  return (assetId) => standings.get(assetId) ?? unknownStanding(now);
}

async function entryOf(assetId: string, registry: Dependencies['registry']): Promise<RegistryEntry | null> {
  const asset = registry.byId(assetId);
  if (asset === null) return null;
  try {
    const [entry] = await registry.entries([asset]);
    return entry ?? null;
  } catch (error) {
    if (error instanceof RetryableError) return null;
    throw error;
  }
}

/** No record of the token can be read. */
const unknownStanding = (now: number): Standing => ({
  state: 'open',
  severity: 'medium',
  worst: unknownNow('lists'),
  parts: termsOf('standingPart').map((part) => unknownNow(part)),
  at: now,
  validUntil: Number.POSITIVE_INFINITY,
});
