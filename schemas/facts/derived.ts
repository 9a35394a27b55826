/** Values of facts that `detect` derives from others and emits to `asset.facts` and `token.facts`. */
import { flag, listOf, nullable, object, term, text, texts, time, type ValueOf, whole } from './shape.ts';

/** `asset` / `sources`: the sources that the asset declares. */
export const declaredSources = listOf(object({ sourceId: text, url: text, kind: term('sourceKind') }));

/** `asset` / `regimes`: declared regimes, sorted. */
export const declaredRegimes = texts;

/** `asset` / `registered_at`, milliseconds. */
export const registeredAt = time;

/** `source` / `read`, source = a declared source: when it was last read whole, milliseconds. */
export const sourceRead = object({ at: time, documentClass: term('documentClass') });

/** `asset` / `authorities`: the authorities as the record of the asset shows them. */
export const provedAuthorities = listOf(
  object({
    type: text,
    /** `anyone` where no account is needed. */
    address: text,
    isProved: flag,
  }),
);
export type ProvedAuthority = ValueOf<typeof provedAuthorities>[number];

/** `supply` of a token: total supply in base units, decimal places, and the accounts that can mint; null where none is stated. */
export const tokenSupply = object({ units: text, decimals: nullable(whole), minters: nullable(texts) });

/** `chains` of a token: names or CAIP-2 ids, sorted. */
export const tokenChains = texts;
