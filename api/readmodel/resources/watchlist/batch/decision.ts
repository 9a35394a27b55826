import type { CommandOutcome, WatchItem } from '../../../../../schemas/generated/records.ts';
import type { Term } from '../../../../../schemas/vocabulary.ts';
import type { RegistryReader } from '../../../memory/registry/index.ts';
import { rejection } from '../commands.ts';
import { notInRegistry } from '../watch.ts';
import { notRegistered, notVerified } from './wish.ts';

interface Decision {
  readonly outcome: Term<'watchOutcome'>;
  /** A sentence without its full stop. */
  readonly message: string;
}

/** The decision on one asset, and the list after it. */
export interface DecidedAsset extends Decision, Pick<CommandOutcome, 'limit' | 'used'> {
  /** The item on the list; null if there is none. */
  readonly item: WatchItem | null;
}

/** What the outcome of an addition means; ApiError for a refusal that is no outcome of a batch. */
export function decisionOf(outcome: CommandOutcome, assetId: string, registry: Pick<RegistryReader, 'byId'>): Decision {
  if (outcome.status === 'accepted') return added;
  if (outcome.status === 'unchanged') return already;
  if (outcome.code === 'not_found') return absent(assetId, registry);
  if (outcome.code === 'watchlist_limit_reached') return full(outcome);
  throw rejection(outcome, notInRegistry);
}

const added: Decision = { outcome: 'added', message: 'Added to the list' };
export const already: Decision = { outcome: 'already', message: 'On the list already' };

export const full = ({ used, limit }: Pick<CommandOutcome, 'limit' | 'used'>): Decision => ({
  outcome: 'over_limit',
  message: `The watchlist is full: ${used} of ${limit} used`,
});

/** Why an asset cannot be watched. */
export function absent(assetId: string, registry: Pick<RegistryReader, 'byId'>): Decision {
  const asset = registry.byId(assetId);
  return asset === null || asset.isWithdrawn
    ? { outcome: 'not_registered', message: notRegistered }
    : { outcome: 'not_verified', message: notVerified };
}
