import { hashOf } from '../../../../schemas/values/hash.ts';
import { textProblem } from '../../line-text.ts';
import { readTypes, TypedDataProblem, type TypedMember } from './typed-types.ts';
import { readStruct, type TypedValue } from './typed-values.ts';

/** EIP-712 typed data in the one form that its hash stands for. */
export interface TypedData {
  readonly types: Readonly<Record<string, readonly TypedMember[]>>;
  readonly primaryType: string;
  readonly domain: Readonly<Record<string, unknown>>;
  readonly message: Readonly<Record<string, unknown>>;
  /** Every value of the message and of the domain. */
  readonly values: readonly TypedValue[];
}

/**
 * Reads the JSON that `eth_signTypedData_v4` takes: `types`, `domain`, `primaryType` and `message`. Everything in it must
 * have been signed, so unused types and undeclared members are refused. A string is the reason for refusal.
 */
export function readTypedData(text: string): TypedData | string {
  try {
    return read(parse(text));
  } catch (error) {
    if (error instanceof TypedDataProblem) return `is not EIP-712 typed data: ${error.message}`;
    throw error;
  }
}

/** Hash of the signed form: typed data that has the same EIP-712 digest has the same, however its JSON is written. */
export const typedDataId = ({ types, primaryType, domain, message }: TypedData): string =>
  hashOf({ types, primaryType, domain, message });

function read(data: Readonly<Record<string, unknown>>): TypedData {
  const extra = Object.keys(data).find((name) => !['types', 'domain', 'primaryType', 'message'].includes(name));
  if (extra !== undefined) throw new TypedDataProblem(`${extra} is not a part of it, so it was not signed`);
  const types = readTypes(data['types'], data['primaryType'], data['domain']);
  const primaryType = String(data['primaryType']);
  const values: TypedValue[] = [];
  const visit = (value: TypedValue): void => void values.push(value);
  const domain = readStruct(types, { type: 'EIP712Domain', value: data['domain'], path: 'domain' }, visit);
  const message = readStruct(types, { type: primaryType, value: data['message'], path: 'message' }, visit);
  return { types: Object.fromEntries(types), primaryType, domain, message, values };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new TypedDataProblem('it is not valid JSON');
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new TypedDataProblem('it is not a JSON object');
  }
  // Escapes of JSON can hold what the import refuses in the text itself.
  const problem = textProblem(text, { challenge: data });
  if (problem !== null) {
    throw new TypedDataProblem(`${problem.path.replace(/^challenge\.?/, '') || 'it'} ${problem.reason}`);
  }
  return data as Readonly<Record<string, unknown>>;
}
