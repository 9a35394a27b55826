import { both, type Plan } from '../../exchange.ts';
import { addressOfWord, hexOf } from '../calls/abi.ts';
import { decoded, type DecodedAnswer, type Outcome } from '../calls/outcome.ts';
import { type ReadAt, readSlots, readViews } from '../calls/read-many.ts';
import type { CodeReading } from '../calls/survey-output.ts';
import { type SlotName, slotKeys, slotNames, type ViewName, viewCalls, viewNames } from '../calls/views.ts';

/** What was read of one account. */
export interface AccountReading {
  /** Lower case. */
  readonly address: string;
  /** Null: not read. */
  readonly code: CodeReading | null;
  readonly views: Readonly<Record<ViewName, Outcome>>;
  /** Null: not read. */
  readonly slots: Readonly<Record<SlotName, Buffer>> | null;
}

/** Reads accounts: their code, every view, every slot. Views and slots are asked in one batch. */
export function* survey(at: ReadAt, addresses: readonly string[]): Plan<readonly AccountReading[]> {
  if (addresses.length === 0) return [];
  const [viewReadings, slotReadings] = yield* both(
    readViews(at, addresses, viewCalls),
    readSlots(at, addresses, slotKeys),
  );
  return addresses.map((address, index) => {
    const { code = null, outcomes = [] } = viewReadings[index] ?? {};
    const words = slotReadings[index] ?? null;
    return {
      address,
      code,
      views: withoutFallback(viewsOf(outcomes)),
      slots: words === null ? null : slotsOf(words),
    };
  });
}

/**
 * Makes records with the same members, each a copy of one that has them all: to an object that grows by forty members, the engine
 * gives a table of its own.
 */
function recordsOf<K extends string>(names: readonly K[]): <V>(values: readonly V[]) => Readonly<Record<K, V>> {
  const empty = Object.fromEntries(names.map((name) => [name, undefined])) as Record<K, unknown>;
  return <V>(values: readonly V[]) => {
    const members = { ...empty } as Record<K, V | undefined>;
    for (const [index, name] of names.entries()) members[name] = values[index];
    return members as Record<K, V>;
  };
}

const viewsOf = recordsOf(viewNames);
const slotsOf = recordsOf(slotNames);

/** An unknown function: any answer to it is the fallback's. */
export const isControl = (name: ViewName): boolean => name === 'unknownFunction' || name === 'otherFunction';

/**
 * Views without the answers that the contract gives to any function: what two unknown functions are answered too, or used
 * all gas up for too, is no function. A contract that answers nothing else is not read.
 */
function withoutFallback(views: Readonly<Record<ViewName, Outcome>>): Readonly<Record<ViewName, Outcome>> {
  const controls = [views.unknownFunction, views.otherFunction];
  if (controls.every(({ kind }) => kind === 'reverted' || kind === 'no_code')) return views;
  const isAlike = (outcome: Outcome): boolean =>
    controls.some((control) =>
      outcome.kind === 'ok' && control.kind === 'ok'
        ? outcome.data.equals(control.data)
        : outcome.kind === 'gas_used_up' && control.kind === 'gas_used_up',
    );
  const own = (Object.entries(views) as [ViewName, Outcome][]).map(
    ([name, outcome]) =>
      [name, isAlike(outcome) && !isControl(name) ? { kind: 'reverted' as const } : outcome] as const,
  );
  const answersAny = own.some(([name, { kind }]) => kind === 'ok' && !isControl(name));
  return answersAny || !controls.some(({ kind }) => kind === 'gas_used_up')
    ? (Object.fromEntries(own) as Record<ViewName, Outcome>)
    : views;
}

/**
 * Whether a fallback answers unknown functions, each otherwise: what it answers to a view has the form of an answer, so only the
 * code shows which views there are.
 */
export const answersUnknown = ({ views: { unknownFunction, otherFunction } }: AccountReading): boolean =>
  unknownFunction.kind === 'ok' && otherFunction.kind === 'ok' && !unknownFunction.data.equals(otherFunction.data);

/** A reading without the views that the code does not have; `functions` are its selectors. */
export function withViewsIn(reading: AccountReading, functions: ReadonlySet<string>): AccountReading {
  const own = viewNames.map((name, index) => {
    const isThere = isControl(name) || functions.has((viewCalls[index] ?? '').slice(0, 10));
    return isThere ? reading.views[name] : ({ kind: 'reverted' } as const);
  });
  return { ...reading, views: viewsOf(own) };
}

const emptyWord = Buffer.alloc(32);
const zeroAddress = `0x${'0'.repeat(40)}`;

/** Addresses that no one has the key of, by convention. */
const burnAddresses: ReadonlySet<string> = new Set([zeroAddress, `0x${'dead'.padStart(40, '0')}`]);

/** Whether an address is one to which owners transfer an authority in order to give it up. */
export const isBurnt = (address: string): boolean => burnAddresses.has(address);

/** The address that a view answers. */
export const viewAddress = ({ views }: AccountReading, name: ViewName): DecodedAnswer<string> =>
  decoded(views[name], addressOfWord);

/** The address in a slot; null when it is empty, is no address, or was not read. */
export function slotAddress({ slots }: AccountReading, name: SlotName): string | null {
  const word = slots?.[name];
  // Most slots are empty.
  if (word === undefined || emptyWord.equals(word)) return null;
  const address = addressOfWord(word);
  return address === zeroAddress ? null : address;
}

/** The contract that an EIP-1167 clone passes its calls to. */
export function cloneTarget({ code }: AccountReading): string | null {
  if (code?.size !== 45) return null;
  const match = /^363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/.exec(code.head.toString('hex'));
  return match === null ? null : `0x${match[1] ?? ''}`;
}

/** The contract that a key has delegated to, EIP-7702. */
export function delegateOf({ code }: AccountReading): string | null {
  if (code?.size !== 23 || code.head.readUIntBE(0, 3) !== 0xef0100) return null;
  return hexOf(code.head.subarray(3, 23));
}
