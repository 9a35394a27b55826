import { isMultisig } from '../../../schemas/terms/account-kinds.ts';
import { powersOfAuthorities } from '../../../schemas/terms/authorities.ts';
import type { ChainFact } from '../statement.ts';
import type { ControllerGraph, Cut } from '../walk.ts';
import { metadataIn, mintAuthorities } from './controllers.ts';
import { isUnknownExtension } from './extensions.ts';
import {
  feeBasisPoints,
  hookProgramOf,
  interestBasisPoints,
  isFrozenByDefault,
  isNonTransferable,
  type Mint,
  multiplierAt,
  pausedOf,
} from './mint.ts';
import { type ControlAccount, type ReadAccounts, recognise } from './recognise.ts';

/** What is known of a mint, from which its facts are stated. */
export interface MintKnowledge {
  readonly address: string;
  readonly mint: Mint;
  /** Namespace of its CAIP-19 id, as `token`. */
  readonly standard: string;
  /** Seconds since the epoch. */
  readonly time: number;
  readonly read: ReadAccounts;
  readonly graph: ControllerGraph;
}

type Authorities = ReturnType<typeof mintAuthorities>;

/** Facts of a mint in a fixed order, in the shapes of those of an EVM token. Keys are base58. */
export function factsOf(knowledge: MintKnowledge): readonly ChainFact[] {
  const { address, mint, time, read, graph } = knowledge;
  const authorities = [...mintAuthorities(address, read)].sort(([a], [b]) => (a < b ? -1 : 1));
  const accounts = new Map(graph.accounts.map((one) => [one, recognise(one, read)]));
  const multiplier = multiplierAt(mint, time);
  const paused = pausedOf(mint);
  return [
    assetFact('chain_reading', 'stated'),
    tokenFact(knowledge),
    assetFact('supply', mint.supply.toString()),
    ...(multiplier === null || !Number.isFinite(multiplier) ? [] : [assetFact('multiplier', decimalText(multiplier))]),
    ...(paused === null ? [] : [assetFact('paused', paused)]),
    assetFact('powers', powersOf(mint, authorities, multiplier ?? 1)),
    // Accounts before what they hold: what a new holder is, is known by then.
    ...[...accounts.values()].map((account) => controlFact(account, graph.cuts.get(account.address) ?? null)),
    ...authorities.map(([type, holder]) => authorityFact(type, holder, accounts.get(holder ?? ''))),
  ];
}

const assetFact = (field: string, value: unknown): ChainFact => ({
  subjectKind: 'asset',
  subjectKey: '',
  field,
  value,
});

function tokenFact({ address, mint, standard, read }: MintKnowledge): ChainFact {
  const metadata = metadataIn(address, read);
  const replaced = (['name', 'symbol'] as const).filter((member) => metadata?.[member].replaced === true);
  return assetFact('token', {
    name: metadata?.name.text ?? null,
    symbol: metadata?.symbol.text ?? null,
    decimals: mint.decimals,
    standard,
    replaced,
  });
}

/** Digits without an exponent: the shortest that give the same double. */
function decimalText(value: number): string {
  const text = String(Math.abs(value));
  const [digits = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const [whole = '', fraction = ''] = digits.split('.');
  const by = Number(exponent);
  if (by < 0) return `0.${'0'.repeat(-by - 1)}${whole}${fraction}`;
  return `${whole}${fraction.padEnd(by, '0')}`;
}

/** Powers that mints give in the order in which they are stated, those of the field `freeze_and_seize_powers` first. */
const powers = [
  'freeze_address',
  'pause_all',
  'burn_from',
  'force_transfer',
  'upgrade_logic',
  'transfer_fee',
  'close_mint',
  'frozen_by_default',
  'non_transferable',
  'interest',
  'transfer_hook',
  'change_metadata',
  'scaled_amount',
] as const;

/** Powers by authorities and by the state of extensions, then extensions of unknown power. */
function powersOf(mint: Mint, authorities: Authorities, multiplier: number): readonly string[] {
  const byAuthority = powersOfAuthorities(authorities.filter(([, holder]) => holder !== null).map(([type]) => type));
  const byState: Partial<Record<(typeof powers)[number], boolean>> = {
    transfer_fee: (feeBasisPoints(mint) ?? 0) > 0,
    frozen_by_default: isFrozenByDefault(mint),
    non_transferable: isNonTransferable(mint),
    interest: (interestBasisPoints(mint) ?? 0) !== 0,
    transfer_hook: hookProgramOf(mint) !== null,
    scaled_amount: multiplier !== 1,
  };
  const unknown = mint.extensions.filter(isUnknownExtension).map(({ type }) => type);
  return [
    ...powers.filter((power) => byAuthority.includes(power) || byState[power] === true),
    ...unknown.sort((a, b) => a - b).map((type) => `extension_${type}`),
  ];
}

function authorityFact(type: string, holder: string | null, account: ControlAccount | undefined): ChainFact {
  const isShared = account !== undefined && isMultisig(account.kind);
  const value = {
    type,
    address: holder,
    accountType: isShared ? 'multisig' : 'regular',
    // A member who may not vote does not count towards the threshold.
    signers: isShared ? (account.voters ?? account.signers) : [],
    threshold: isShared ? account.threshold : null,
  };
  return { subjectKind: 'authority', subjectKey: type, field: 'authority', value: holder === null ? null : value };
}

function controlFact({ address, ...account }: ControlAccount, cut: Cut | null): ChainFact {
  const value = { ...account, modules: [], guard: null, fallbackHandler: null, cut };
  return { subjectKind: 'authority', subjectKey: address, field: 'control', value };
}
