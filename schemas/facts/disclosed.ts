/** Values of disclosed fields as folds read them. `schemas/fields` has the whole schema of each, which they are checked against. */
import { Type } from '@sinclair/typebox';
import { anyObject, listOf, object, optional, text, texts } from './shape.ts';

/** A field of any kind. */
export const disclosedField = anyObject;

export const disclosedShare = object({ percent: optional(text) });
export const disclosedCode = object({ code: optional(text) });
export const disclosedDate = object({ date: text });
/** Chains of a document, by CAIP-2 id. */
export const disclosedChains = object({ chains: optional(texts) });

const disclosedParty = object({
  name: text,
  lei: optional(text),
  registrationNumber: optional(text),
  country: optional(text),
});

/** One party, or several. */
export const disclosedParties = Type.Union([disclosedParty, object({ parties: listOf(disclosedParty) })]);
