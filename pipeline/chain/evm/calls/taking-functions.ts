/** Functions that name the owner of a contract, or make it ready: by one that every account can call, the token can be taken. */
import { selectorOf } from './selector-of.ts';

/** Functions that name who decides in a contract: code that has one has an owner. */
const ownerSignatures = [
  'transferOwnership(address)',
  'transferOwnership(address,bool,bool)',
  'setOwner(address)',
  'changeOwner(address)',
  'changeOwnership(address)',
  'nominateNewOwner(address)',
  'proposeOwner(address)',
  'setGovernance(address)',
  'transferGovernance(address)',
  'setAuthority(address)',
  'beginDefaultAdminTransfer(address)',
] as const;

/** Functions that add an account to those who decide: each account has a slot of its own. */
const memberSignatures = ['grantRole(bytes32,address)', 'grantRoles(address,uint256)', 'rely(address)'] as const;

/** Functions that a new contract is made ready by, as contracts in use name them. */
const initializerSignatures = [
  'initialize()',
  'initialize(address)',
  'initialize(address,address)',
  'initialize(address,address,address)',
  'initialize(address,address,address,address)',
  'initialize(address,uint256)',
  'initialize(address,bytes)',
  'initialize(bytes)',
  'initialize(uint256)',
  'initialize(string,string)',
  'initialize(string,string,uint8)',
  'initialize(string,string,uint256)',
  'initialize(string,string,address)',
  'initialize(string,string,uint8,address)',
  'initialize(string,string,address,address)',
  'initialize(string,string,uint256,address)',
  'initialize(string,string,address,uint256)',
  'initialize(address,string,string)',
  'initialize(address,string,string,uint8)',
  'initialize(string,string,string,uint8,address,address,address,address)',
  'initialize(address,address,address,address,uint8,string,string,bytes)',
  'init()',
  'init(address)',
  'init(address,address)',
  'init(bytes)',
  'init(string,string)',
  'init(string,string,uint8)',
  'setup()',
  'setup(address)',
  'setUp(bytes)',
  'initWallet(address[],uint256,uint256)',
] as const;

export const takingSignatures: readonly string[] = [...ownerSignatures, ...memberSignatures, ...initializerSignatures];

export const memberSelectors: ReadonlySet<string> = new Set(memberSignatures.map(selectorOf));
export const ownerSelectors: ReadonlySet<string> = new Set([...ownerSignatures.map(selectorOf), ...memberSelectors]);
export const initializerSelectors: ReadonlySet<string> = new Set(initializerSignatures.map(selectorOf));

/** First topics of `Initialized(uint8)` and `Initialized(uint64)`, without `0x`: what logs one of them makes a contract ready. */
export const initializedTopics: readonly string[] = [
  '7f26b83ff96e1f2b6a682f133852f6798a09c465da95921460cefb3847402498',
  'c7f505b2f371ae2175ee4913f4499e1f2633a7b5936321eed1cdaeb6115181d2',
];

const one = '1'.padStart(64, '0');
const wordsOfOne = 16;

/**
 * Arguments that any types of a function can be read from, and none of them zero: each word is one. A text or a list then begins
 * at the second byte, and has 256 bytes, or 256 members, which only a text has room for.
 */
export const anyArguments = `${one.repeat(wordsOfOne)}${'0'.repeat(64 * 4)}`;
