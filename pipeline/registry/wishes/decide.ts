/** Decisions of the operator about registered assets and parties, as lines of the import. */
import { issuerOf } from '../../../schemas/facts/issuer-of.ts';
import type { RegistryAsset, RegistryParty, Vouching } from '../../../schemas/generated/records.ts';
import { formatTimestamp } from '../../../schemas/values/timestamp.ts';
import { assetLine, partyLine } from '../export.ts';

export type AssetDecision = 'link' | 'unlink' | 'withdraw' | 'restore';

/** A line of the import, or the reason why nothing is to be decided. */
export type DecidedLine =
  | { readonly line: Readonly<Record<string, unknown>> }
  | { readonly unchanged: string }
  | { readonly refused: string };

interface AssetDecisionInput {
  readonly decision: AssetDecision;
  readonly vouched: Vouching;
  /** When it is decided, milliseconds. */
  readonly at: number;
}

/** Linking takes the named issuer; unlinking leaves it named, so that the token is monitored as before. */
export function decideAsset(asset: RegistryAsset, { decision, vouched, at }: AssetDecisionInput): DecidedLine {
  const name = `${asset.symbol} on ${asset.chain}`;
  const others = asset.parties.filter(({ role }) => role !== 'issuer');
  switch (decision) {
    case 'link': {
      const issuerId = issuerOf(asset);
      if (issuerId === null)
        return { refused: `${name} names no issuer: attestry asset add ${asset.address} --issuer` };
      if (asset.status !== 'active') return { refused: `${name} is withdrawn: restore it first` };
      if (asset.issuerId !== null) return { unchanged: `${name} is linked already` };
      return { line: assetLine({ ...asset, issuerId, parties: others, verifiedAt: at, vouched }) };
    }
    case 'unlink': {
      const { issuerId } = asset;
      if (issuerId === null) return { unchanged: `${name} is not linked` };
      const parties = [...others, { partyId: issuerId, role: 'issuer' }];
      return { line: assetLine({ ...asset, issuerId: null, parties, verifiedAt: null, vouched }) };
    }
    case 'withdraw':
      if (asset.status === 'withdrawn') return { unchanged: `${name} is withdrawn already` };
      return { line: assetLine({ ...asset, status: 'withdrawn', vouched }) };
    case 'restore':
      if (asset.status === 'active') return { unchanged: `${name} is not withdrawn` };
      return { line: assetLine({ ...asset, status: 'active', vouched }) };
  }
}

type Line = Readonly<Record<string, unknown>>;
type Roles = readonly { readonly partyId: string; readonly role: string }[];

/** The issuer that the line of an asset names or links; null where it states none. */
export const issuerOfLine = (line: Line): string | null =>
  issuerOf({ issuerId: line['issuerId'] as string | null, parties: line['parties'] as Roles });

/** The line with its named issuer linked. */
export const linkedLine = (line: Line, { vouched, at }: Omit<AssetDecisionInput, 'decision'>): Line => ({
  ...line,
  issuerId: issuerOfLine(line),
  parties: (line['parties'] as Roles).filter(({ role }) => role !== 'issuer'),
  verifiedAt: formatTimestamp(at),
  vouched,
});

interface KyiDecision {
  /** One of kyiStatus. */
  readonly status: string;
  /** Whether the business is verified, too; null to leave that as it is. */
  readonly kyb: boolean | null;
  readonly vouched: Vouching;
  /** When the outcome was reached, milliseconds. */
  readonly at: number;
}

/** The outcome of the checks of a party. */
export function decideKyi(party: RegistryParty, { status, kyb, vouched, at }: KyiDecision): DecidedLine {
  const isSame = party.kyi.status === status && (kyb === null || party.kyb.verified === kyb);
  if (isSame) return { unchanged: `the KYI of ${party.name} is ${status} already` };
  const line = partyLine({ ...party, vouched });
  const time = formatTimestamp(at);
  return {
    line: {
      ...line,
      ...(party.kyi.status === status ? {} : { kyi: { status, at: time } }),
      ...(kyb === null || party.kyb.verified === kyb ? {} : { kyb: { verified: kyb, at: time } }),
    },
  };
}
