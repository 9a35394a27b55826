/** Tokens made from parts by a seed, with what each can do: the truth that a reading is compared with. */

import type { TokenTruth } from './makers/made-token.ts';
import { pick, randomFrom, type Random } from './makers/random.ts';

export interface GeneratedToken extends TokenTruth {
  readonly name: string;
  readonly source: string;
}

/** How a contract decides who may act: state, a condition. */
const accesses: Readonly<Record<string, readonly [state: string, condition: string]>> = {
  owner: ['address public owner = msg.sender;', 'msg.sender == owner'],
  getOwner: [
    'address private o = msg.sender; function getOwner() external view returns (address) { return o; }',
    'msg.sender == o',
  ],
  hidden: ['mapping(address => bool) private h;', 'h[msg.sender]'],
  hash: ['bytes32 private secret;', 'keccak256(abi.encode(msg.sender)) == secret'],
  wards: [
    'mapping(address => uint256) public wards; event Rely(address indexed a); function rely(address a) external { wards[a] = 1; emit Rely(a); }',
    'wards[msg.sender] == 1',
  ],
  bits: ['mapping(address => uint256) public rolesOf;', 'rolesOf[msg.sender] & 2 != 0'],
  minter: ['address public minter = msg.sender;', 'msg.sender == minter'],
  list: [
    'address[] private l; mapping(address => bool) private m; function getMinters() external view returns (address[] memory) { return l; }',
    'm[msg.sender]',
  ],
  outside: ['address private immutable book = address(0xb00c);', 'Book(book).may(msg.sender)'],
  nobody: ['', 'msg.sender == address(0)'],
};

const mints = [
  'mint(address to, uint256 a)',
  'mint(uint256 a)',
  'issue(uint256 a)',
  'increaseSupply(uint256 a)',
  'mintTo(address to, uint256 a)',
];
const pauses = ['pause()', 'setPaused(bool on)', 'pause(bool on)'];
const freezes = [
  'freeze(address who)',
  'addBlackList(address who)',
  'blacklist(address who)',
  'setBlacklist(address who, bool on)',
  'setAddressFrozen(address who, bool on)',
];

const forward = (target: string, call = 'delegatecall(gas(), i, 0'): string =>
  `fallback() external payable { address i = ${target}; assembly { calldatacopy(0, 0, calldatasize()) let r := ${call}, calldatasize(), 0, 0) returndatacopy(0, 0, returndatasize()) if iszero(r) { revert(0, returndatasize()) } return(0, returndatasize()) } }`;

/** What a contract does with unknown calls; `true`: its code can change by it. */
const fallbacks: Readonly<Record<string, readonly [code: string, mayChange: boolean]>> = {
  none: ['', false],
  empty: ['fallback() external payable {}', false],
  deposit: [
    'mapping(address => uint256) private d; event In(address a); fallback() external payable { d[msg.sender] += msg.value; emit In(msg.sender); }',
    false,
  ],
  word: ['fallback() external payable { assembly { mstore(0, 1) return(0, 32) } }', false],
  zero: ['fallback() external payable { assembly { return(0, 32) } }', false],
  selector: ['fallback() external payable { assembly { mstore(0, shr(224, calldataload(0))) return(0, 32) } }', false],
  revert: ['fallback() external payable { revert("unknown"); }', false],
  fixed: [`address private immutable i0 = address(0xf1); ${forward('i0')}`, false],
  slot: [`address private i1; ${forward('i1')}`, true],
  packed: [`uint96 private v; address private i2; ${forward('i2')}`, true],
  named: [
    `function _i() private view returns (address a) { bytes32 s = keccak256("generated.slot"); assembly { a := sload(s) } } ${forward('_i()')}`,
    true,
  ],
  mapped: [`mapping(bytes4 => address) private f; ${forward('f[msg.sig]')}`, true],
  message: [`address private i3; ${forward('i3', 'call(gas(), i, 0, 0')}`, true],
  asked: [`address private immutable b = address(0xbeac0); ${forward('Book(b).implementation()')}`, true],
};

const extras: Readonly<Record<string, readonly [code: string, mayChange: boolean]>> = {
  none: ['', false],
  caller: ['function harvest(Book b) external { b.mint(msg.sender, 1); b.pause(); }', false],
  batch: [
    'function multicall(bytes[] calldata c) external { for (uint256 n = 0; n < c.length; n++) { (bool ok, ) = address(this).delegatecall(c[n]); require(ok); } }',
    false,
  ],
  execute: [
    'function execute(address to, bytes calldata c) external { require(msg.sender == address(1)); (bool ok, ) = to.delegatecall(c); require(ok); }',
    true,
  ],
  deprecate: [
    'address public upgradedAddress; function deprecate(address a) external { require(msg.sender == address(1)); upgradedAddress = a; }',
    true,
  ],
};

const getters = `string public constant name = "Generated"; string public constant symbol = "GEN"; uint8 public constant decimals = 6; uint256 public totalSupply = 7;`;

/** A token of a seed. */
export function generatedToken(seed: number): GeneratedToken {
  const random: Random = randomFrom(seed);
  const state = new Set<string>();
  const functions: string[] = [];
  const has: string[] = [];
  const open: string[] = [];
  const power = (type: string, heads: readonly string[], chance: number): void => {
    if (random() > chance) return;
    has.push(type);
    const isOpen = random() < 0.1;
    if (isOpen) open.push(type);
    const [code, condition] = accesses[pick(random, Object.keys(accesses))] ?? ['', 'false'];
    if (!isOpen) state.add(code);
    functions.push(
      `function ${pick(random, heads)} external { require(${isOpen ? 'true' : condition}); totalSupply += 1; }`,
    );
  };
  power('mint_authority', mints, 0.7);
  power('pause_authority', pauses, 0.4);
  power('freeze_authority', freezes, 0.4);
  const [fallback, isProxy] = fallbacks[pick(random, Object.keys(fallbacks))] ?? ['', false];
  const [extra, isFree] = extras[pick(random, Object.keys(extras))] ?? ['', false];
  const name = `Generated${seed}`;
  const source = `contract ${name} { ${getters} ${[...state].join(' ')} ${functions.join(' ')} ${extra} ${fallback} }`;
  return { name, source, has, open, mayChange: isProxy || isFree, isProxy, gaveUp: [] };
}

export const generatedHead =
  '// SPDX-License-Identifier: Apache-2.0\npragma solidity 0.8.37; interface Book { function may(address a) external view returns (bool); function implementation() external view returns (address); function mint(address to, uint256 a) external; function pause() external; }\n';
