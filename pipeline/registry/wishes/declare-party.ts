import type { RegistryParty } from '../../../schemas/generated/records.ts';
import { didOf, idName, partyIdOf } from '../../../schemas/values/registry-ids.ts';
import { partyLine } from '../export.ts';
import type { RegistrySnapshot } from '../snapshot.ts';
import type { DecidedLine } from './decide.ts';

/** What is stated of a party; null for what is not. */
export interface PartyWish {
  readonly lei: string | null;
  readonly name: string | null;
  readonly legalName: string | null;
  readonly country: string | null;
  readonly registrationNumber: string | null;
  readonly description: string | null;
  readonly aliases: readonly string[];
  /** Id of the registered party that is meant; null to find it by LEI, or by name and country. */
  readonly partyId: string | null;
}

/** A line of the import, with the party where it is a new one; or the reason why there is none. */
export type PartyDeclaration = DecidedLine & { readonly added?: RegistryParty };

/** The line of a party: the registered one with what is stated, or a new one with a derived id. */
export function declareParty(wish: PartyWish, { parties }: RegistrySnapshot): PartyDeclaration {
  const all = [...parties.values()].map(({ value }) => value);
  if (wish.partyId !== null) {
    const known = parties.get(wish.partyId.toLowerCase())?.value;
    return known === undefined ? { refused: `there is no party ${wish.partyId}` } : changed(known, wish);
  }
  const { lei, name } = wish;
  const sameLei = lei === null ? [] : all.filter((party) => party.lei === lei);
  const [known, ...others] = sameLei;
  if (others.length > 0) {
    return {
      refused: `${lei} is the LEI of ${sameLei.length} parties: ${sameLei.map(({ partyId }) => partyId).join(', ')}; give --party`,
    };
  }
  if (known !== undefined) return changed(known, wish);
  if (name === null)
    return { refused: `nothing states the name of ${lei}: attestry party add ${lei} --name NAME --country CC` };
  const named = all.filter((party) => idName(party.name) === idName(name) && isOf(party, wish.country));
  const [first, ...further] = named;
  if (first === undefined) return newLine(wish, name);
  if (lei !== null) {
    return {
      refused: `${first.name} is registered without ${lei}: attestry party add ${lei} --party ${first.partyId}`,
    };
  }
  if (further.length > 0) {
    return {
      refused: `${name} is the name of ${named.length} parties: ${named.map(({ partyId }) => partyId).join(', ')}; give --party`,
    };
  }
  return changed(first, wish);
}

const isOf = (party: RegistryParty, country: string | null): boolean =>
  country === null || party.country === null || party.country === country;

function newLine(wish: PartyWish, name: string): PartyDeclaration {
  const added = newParty(wish, name);
  return { line: partyLine(added), added };
}

/** A party with a derived id, of which nothing is verified. */
function newParty(
  { lei, legalName, country, registrationNumber, description, aliases }: PartyWish,
  name: string,
): RegistryParty {
  const partyId = partyIdOf({ lei, name, country });
  return {
    partyId,
    did: didOf(partyId),
    name,
    legalName,
    lei,
    registrationNumber,
    country,
    aliases,
    wallets: [],
    isins: [],
    kyi: { status: 'none', at: null },
    kyb: { verified: false, at: null },
    description: description ?? '',
    bics: [],
    taxIds: [],
    kind: 'organisation',
    birthYear: null,
    vouched: null,
  };
}

function changed(known: RegistryParty, wish: PartyWish): PartyDeclaration {
  const stated = Object.fromEntries(
    (['lei', 'name', 'legalName', 'country', 'registrationNumber', 'description'] as const).flatMap((member) =>
      wish[member] === null || wish[member] === known[member] ? [] : [[member, wish[member]]],
    ),
  );
  const added = wish.aliases.filter((alias) => !known.aliases.includes(alias));
  if (Object.keys(stated).length === 0 && added.length === 0)
    return { unchanged: `${known.name} is registered so already` };
  return { line: { ...partyLine(known), ...stated, aliases: [...known.aliases, ...added] } };
}
