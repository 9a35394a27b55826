import { keccak_256 } from '@noble/hashes/sha3.js';
import type { TypedData } from './typed-data.ts';

type Types = TypedData['types'];

/** Whether a struct of the message is null, which libraries do not encode. */
export const hasNull = ({ values }: Pick<TypedData, 'values'>): boolean => values.some(({ value }) => value === null);

/** The hash that EIP-712 signs: of the prefix 0x1901, the domain and the message. The data was read by `readTypedData`. */
export function typedDigest({ types, primaryType, domain, message }: TypedData): Uint8Array {
  const hashes = [structHash(types, 'EIP712Domain', domain), structHash(types, primaryType, message)];
  return keccak_256(Buffer.concat([Buffer.from([0x19, 0x01]), ...hashes]));
}

function structHash(types: Types, name: string, value: unknown): Uint8Array {
  const members = value as Readonly<Record<string, unknown>>;
  const words = (types[name] ?? []).map((member) => wordOf(types, member.type, members[member.name]));
  return keccak_256(Buffer.concat([keccak_256(Buffer.from(typeText(types, name), 'utf8')), ...words]));
}

/** The struct, then those that it refers to, by name. */
function typeText(types: Types, name: string): string {
  const found = new Set([name]);
  for (const one of found) {
    for (const { type } of types[one] ?? []) {
      const [plain = ''] = type.split('[', 1);
      if (types[plain] !== undefined) found.add(plain);
    }
  }
  found.delete(name);
  return [name, ...[...found].sort()]
    .map((one) => `${one}(${(types[one] ?? []).map((member) => `${member.type} ${member.name}`).join(',')})`)
    .join('');
}

function wordOf(types: Types, type: string, value: unknown): Uint8Array {
  const array = /^(.*)\[\d*\]$/.exec(type)?.[1];
  if (array !== undefined) {
    return keccak_256(Buffer.concat((value as readonly unknown[]).map((one) => wordOf(types, array, one))));
  }
  // eth_signTypedData_v4 has zeros for a struct that is null.
  if (types[type] !== undefined) return value === null ? Buffer.alloc(32) : structHash(types, type, value);
  const text = String(value);
  if (type === 'string') return keccak_256(Buffer.from(text, 'utf8'));
  if (type === 'bytes') return keccak_256(Buffer.from(text.slice(2), 'hex'));
  if (type.startsWith('bytes')) return Buffer.from(text.slice(2).padEnd(64, '0'), 'hex');
  if (type === 'address') return Buffer.from(text.slice(2).padStart(64, '0'), 'hex');
  const number = type === 'bool' ? BigInt(value === true ? 1 : 0) : BigInt.asUintN(256, BigInt(text));
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
}
