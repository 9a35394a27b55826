import { keccak_256 } from '@noble/hashes/sha3.js';
import { RLP } from 'micro-eth-signer/core/rlp.js';
import { bytesOf, hexOf } from '../calls/abi.ts';

/** How a member of a block's JSON is in the header: a number without leading zeros, or bytes (of a length, if fixed). */
type MemberForm = 'number' | { readonly bytes: number } | 'bytes';
type Members = readonly (readonly [name: string, form: MemberForm])[];

/** Members of a header in the order of its RLP. Optional ones were added later: a header has all up to its last. */
interface HeaderForm {
  readonly required: Members;
  readonly optional: Members;
}

const hash: MemberForm = { bytes: 32 };

const common: Members = [
  ...(['parentHash', 'sha3Uncles'] as const).map((name) => [name, hash] as const),
  ['miner', { bytes: 20 }],
  ...(['stateRoot', 'transactionsRoot', 'receiptsRoot'] as const).map((name) => [name, hash] as const),
  ['logsBloom', { bytes: 256 }],
  ...(['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp'] as const).map((name) => [name, 'number'] as const),
  ['extraData', 'bytes'],
  ['mixHash', hash],
  ['nonce', { bytes: 8 }],
];

/** Ethereum up to the fork Prague; rollups of Optimism and Arbitrum have the same members. */
const ethereum: HeaderForm = {
  required: common,
  optional: [
    ['baseFeePerGas', 'number'],
    ['withdrawalsRoot', hash],
    ['blobGasUsed', 'number'],
    ['excessBlobGas', 'number'],
    ['parentBeaconBlockRoot', hash],
    ['requestsHash', hash],
  ],
};

/** The C-Chain up to the upgrade Granite (coreth, `HeaderSerializable`). */
const avalanche: HeaderForm = {
  required: [...common, ['extDataHash', hash]],
  optional: [
    ['baseFeePerGas', 'number'],
    ['extDataGasUsed', 'number'],
    ['blockGasCost', 'number'],
    ['blobGasUsed', 'number'],
    ['excessBlobGas', 'number'],
    ['parentBeaconBlockRoot', hash],
    ['timestampMilliseconds', 'number'],
    ['minDelayExcess', 'number'],
  ],
};

const forms: readonly HeaderForm[] = [ethereum, avalanche];

/**
 * State root of a block, from the JSON of `eth_getBlockByHash`, when the header that it describes has the given hash. Null:
 * it has not, or its form is not known here, so that nothing can be proven by it.
 */
export function stateRootOf(block: unknown, blockHash: string): Uint8Array | null {
  if (typeof block !== 'object' || block === null) return null;
  const members = block as Readonly<Record<string, unknown>>;
  const isHeader = forms.some((form) => {
    const header = headerOf(form, members);
    return header !== null && hexOf(Buffer.from(keccak_256(RLP.encode(header)))) === blockHash;
  });
  return isHeader ? bytesOf(String(members['stateRoot'])) : null;
}

function headerOf({ required, optional }: HeaderForm, members: Readonly<Record<string, unknown>>): Uint8Array[] | null {
  const last = optional.findLastIndex(([name]) => (members[name] ?? null) !== null);
  const used = optional.slice(0, last + 1);
  const items = [
    ...required.map(([name, form]) => itemOf(members[name], form)),
    // A member that is null before one that is not is an empty item.
    ...used.map(([name, form]) => ((members[name] ?? null) === null ? new Uint8Array() : itemOf(members[name], form))),
  ];
  return items.every((item) => item !== null) ? items : null;
}

function itemOf(value: unknown, form: MemberForm): Uint8Array | null {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]*$/.test(value)) return null;
  if (form === 'number') {
    const digits = value.slice(2).replace(/^0+/, '');
    return bytesOf(digits.length % 2 === 0 ? digits : `0${digits}`);
  }
  const isWhole = value.length % 2 === 0 && (form === 'bytes' || value.length === 2 + 2 * form.bytes);
  return isWhole ? bytesOf(value) : null;
}
