import { memoizeByObject } from '../../../../schemas/values/memoize-by-object.ts';
import type { Plan } from '../../exchange.ts';
import { askTogether, type MayLend, type SharedCall } from './ask-together.ts';
import { type KnownFunction, knownFunctions, probeCall, unknownSelectors } from './known-functions.ts';
import type { Probe } from './lent-probes.ts';
import type { ReadAt } from './read-many.ts';

/** A power that is probed with a simulated call, because no getter returns its holder. */
export type Power = 'mint' | 'pause' | 'freeze' | 'upgrade';

/** Who can use a power: accounts, everyone, or unknown because a request went unanswered. */
export type Holders =
  | { readonly kind: 'accounts'; readonly addresses: readonly string[] }
  | { readonly kind: 'anyone' }
  | { readonly kind: 'unknown' };

export type Powers = Readonly<Partial<Record<Power, Holders>>>;

/** An asset whose powers are asked for. */
export interface ProbedAsset {
  readonly address: string;
  readonly candidates: readonly string[];
  /** Selectors of known functions in its code; null: the code does not show them. */
  readonly functions: ReadonlySet<string> | null;
  /** The code that an upgrade would name; null where no account is probed for upgrades. */
  readonly implementation: string | null;
}

/** Address without code or key: the last 20 bytes of keccak-256 of `attestry nobody`. */
export const stranger = '0x032f6515026e5c89a61fb200512ecf29139c2a86';

/**
 * Asks which of the candidates can mint, pause and upgrade, by calling in their name without a transaction. A stranger asks
 * the same: what it can do too, anyone can. `mayLend`: accounts that code can be lent to, so that one request serves many.
 */
export function* probeAll(at: ReadAt, assets: readonly ProbedAsset[], mayLend: MayLend): Plan<readonly Powers[]> {
  const asked = assets.map(questionsOf);
  const answers = yield* askTogether(
    at,
    asked.flatMap(({ questions }) => questions),
    mayLend,
  );
  const known = (one: Probe | undefined): boolean | null => (one === undefined ? null : (answers.get(one) ?? null));
  return asked.map(({ asset, questions }) => {
    const powers: Partial<Record<Power, Holders>> = {};
    for (const {
      power,
      control,
      probes: [open, ...own],
    } of questions) {
      // What any function does as well, the contract does for functions that it does not have.
      const isOpen = known(open) === true && (control === null || known(control) === false);
      const shown = holdersOf(
        isOpen ? true : known(open),
        own.map(known),
        asset.candidates,
        known(open) === true && !isOpen,
      );
      powers[power] = merged(powers[power], power === 'freeze' && shown.kind === 'anyone' ? noHolder : shown);
    }
    return powers;
  });
}

const noHolder: Holders = { kind: 'accounts', addresses: [] };

/** Several functions give one power: an account that can call one of them has it. */
function merged(before: Holders | undefined, now: Holders): Holders {
  if (before === undefined) return now;
  if (before.kind === 'unknown' || now.kind === 'unknown') return { kind: 'unknown' };
  if (before.kind === 'anyone' || now.kind === 'anyone') return { kind: 'anyone' };
  return { kind: 'accounts', addresses: [...new Set([...before.addresses, ...now.addresses])].sort() };
}

interface Question extends SharedCall {
  readonly power: Power;
}

function questionsOf(asset: ProbedAsset): { readonly asset: ProbedAsset; readonly questions: readonly Question[] } {
  const { address: to, candidates, functions, implementation } = asset;
  const all = functions === null ? probedByDefault : probedAmong(functions);
  const probed = implementation === null ? all.filter(({ power }) => power !== 'upgrade') : all;
  const values = { account: stranger, implementation: implementation ?? to };
  const questions = probed.map((one) => {
    const data = probeCall(one, values);
    const control = `${unknownSelectors[0] ?? ''}${data.slice(10)}`;
    return {
      power: one.power as Power,
      control: functions === null ? { from: stranger, to, data: control } : null,
      probes: [stranger, ...candidates].map((from) => ({ from, to, data })),
    };
  });
  return { asset, questions };
}

/** Functions that are probed where the code does not show which it has. */
const byDefault: ReadonlySet<string> = new Set([
  'mint(address,uint256)',
  'pause()',
  'upgradeToAndCall(address,bytes)',
  'diamondCut((address,uint8,bytes4[])[],address,bytes)',
]);

const isProbed = ({ power }: KnownFunction): boolean => power !== 'burn' && power !== 'transfer';

const probedByDefault = knownFunctions.filter((one) => isProbed(one) && byDefault.has(one.signature));

/** Hundreds of tokens of a reading have the functions of one implementation. */
const probedAmong = memoizeByObject((functions: ReadonlySet<string>) =>
  knownFunctions.filter((one) => isProbed(one) && functions.has(one.selector)),
);

function holdersOf(
  control: boolean | null,
  own: readonly (boolean | null)[],
  candidates: readonly string[],
  isPermissive: boolean,
): Holders {
  if (control === null || own.includes(null)) return { kind: 'unknown' };
  if (isPermissive) return noHolder;
  if (control) return { kind: 'anyone' };
  return { kind: 'accounts', addresses: candidates.filter((_, index) => own[index] === true) };
}
