import { type ExplanationKindEntry, explanationKinds } from '../../schemas/explanation-kinds.ts';
import { type ExplanationKind, termsOf } from '../../schemas/vocabulary.ts';
import { chainKinds } from './families/chain/kinds.ts';
import { checkKinds } from './families/checks/kinds.ts';
import { collateralKinds } from './families/collateral/kinds.ts';
import { disclosureKinds } from './families/disclosure/kinds.ts';
import { edgeKinds } from './families/edges/kinds.ts';
import type { FamilyKinds, ProducedKind } from './families/kinds.ts';
import { ownKinds } from './families/own/kinds.ts';
import { registerColumnKinds } from './families/register-column/kinds.ts';
import { registerRowKinds } from './families/register-row/kinds.ts';
import { sanctionsKinds } from './families/sanctions/kinds.ts';
import { sourceKinds } from './families/source/kinds.ts';

/** Kinds of change by family. */
export const familyKinds = {
  own: ownKinds,
  'register-row': registerRowKinds,
  'register-column': registerColumnKinds,
  sanctions: sanctionsKinds,
  disclosure: disclosureKinds,
  source: sourceKinds,
  chain: chainKinds,
  collateral: collateralKinds,
  edges: edgeKinds,
  checks: checkKinds,
} as const satisfies Readonly<Record<string, FamilyKinds>>;

export interface CatalogueEntry extends ExplanationKindEntry {
  readonly kind: ExplanationKind;
  /** Families that produce the kind; empty for a reserved kind. */
  readonly producers: readonly (ProducedKind & { readonly family: string })[];
}

/** Every kind of change with the families that produce it, in the order of the vocabulary. */
export const catalogue = (): readonly CatalogueEntry[] =>
  termsOf('explanationKind').map((kind) => ({ kind, ...explanationKinds[kind], producers: producersOf(kind) }));

const producersOf = (kind: ExplanationKind): CatalogueEntry['producers'] =>
  Object.entries(familyKinds as Readonly<Record<string, FamilyKinds>>).flatMap(([family, kinds]) => {
    const produced = kinds[kind];
    return produced === undefined ? [] : [{ family, ...produced }];
  });
