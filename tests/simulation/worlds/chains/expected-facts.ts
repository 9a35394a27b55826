import { toChecksumAddress } from '../../../../schemas/values/evm.ts';
import { holderAddress, minterRole, proxyAdminAddress, type Token, tokenAddress, type Tokens } from './tokens.ts';

/** A fact that the chain shows at a block. Its value is a member of what is stated, or all of it without `member`. */
export interface ExpectedFact {
  /** `asset` or `authority`, key of the subject and field, as an observation has them. */
  readonly id: string;
  readonly member?: string;
  readonly value: unknown;
}

export const factIdOf = (subjectKind: string, subjectKey: string, field: string): string =>
  `${subjectKind} ${subjectKey} ${field}`;

const control = (address: string, owner: string): ExpectedFact => ({
  id: factIdOf('authority', toChecksumAddress(address), 'control'),
  member: 'owner',
  value: toChecksumAddress(owner),
});

/** Facts of contracts that own another: the one that is named, if it is such a contract. */
function controlsFrom(tokens: Tokens, address: string): readonly ExpectedFact[] {
  const n = tokens.holders.findIndex((_, at) => holderAddress(at) === address);
  const owner = tokens.holders[n];
  return owner === undefined ? [] : [control(address, owner)];
}

/** What must be stated of a token, written down apart from the program. */
export function expectedFacts(tokens: Tokens, n: number): readonly ExpectedFact[] {
  const token = tokens.tokens[n];
  if (token === undefined) throw new Error(`there is no token ${n}`);
  const { supply, isPaused } = token;
  return [
    { id: factIdOf('asset', '', 'supply'), value: supply.toString() },
    { id: factIdOf('asset', '', 'paused'), value: isPaused },
    ...factsOfKind(tokens, token, n),
  ];
}

function factsOfKind(tokens: Tokens, token: Token, n: number): readonly ExpectedFact[] {
  const { kind, owner, implementation, minters } = token;
  const address = (type: string, holder: string): ExpectedFact => ({
    id: factIdOf('authority', type, 'authority'),
    member: 'address',
    value: toChecksumAddress(holder),
  });
  switch (kind) {
    case 'owned':
      return [address('owner', owner), ...controlsFrom(tokens, owner)];
    case 'proxy':
      return [
        address('owner', owner),
        address('upgrade_authority', tokens.proxyAdminOwner),
        { id: factIdOf('asset', '', 'code'), member: 'implementation', value: toChecksumAddress(implementation) },
        control(proxyAdminAddress, tokens.proxyAdminOwner),
        ...controlsFrom(tokens, owner),
        ...controlsFrom(tokens, tokens.proxyAdminOwner),
      ];
    case 'roles':
      return [
        {
          id: factIdOf('authority', `${toChecksumAddress(tokenAddress(n))}:${minterRole}`, 'role'),
          member: 'holders',
          value: minters.map(toChecksumAddress),
        },
      ];
  }
}
