/** Functions by which contracts give powers over a token, by the names that contracts in use have for them. */
import { memoizeByObject } from '../../../../schemas/values/memoize-by-object.ts';
import { padded } from './abi.ts';
import { selectorOf } from './selector-of.ts';
import { takingSignatures } from './taking-functions.ts';

/** What a function does to tokens of others, or to the code. */
export type FunctionPower = 'mint' | 'pause' | 'freeze' | 'upgrade' | 'burn' | 'transfer';

const signatures: Readonly<Record<FunctionPower, readonly string[]>> = {
  mint: [
    'mint(address,uint256)',
    'mint(uint256)',
    'mint(address,uint256,bytes)',
    'mint(address,address,uint256)',
    'mint(address,address,uint256,uint256)',
    'mint(address,uint256,uint256)',
    'mintTo(address,uint256)',
    'mintToken(address,uint256)',
    'mintTokens(address,uint256)',
    'mintFor(address,uint256)',
    'issue(uint256)',
    'issue(address,uint256)',
    'issue(address,uint256,bytes)',
    'issueTokens(address,uint256)',
    'generateTokens(address,uint256)',
    'increaseSupply(uint256)',
    'increaseSupplyToAddress(uint256,address)',
    'crosschainMint(address,uint256)',
    'bridgeMint(address,uint256)',
    'batchMint(address[],uint256[])',
  ],
  pause: ['pause()', 'pause(bool)', 'setPaused(bool)', 'stop()', 'pauseTransfers()', 'pauseContract()'],
  freeze: [
    'freeze(address)',
    'freezeAccount(address)',
    'freezeAccount(address,bool)',
    'freezeAddress(address)',
    'setAddressFrozen(address,bool)',
    'freezePartialTokens(address,uint256)',
    'addBlackList(address)',
    'addToBlacklist(address)',
    'addBlacklist(address)',
    'blacklist(address)',
    'blackList(address)',
    'blacklistAccount(address)',
    'setBlacklist(address,bool)',
    'setBlacklisted(address,bool)',
    'denylist(address)',
    'addToDenylist(address)',
    'addToDenylist(address[])',
    'block(address)',
    'blockAccount(address)',
    'blockUser(address)',
    'ban(address)',
    'addToBlockedList(address)',
    'addToBlacklist(address[])',
  ],
  upgrade: [
    'upgradeToAndCall(address,bytes)',
    'upgradeTo(address)',
    'upgrade(address)',
    'upgradeImplementation(address)',
    'updateImplementation(address)',
    'setImplementation(address)',
    '_setImplementation(address)',
    '_setImplementation(address,bool,bytes)',
    '_setPendingImplementation(address)',
    'changeImplementation(address)',
    'changeMasterCopy(address)',
    'setMasterCopy(address)',
    'setTarget(address)',
    'setLogic(address)',
    'setDelegate(address)',
    'deprecate(address)',
    'diamondCut((address,uint8,bytes4[])[],address,bytes)',
  ],
  burn: [
    'destroyBlackFunds(address)',
    'wipeFrozenAddress(address)',
    'wipeBlacklistedAddress(address)',
    'forceBurn(address,uint256)',
    'forceBurn(address,uint256,bytes)',
    'adminBurn(address,uint256)',
    'burnFrozen(address,uint256)',
    'controllerRedeem(address,uint256,bytes,bytes)',
  ],
  transfer: [
    'forcedTransfer(address,address,uint256)',
    'forceTransfer(address,address,uint256)',
    'adminTransfer(address,address,uint256)',
    'controllerTransfer(address,address,uint256,bytes,bytes)',
    'seize(address)',
    'seize(address,uint256)',
    'seize(address,address,uint256)',
    'clawback(address,uint256)',
    'clawback(address,address,uint256)',
    'lawEnforcementWipingBurn(address,uint256)',
  ],
};

/** A function of the table. */
export interface KnownFunction {
  readonly power: FunctionPower;
  readonly signature: string;
  /** `0x` and 8 hex digits. */
  readonly selector: string;
}

export const knownFunctions: readonly KnownFunction[] = (
  Object.entries(signatures) as [FunctionPower, readonly string[]][]
).flatMap(([power, texts]) => texts.map((signature) => ({ power, signature, selector: selectorOf(signature) })));

/** What the functions of a contract do. Hundreds of tokens of a reading have the functions of one implementation. */
export const functionPowers = memoizeByObject(
  (selectors: ReadonlySet<string>): ReadonlySet<FunctionPower> =>
    new Set(knownFunctions.filter(({ selector }) => selectors.has(selector)).map(({ power }) => power)),
);

/** Functions that show which accounts have a power, beside the roles of AccessControl. */
export const memberChecks = [
  'wards(address)',
  'rolesOf(address)',
  'isMinter(address)',
  'minters(address)',
  'isPauser(address)',
  'mintingMaxLimitOf(address)',
  'isAgent(address)',
  'getMinters()',
] as const;

/** Of AccessControl, which OpenZeppelin 3 does not state as an interface. */
const roleSignature = 'hasRole(bytes32,address)';
export const roleCheck = selectorOf(roleSignature);

/** Functions that are searched for in code, by their selectors, with the bytes of their arguments that have a fixed place. */
export const searchedFunctions: readonly (readonly [selector: string, argumentBytes: number])[] = [
  ...knownFunctions.map(({ signature }) => signature),
  ...takingSignatures,
  ...memberChecks,
  roleSignature,
].map((signature) => [selectorOf(signature), typesOf(signature).length * 32] as const);

/** Selectors that no contract has a function for: the first bytes of the hashes of these texts. */
export const unknownSelectors: readonly string[] = ['attestry unknown function', 'attestry other function'].map(
  selectorOf,
);

/** Values of a call that is simulated: an account, an amount of one, and the code that an upgrade would name. */
export interface ProbeValues {
  readonly account: string;
  readonly implementation: string;
}

/** Calldata that calls a function for one unit or one account. */
export function probeCall(
  { power, signature, selector }: KnownFunction,
  { account, implementation }: ProbeValues,
): string {
  const types = typesOf(signature);
  let tail = '';
  const heads = types.map((type) => {
    if (type === 'address') return padded(power === 'upgrade' ? implementation : account);
    if (type === 'bool' || type === 'uint256') return padded('1');
    // Every other type of the table has a length; `bytes` and lists are empty.
    const at = padded((types.length * 32 + tail.length / 2).toString(16));
    if (type === 'address[]' || type === 'uint256[]') {
      tail += `${padded('1')}${type === 'address[]' ? padded(account) : padded('1')}`;
    } else tail += padded('0');
    return at;
  });
  // A cut of nothing needs no contract that is called after it.
  const isCut = signature.startsWith('diamondCut');
  return `${selector}${heads.map((head, index) => (isCut && types[index] === 'address' ? padded('0') : head)).join('')}${tail}`;
}

function typesOf(signature: string): readonly string[] {
  const text = signature.slice(signature.indexOf('(') + 1, -1);
  const types: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at <= text.length; at += 1) {
    const character = text[at];
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if ((character === ',' && depth === 0) || character === undefined) {
      if (at > from) types.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return types;
}
