import { shown } from '../../../../schemas/values/reasons.ts';
import { isRecord } from '../../../../schemas/values/is-record.ts';

/** Why a text is not typed data that a wallet can have signed: the end of a sentence about it. */
export class TypedDataProblem extends Error {
  override readonly name = 'TypedDataProblem';
}

export interface TypedMember {
  readonly name: string;
  readonly type: string;
}

/** Structs by name. */
export type TypedTypes = ReadonlyMap<string, readonly TypedMember[]>;

/** Members of a domain, in the order of EIP-712. */
const domainMembers: readonly TypedMember[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
];

/** A name of Solidity; `__proto__` would be lost in objects. */
const identifier = /^(?!__proto__$)[A-Za-z_$][A-Za-z0-9_$]{0,99}$/;
/** A type of the language, not a struct. The size of a number is a multiple of 8 up to 256. */
function isAtom(type: string): boolean {
  const bits = /^u?int([1-9]\d{0,2})$/.exec(type)?.[1];
  if (bits !== undefined) return Number(bits) % 8 === 0 && Number(bits) <= 256;
  return /^(?:string|bool|address|u?int|bytes(?:[1-9]|[12]\d|3[0-2])?)$/.test(type);
}

/**
 * Reads `types`, completed by the type of the domain where it is left out, as libraries of wallets complete it. Every
 * struct must be part of what is hashed. Throws TypedDataProblem.
 */
export function readTypes(types: unknown, primaryType: unknown, domain: unknown): TypedTypes {
  if (!isRecord(types)) throw new TypedDataProblem('types is not an object');
  if (!isRecord(domain)) throw new TypedDataProblem('domain is not an object');
  const structs = new Map(Object.entries(types).map(([name, members]) => [name, readMembers(name, members)]));
  if (!structs.has('EIP712Domain')) {
    structs.set(
      'EIP712Domain',
      domainMembers.filter(({ name }) => Object.hasOwn(domain, name)),
    );
  }
  checkDomain(structs.get('EIP712Domain') ?? []);
  if (typeof primaryType !== 'string' || primaryType === 'EIP712Domain' || !structs.has(primaryType)) {
    throw new TypedDataProblem(`primaryType ${shown(primaryType)} is no type of a message in types`);
  }
  const used = reachable(structs, ['EIP712Domain', primaryType]);
  const unused = [...structs.keys()].find((name) => !used.has(name));
  if (unused !== undefined) throw new TypedDataProblem(`types.${unused} is not used, so it was not signed`);
  return structs;
}

function readMembers(name: string, members: unknown): readonly TypedMember[] {
  if (!identifier.test(name) || isAtom(name)) throw new TypedDataProblem(`types has no valid name in ${shown(name)}`);
  if (!Array.isArray(members)) throw new TypedDataProblem(`types.${name} is not a list of members`);
  const read = members.map((member: unknown): TypedMember => {
    const { name: memberName, type, ...more } = isRecord(member) ? member : {};
    if (typeof memberName !== 'string' || typeof type !== 'string' || Object.keys(more).length > 0) {
      throw new TypedDataProblem(`types.${name} has ${shown(member)}, which is not {"name","type"}`);
    }
    if (!identifier.test(memberName)) throw new TypedDataProblem(`types.${name} has the name ${shown(memberName)}`);
    return { name: memberName, type };
  });
  if (new Set(read.map((member) => member.name)).size < read.length) {
    throw new TypedDataProblem(`types.${name} has a member twice`);
  }
  return read;
}

function checkDomain(members: readonly TypedMember[]): void {
  for (const { name, type } of members) {
    if (domainMembers.some((known) => known.name === name && known.type === type)) continue;
    throw new TypedDataProblem(`types.EIP712Domain has ${type} ${name}, which EIP-712 does not know`);
  }
}

/** Structs that are part of others, from some on. Throws if a member has a type that is not declared. */
function reachable(structs: TypedTypes, from: readonly string[]): ReadonlySet<string> {
  const reached = new Set(from);
  for (const name of reached) {
    for (const { name: member, type } of structs.get(name) ?? []) {
      const base = type.replace(/(?<!\])(?:\[(?:[1-9]\d{0,5})?\])*$/, '');
      if (structs.has(base)) reached.add(base);
      else if (!isAtom(base)) throw new TypedDataProblem(`types.${name}.${member} has the unknown type ${shown(type)}`);
    }
  }
  return reached;
}
