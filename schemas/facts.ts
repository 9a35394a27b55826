/**
 * Shapes of `Observation.value`, per subject kind and field. An observation's value is the RFC 8785 text of one of
 * these, or null when the source was read and does not disclose the fact.
 */
export {
  type AuthorityValue,
  authority,
  type ProofMethod,
  type ProofValue,
  type ProvedWallet,
  proof,
} from './facts/authorities.ts';
export {
  type AccountControlValue,
  type AuthorityGoneValue,
  accountControl,
  authorityGone,
  type ChainCodeValue,
  type ChainPowersValue,
  type ChainReadingValue,
  type ChainRoleValue,
  type ChainSupplyValue,
  type ChainTokenValue,
  chainCap,
  chainCode,
  chainMultiplier,
  chainPaused,
  chainPowers,
  chainReading,
  chainRole,
  chainSupply,
  chainToken,
  holdersNotKnown,
  type OwnershipOfferValue,
  ownershipOffer,
} from './facts/chain.ts';
export {
  type CheckedSide,
  type CheckName,
  type DisclosedControlValue,
  disclosedControl,
  type SourceCheckValue,
  sourceCheck,
  statedControl,
} from './facts/checks.ts';
export { type ControlValue, control } from './facts/control.ts';
export { type EdgeParty, type PartyEdgesValue, partyEdges } from './facts/edges.ts';
export {
  type ColumnMeaning,
  type RegisterColumnValue,
  type RegisterListedValue,
  type RowNames,
  registerColumn,
  registerFact,
  registerListed,
} from './facts/registers.ts';
export {
  type AssetDeclarationValue,
  type AssetStatusValue,
  assetDeclaration,
  assetStatus,
  type DeclaredAsset,
  type DeclaredParty,
  type IssuerKyiValue,
  issuerKyi,
  type PartyDeclarationValue,
  partyDeclaration,
} from './facts/registry.ts';
export { type InstrumentsValue, instruments, type ReserveReportValue, reserveReport } from './facts/reserve.ts';
export { type ListMatchValue, listMatch, type ReviewValue, review } from './facts/sanctions.ts';
export { isTime, nullable, type ValueOf } from './facts/shape.ts';
export { type CaptureComparison, type SourceCaptureValue, sourceCapture } from './facts/sources.ts';
