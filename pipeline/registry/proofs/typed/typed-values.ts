import { isEvmAddress } from '../../../../schemas/values/evm.ts';
import { memberPath, shown } from '../../../../schemas/values/reasons.ts';
import { TypedDataProblem, type TypedTypes } from './typed-types.ts';

/** A value of typed data with the member that holds it; an item of a list has the name of the list. */
export interface TypedValue {
  readonly path: string;
  readonly name: string;
  readonly type: string;
  /** Numbers as decimal digits, bytes and addresses in lower case. */
  readonly value: unknown;
}

/**
 * Reads a struct into the one form that its hash stands for, so that two spellings of a value become equal. `visit` gets
 * every value in it. Throws TypedDataProblem if a value does not fit its type, is missing, or is not declared.
 */
export function readStruct(
  types: TypedTypes,
  { type, value, path }: { readonly type: string; readonly value: unknown; readonly path: string },
  visit: (value: TypedValue) => void,
): Readonly<Record<string, unknown>> {
  const members = types.get(type) ?? [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypedDataProblem(`${path} is ${shown(value)}, not an object of type ${type}`);
  }
  const given = value as Readonly<Record<string, unknown>>;
  const extra = Object.keys(given).find((name) => !members.some((member) => member.name === name));
  if (extra !== undefined) {
    throw new TypedDataProblem(`${memberPath(path, extra)} is not a member of type ${type}, so it was not signed`);
  }
  // Without a prototype, a member may have any name.
  const read = Object.create(null) as Record<string, unknown>;
  for (const { name, type: memberType } of members) {
    if (!Object.hasOwn(given, name)) throw new TypedDataProblem(`${memberPath(path, name)} is missing`);
    read[name] = readValue({ path: memberPath(path, name), name, type: memberType, value: given[name] });
  }
  return read;

  function readValue(at: TypedValue): unknown {
    const list = /^(.*)\[(\d*)\]$/.exec(at.type);
    const plain =
      list === null ? (types.has(at.type) ? readMember(at) : readAtom(at)) : readList(at, list[1] ?? '', list[2] ?? '');
    visit({ ...at, value: plain });
    return plain;
  }

  /** Wallets sign a struct that is null, as at the end of a chain of structs, as a hash of zeros. */
  function readMember(at: TypedValue): unknown {
    return at.value === null ? null : readStruct(types, at, visit);
  }

  function readList(at: TypedValue, itemType: string, length: string): unknown {
    if (!Array.isArray(at.value)) throw unfit(at);
    if (length !== '' && at.value.length !== Number(length)) {
      throw new TypedDataProblem(`${at.path} has ${at.value.length} items, not the ${length} of its type`);
    }
    return at.value.map((value: unknown, index) =>
      readValue({ ...at, path: memberPath(at.path, index), type: itemType, value }),
    );
  }
}

const unfit = ({ path, type, value }: TypedValue): TypedDataProblem =>
  new TypedDataProblem(`${path} is ${shown(value)}, which is no value of type ${type}`);

function readAtom(at: TypedValue): unknown {
  const { type, value } = at;
  const read = type === 'bool' ? value : typeof value === 'number' ? readNumber(type, value) : readText(type, value);
  if (read === null || (type === 'bool' && typeof read !== 'boolean')) throw unfit(at);
  return read;
}

function readText(type: string, value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (type === 'string') return value;
  if (type === 'address') return isEvmAddress(value) ? value.toLowerCase() : null;
  const bytes = /^bytes(\d*)$/.exec(type)?.[1];
  if (bytes !== undefined) {
    const fits = /^0x(?:[0-9a-f]{2})*$/i.test(value) && (bytes === '' || value.length === 2 + 2 * Number(bytes));
    return fits ? value.toLowerCase() : null;
  }
  return /^(?:0x[0-9a-f]{1,64}|-?\d{1,78})$/i.test(value) ? readWhole(type, BigInt(value)) : null;
}

/** A number of JSON beyond 2^53 may have been rounded: as text it is exact. */
const readNumber = (type: string, value: number): string | null =>
  Number.isSafeInteger(value) ? readWhole(type, BigInt(value)) : null;

function readWhole(type: string, value: bigint): string | null {
  const [, sign, size] = /^(u?)int(\d*)$/.exec(type) ?? [];
  if (sign === undefined || size === undefined) return null;
  const bits = size === '' ? 256 : Number(size);
  const fits = (sign === 'u' ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value)) === value;
  return fits ? value.toString() : null;
}
