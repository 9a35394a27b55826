import type { RegistryParty } from '../../../schemas/generated/records.ts';
import { parseCaip10 } from '../../../schemas/values/caip.ts';
import { type AddressReading, readEvmAddress } from '../addresses.ts';
import { type ImportIssue, type ImportLine, invalid } from './issue.ts';
import { listIn, type Members, objectIn, requiredText, textIn, timeIn } from './members.ts';
import { readVouching } from './decisions/vouching.ts';

/** A party as declared by a line whose shape was checked, in stored form. */
export function partyOfLine(line: ImportLine): {
  readonly party: RegistryParty;
  readonly issues: readonly ImportIssue[];
} {
  const members: Members = line.value;
  const kyi = objectIn(members, 'kyi') ?? { status: 'none' };
  const kyb = objectIn(members, 'kyb') ?? { verified: false };
  const wallets = listIn<string>(members, 'wallets').map(readCaip10);
  const vouching = readVouching(line);
  const kind = textIn(members, 'kind') ?? 'organisation';
  const party: RegistryParty = {
    partyId: requiredText(members, 'partyId').toLowerCase(),
    did: requiredText(members, 'did').toUpperCase(),
    name: requiredText(members, 'name'),
    legalName: textIn(members, 'legalName'),
    lei: textIn(members, 'lei'),
    registrationNumber: textIn(members, 'registrationNumber'),
    country: textIn(members, 'country'),
    aliases: listIn(members, 'aliases'),
    wallets: wallets.flatMap((reading) => ('address' in reading ? [reading.address] : [])),
    isins: listIn(members, 'isins'),
    kyi: { status: requiredText(kyi, 'status'), at: timeIn(kyi, 'at') },
    kyb: { verified: kyb['verified'] === true, at: timeIn(kyb, 'at') },
    description: textIn(members, 'description') ?? '',
    bics: listIn(members, 'bics'),
    taxIds: listIn<Members>(members, 'taxIds').map((one) => ({
      country: textIn(one, 'country'),
      value: requiredText(one, 'value'),
    })),
    kind,
    birthYear: (members['birthYear'] as number | null | undefined) ?? null,
    vouched: vouching.vouched,
  };
  const issues = [
    ...wallets.flatMap((reading, index) =>
      'problem' in reading ? [invalid(line, `wallets[${index}]`, reading.problem)] : [],
    ),
    ...vouching.issues,
  ];
  if (kind !== 'person' && party.birthYear !== null) {
    issues.push(invalid(line, 'birthYear', 'is of a person: set "kind":"person"'));
  }
  return { party, issues };
}

/** A CAIP-10 account in stored form: EVM addresses as EIP-55. */
function readCaip10(text: string): AddressReading {
  const account = parseCaip10(text);
  if (account?.chain.startsWith('eip155:') !== true) return { address: text };
  const reading = readEvmAddress(account.address);
  return 'address' in reading ? { address: `${account.chain}:${reading.address}` } : reading;
}
