import type { Random } from './random.ts';

/** Packages of solc by the first numbers of their version. */
export const compilers = {
  '0.4': 'solc-0.4',
  '0.5': 'solc-0.5',
  '0.6': 'solc-0.6',
  '0.8.9': 'solc-0.8.9',
  '0.8': 'solc',
};
export type Compiler = keyof typeof compilers;

/** What a token can do: the truth that a reading is compared with. */
export interface TokenTruth {
  /** Authority types whose functions it has. */
  readonly has: readonly string[];
  /** Those that every account can use. */
  readonly open: readonly string[];
  /** Whether its code can be replaced, or runs code that it does not name. */
  readonly mayChange: boolean;
  /** Whether it passes unknown calls on to code that is at no address yet. */
  readonly isProxy: boolean;
  /** Authority types that no account has any more. */
  readonly gaveUp: readonly string[];
}

/** A token of a maker's form. Its contract takes no arguments, and creates the contracts that it needs. */
export interface MadeToken extends TokenTruth {
  readonly name: string;
  readonly compiler: Compiler;
  readonly source: string;
}

/** Makes a token of a form; parts that makers vary follow from the random numbers. */
export type Maker = (name: string, compiler: Compiler, random: Random) => MadeToken;

export interface Form {
  readonly compilers: readonly Compiler[];
  readonly make: Maker;
}

/** What compilers write differently. */
export const wordsOf = (compiler: Compiler) => {
  const isOld = compiler === '0.4' || compiler === '0.5';
  return {
    make: compiler.startsWith('0.8') ? 'constructor()' : 'constructor() public',
    fallback: isOld ? 'function() external payable' : 'fallback() external payable',
    /** A member that others override. */
    virtual: isOld ? '' : 'virtual',
  };
};

export const namedParts =
  'string public name = "Made Unit"; string public symbol = "MU"; uint8 public decimals = 6; uint256 public totalSupply = 7;';

/** Passes a call on to the address in `target`, a variable of the function. */
export const forwardTo = (target: string): string =>
  `address t_ = ${target}; assembly { calldatacopy(0, 0, calldatasize()) let ok_ := delegatecall(gas(), t_, 0, calldatasize(), 0, 0) returndatacopy(0, 0, returndatasize()) switch ok_ case 0 { revert(0, returndatasize()) } default { return(0, returndatasize()) } }`;

export const fixed = { open: [], mayChange: false, isProxy: false, gaveUp: [] } as const;
