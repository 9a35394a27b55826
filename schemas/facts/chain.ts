/** Values of facts that are read from a chain, source `chain:<CAIP-2>`. Decision 41 and docs/chains.md have how they are read. */
import { Type } from '@sinclair/typebox';
import {
  flag,
  nullable,
  object,
  oneOf,
  optional,
  term,
  text,
  textOrNull,
  texts,
  type ValueOf,
  whole,
} from './shape.ts';

/** A count of base units: no leading zero, sign or point. */
const units = Type.String({ pattern: '^(0|[1-9][0-9]*)$', description: 'a whole number of base units as text' });

/** `asset` / `chain_reading`: what the newest reading of the chain gave for the asset. */
export const chainReading = term('chainReading');
export type ChainReadingValue = ValueOf<typeof chainReading>;

/** `asset` / `token`: what the token states of itself. */
export const chainToken = object({
  /** Null: the contract does not answer. */
  name: textOrNull,
  symbol: textOrNull,
  decimals: nullable(whole),
  /** CAIP-19 namespace, as `erc20`. */
  standard: text,
  /** Members whose bytes are not UTF-8 and were replaced. */
  replaced: optional(texts),
});
export type ChainTokenValue = ValueOf<typeof chainToken>;

/** `asset` / `supply`: total supply in base units. */
export const chainSupply = units;
export type ChainSupplyValue = ValueOf<typeof chainSupply>;

/** `asset` / `cap`: greatest supply in base units; null when the token no longer states one. */
export const chainCap = nullable(units);

/** `asset` / `multiplier`: what a base unit is shown as, a decimal; null when the token no longer has one. For display alone. */
export const chainMultiplier = nullable(
  Type.String({ pattern: '^(0|[1-9][0-9]*)(\\.[0-9]+)?$', description: 'a decimal as text' }),
);

/** `asset` / `powers`: codes of the field `freeze_and_seize_powers`, and powers of Solana's token extensions; open set. */
export const chainPowers = texts;
export type ChainPowersValue = ValueOf<typeof chainPowers>;

/**
 * `asset` / `holders_not_known`: types of authorities that the code gives to an account, while no account was found that has
 * them; open set. Nothing is given up.
 */
export const holdersNotKnown = texts;

/** `asset` / `paused`: transfers are stopped. */
export const chainPaused = flag;

/** `asset` / `ownership_offer`: the account that ownership was offered to; null when none is on offer. */
export const ownershipOffer = textOrNull;
export type OwnershipOfferValue = ValueOf<typeof ownershipOffer>;

/** `asset` / `code`: the code that the asset runs. */
export const chainCode = object({
  /**
   * `none`, `clone`, `transparent`, `uups`, `eip1967`, `beacon`, `zeppelinos`, `custom_slot`, `diamond`, `delegating`,
   * `conflicting`; open set.
   */
  proxy: text,
  implementation: textOrNull,
  /** Null where the chain has no hash of it. */
  codeHash: textOrNull,
  implementationCodeHash: textOrNull,
  beacon: textOrNull,
});
export type ChainCodeValue = ValueOf<typeof chainCode>;

/** `authority` / `control`, subject key = address of the account: what an account with power over the asset is. */
export const accountControl = object({
  /** `key`, `key_delegated`, `safe`, `timelock`, `proxy_admin`, `squads`, `spl_multisig` …; open set. */
  kind: text,
  version: textOrNull,
  /** Members of a multisig, those that may not vote too. */
  signers: texts,
  /** Members that may vote; null where every signer may. */
  voters: nullable(texts),
  /** Approvals it needs. */
  threshold: nullable(whole),
  timeLockSeconds: nullable(whole),
  modules: texts,
  guard: textOrNull,
  fallbackHandler: textOrNull,
  delegate: textOrNull,
  owner: textOrNull,
  /** Accounts that control it. */
  next: texts,
  /** Why its controllers were not read: `depth`, `size` or `cycle`. */
  cut: textOrNull,
  note: textOrNull,
});
export type AccountControlValue = ValueOf<typeof accountControl>;

/** `authority` / `role`, subject key = `<contract>:<hash of the role>`: accounts that have a role of a contract. */
export const chainRole = object({
  /** Known name of the hash; null when there is none. */
  name: textOrNull,
  /** Hash of the role that grants it; null where it is not known. */
  adminRole: textOrNull,
  holders: texts,
});
export type ChainRoleValue = ValueOf<typeof chainRole>;

/**
 * `authority` / `gone`, subject key = that of the authority: the chain no longer answers who has it, which gives nothing
 * up. Null once it answers again.
 */
export const authorityGone = nullable(object({ reason: oneOf('function_gone', 'contract_gone') }));
export type AuthorityGoneValue = ValueOf<typeof authorityGone>;
