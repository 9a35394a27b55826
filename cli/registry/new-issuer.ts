import { UsageError } from '../../infra/errors.ts';
import { findParties } from '../../pipeline/registry/find-registered.ts';
import type { RegistrySnapshot } from '../../pipeline/registry/snapshot.ts';
import { declareParty } from '../../pipeline/registry/wishes/declare-party.ts';
import type { RegistryParty } from '../../schemas/generated/records.ts';
import { isLei } from '../../schemas/values/lei.ts';
import type { Engine } from '../engine/open-engine.ts';
import { statedParty } from './stated-party.ts';

/** A party that is declared with its token, and the row that states its name. */
interface NewIssuer {
  readonly party: RegistryParty;
  readonly origin: string;
}

/** The issuer of an LEI that is not registered, as registers state it. Null for any other text. Throws UsageError if none states it. */
export async function newIssuer(
  engine: Pick<Engine, 'log' | 'codec'>,
  ref: string | null,
  registry: RegistrySnapshot,
): Promise<NewIssuer | null> {
  const lei = ref?.trim().toUpperCase() ?? '';
  if (!isLei(lei) || findParties(lei, registry).length > 0) return null;
  const stated = await statedParty(engine, lei, { gleifFile: null });
  const declared = declareParty(
    { name: null, legalName: null, country: null, aliases: [], ...stated, lei, ...unstated },
    registry,
  );
  if ('refused' in declared) throw new UsageError(declared.refused);
  if (declared.added === undefined) throw new Error(`${lei} is registered`);
  return { party: declared.added, origin: stated?.origin ?? '' };
}

const unstated = { registrationNumber: null, description: null, partyId: null };

/** The registry with a party that is not declared yet. */
export const withParty = (registry: RegistrySnapshot, party: RegistryParty, recordTime: number): RegistrySnapshot => ({
  ...registry,
  parties: new Map([...registry.parties, [party.partyId, { value: party, recordTime }]]),
});
