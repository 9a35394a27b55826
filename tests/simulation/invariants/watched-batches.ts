import type { WatchResult } from '../../../api/readmodel/resources/watchlist/batch/watch-many.ts';
import type { Simulation } from '../kernel/simulation.ts';
import { commandKey, type GivenBatch } from '../worlds/accounts/accounts-state.ts';
import type { AccountEvidence } from './account-evidence.ts';

const invariant = 'watched-batches';
const isListed = ({ outcome }: WatchResult): boolean => outcome === 'added' || outcome === 'already';

/** B-94: a result for each entry, in their order; an asset that is in a batch twice is added once. */
export function checkBatchAnswer(
  simulation: Simulation,
  assetIds: readonly string[],
  results: readonly WatchResult[],
): void {
  const answered = results.map(({ assetId }) => assetId);
  if (answered.join(' ') !== assetIds.join(' ')) {
    simulation.violate(invariant, `a batch of ${assetIds.join(', ')} was answered for ${answered.join(', ')}`);
  }
  const listed = new Set<string | null>();
  for (const result of results) {
    if (result.outcome === 'added' && listed.has(result.assetId)) {
      simulation.violate(invariant, `${result.assetId} was added twice by one batch`);
    }
    if (isListed(result)) listed.add(result.assetId);
  }
}

/** B-94: a batch that comes again adds nothing: what it asked for is on the list already, also after a kill. */
export function checkBatchAgain(
  simulation: Simulation,
  first: readonly WatchResult[],
  again: readonly WatchResult[],
  knows: (assetId: string) => boolean,
): void {
  for (const [place, result] of first.entries()) {
    if (!isListed(result) || !knows(result.assetId ?? '')) continue;
    const outcome = again[place]?.outcome;
    if (outcome === 'already') continue;
    simulation.violate(
      invariant,
      `${result.assetId} was ${result.outcome} by a batch, and ${outcome} by the same again`,
    );
  }
}

/** The commands of a batch are on the log all or none, all if it was answered, one behind the other, and are answered in that order. */
export function checkBatchesInOrder(
  simulation: Simulation,
  { commands, answers }: AccountEvidence,
  batches: readonly GivenBatch[],
): void {
  const placeOf = new Map(
    commands.map(({ value, record }) => [commandKey(value.tenantId, value.commandId), record.offset] as const),
  );
  for (const { tenantId, commandIds, isAnswered } of batches) {
    const keys = commandIds.map((commandId) => commandKey(tenantId, commandId));
    const places = keys.flatMap((key) => placeOf.get(key) ?? []);
    if (places.length === 0 && !isAnswered) continue;
    const numbers = keys.map((key) => answers.get(key)?.seq ?? 0);
    const isWhole = places.length === keys.length;
    const isOneRow = places.every((place, at) => place === (places[0] ?? 0) + at);
    const isInOrder = numbers.every((seq, at) => at === 0 || seq > (numbers[at - 1] ?? 0));
    if (isWhole && isOneRow && isInOrder) continue;
    const facts = `at ${places.join(', ')}, answered by events ${numbers.join(', ')}`;
    simulation.violate(invariant, `${tenantId}: ${keys.length} commands of a batch are ${facts}`);
  }
}
