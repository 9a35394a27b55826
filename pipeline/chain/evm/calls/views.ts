/** The questions that every contract is asked (`docs/chains.md`). */
import { keccak_256 } from '@noble/hashes/sha3.js';

const selectorOf = (text: string): string => Buffer.from(keccak_256(Buffer.from(text, 'utf8'))).toString('hex', 0, 4);

const views = {
  /** Two functions that no contract has: what they answer, a fallback answers for any function. */
  unknownFunction: selectorOf('attestry unknown function'),
  otherFunction: selectorOf('attestry other function'),
  name: '06fdde03',
  symbol: '95d89b41',
  decimals: '313ce567',
  totalSupply: '18160ddd',
  owner: '8da5cb5b',
  admin: 'f851a440',
  implementation: '5c60da1b',
  cap: '355274ea',
  pendingOwner: 'e30c3978',
  paused: '5c975abb',
  masterMinter: '35d99f35',
  pauser: '9fd0506d',
  blacklister: 'bd102430',
  rescuer: '38a63183',
  supplyController: 'e7ba1012',
  assetProtectionRole: '0a91b601',
  authority: 'bf7e214f',
  defaultAdmin: '84ef8ffc',
  pendingDefaultAdmin: 'cf6eefb7',
  defaultAdminDelay: 'cc8463c8',
  /** supportsInterface(0x7965db0b): AccessControl. */
  accessControl: `01ffc9a7${'7965db0b'.padEnd(64, '0')}`,
  getOwners: 'a0e67e2b',
  getThreshold: 'e75235b8',
  VERSION: 'ffa1ad74',
  /** getModulesPaginated(1, 50): the list begins behind address 1. */
  modules: `cc2f8452${'1'.padStart(64, '0')}${(50).toString(16).padStart(64, '0')}`,
  getMinDelay: 'f27a0c92',
  delay: '6a42b8f8',
  UPGRADE_INTERFACE_VERSION: 'ad3cb1cc',
  proxiableUUID: '52d1902d',
  timelock: 'd33219b4',
  /** Of governors. */
  COUNTING_MODE: 'dd4e2ba5',
  /** Of access managers. */
  minSetback: 'cc1b6c81',
  minter: '07546172',
  getOwner: '893d20e8',
  governance: '5aa6e675',
  proxyOwner: '025313a2',
  controller: 'f77c4791',
  /** Of tokens of lending pools. */
  POOL: '7535d246',
  bridge: 'e78cea92',
  /** Of diamonds (ERC-2535). */
  facetAddresses: '52ef6b2c',
} as const;

export type ViewName = keyof typeof views;

export const viewNames = Object.keys(views) as readonly ViewName[];

/** Calldata of the views, in the order of `viewNames`. */
export const viewCalls: readonly string[] = viewNames.map((name) => `0x${views[name]}`);

/** Storage slots that every contract is read at. */
const slots = {
  implementation: '360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  admin: 'b53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
  beacon: 'a3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  /** EIP-1822. */
  proxiable: 'c5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
  zosImplementation: '7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  zosAdmin: '10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b',
  /** Slot 0: the singleton of a Safe. */
  first: '0'.repeat(64),
  safeGuard: '4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8',
  safeFallbackHandler: '6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5',
} as const;

export type SlotName = keyof typeof slots;

export const slotNames = Object.keys(slots) as readonly SlotName[];

/** Keys of the slots, `0x` and 64 hex digits, in the order of `slotNames`. */
export const slotKeys: readonly string[] = slotNames.map((name) => `0x${slots[name]}`);
