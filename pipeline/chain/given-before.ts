import type { KnownVaults, ReadingHeader } from './cassette-header.ts';

/** What a read plan is given beside the assets. All but `accounts` is in the header of the cassette. */
export interface GivenBefore {
  /** Vaults whose multisig is known. */
  readonly vaults?: KnownVaults;
  /** Ids of the assets whose creator is requested from the provider. */
  readonly creators?: readonly string[];
  /** Accounts that the last statements name. A sweep asks for them with the assets; more or fewer change no state. */
  readonly accounts?: readonly string[];
}

export const givenIn = ({ vaults, creators }: ReadingHeader): GivenBefore => ({
  ...(vaults === undefined ? {} : { vaults }),
  ...(creators === undefined ? {} : { creators }),
});
