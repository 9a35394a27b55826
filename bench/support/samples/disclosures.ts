/** Readings of every disclosed field, as a white paper with tagged facts states them. */
import { disclosureFields } from '../../../schemas/fields/catalogue.ts';
import type { DisclosureField, FieldRule, FieldValue } from '../../../schemas/fields/field.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { makeObservation } from '../../../schemas/values/observation.ts';
import type { World } from './world.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

const firstRun = Date.parse('2026-01-02T00:00:00Z');

/**
 * Every field of every asset read for the first time, then in each of the runs; `share` of the values differ from the run
 * before.
 */
export function* fieldReadings(world: World, runs: number, share: number): Generator<Observation> {
  for (let run = 1; run <= runs; run++) yield* runOf(world, run, share);
}

/** The first reading of every field: no change. */
export const firstFieldReadings = (world: World): Generator<Observation> => runOf(world, 0, 0);

function* runOf({ assets }: World, run: number, share: number): Generator<Observation> {
  const artifactId = sha256Hex(`bench white papers ${run}`);
  for (const [index, { assetId, whitepaperUrl }] of assets.entries()) {
    for (const field of disclosureFields) {
      const values = fieldValues(field);
      const stated =
        values[statesOf(index * disclosureFields.length + field.number, run, share) % values.length] ?? null;
      yield makeObservation({
        assetId,
        subjectKind: 'asset',
        subjectKey: '',
        field: field.name,
        sourceKey: 'whitepaper',
        value: canonicalJson(stated),
        quote: `${field.label}: ${canonicalJson(stated)} as stated by the issuer in this section.`,
        sourceUrl: whitepaperUrl,
        sourceHash: `sha256:${artifactId}`,
        artifactId,
        extractor: 'white-paper',
        extractorVersion: '1.0.0',
        extractionRule: `ixbrl:mica_${field.name}`,
        documentClass: 'ixbrl_esma',
        fetchOutcome: 'ok',
        parseStatus: 'ok',
        observedAt: firstRun + run * dayMs,
      });
    }
  }
}

/**
 * Number of changes of a field by this run: every reading changes with the same probability, and the same readings change
 * in every execution.
 */
function statesOf(fact: number, run: number, share: number): number {
  let changes = 0;
  for (let at = 1; at <= run; at++) if (mixed(fact * 31 + at) < share) changes += 1;
  return changes;
}

/** A number in [0, 1) for a whole number, the same on every machine. */
function mixed(seed: number): number {
  let bits = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

const known = new Map<string, readonly Exclude<FieldValue, null>[]>();

function fieldValues({ name, rule }: DisclosureField): readonly Exclude<FieldValue, null>[] {
  const values = known.get(name) ?? valuesOf(rule);
  known.set(name, values);
  return values;
}

function valuesOf(rule: FieldRule): readonly Exclude<FieldValue, null>[] {
  switch (rule.type) {
    case 'ordinal':
      return rule.scale.slice(0, 3).map((code) => ({ code }));
    case 'frequency':
      return Object.keys(rule.days)
        .slice(0, 3)
        .map((code) => ({ code }));
    case 'supply':
      return rule.scale.slice(0, 3).map((code, index) => ({ code, cap: String(1_000_000 * (index + 1)) }));
    case 'yield':
      return rule.codes.map((code) => ({ code }));
    case 'lower':
    case 'higher':
      return ['5', '12', '100.5'].map((amount) => quantityOf(rule.quantity, amount));
    case 'setBad':
    case 'setGood':
      return [1, 2, 3].map((size) => ({ codes: rule.codes.slice(0, size).sort() }));
    case 'tierSet':
      return [0, 1, 2].map((tier) => ({
        codes: rule.tiers
          .slice(tier, tier + 2)
          .flatMap((codes) => codes.slice(0, 1))
          .sort(),
      }));
    case 'bool':
      return [true, false].map((present) => ({ present }));
    case 'identity':
      return identities[rule.of];
    case 'parties':
      return ['Alpha Custody AG', 'Beta Trust SA'].map((name) => ({ parties: [{ country: 'DE', name }] }));
    case 'date':
      return ['2026-01-31', '2026-02-28', '2026-03-31'].map((date) => ({ date }));
    case 'fees':
      return ['5', '10', '25'].map((bps) => ({
        fees: rule.codes
          .slice(0, 2)
          .sort()
          .map((code) => ({ bps, code })),
      }));
    case 'document':
      return ['1.0', '1.1', '2.0'].map((version) => ({ url: `https://issuer.example/wp-${version}.pdf`, version }));
  }
}

function quantityOf(quantity: string, amount: string): Exclude<FieldValue, null> {
  if (quantity === 'days') return { count: 'business', days: amount };
  return quantity === 'money' ? { amount, currency: 'EUR' } : { [quantity]: amount };
}

const identities = {
  party: ['Alpha Audit LLP', 'Beta Audit LLP'].map((name) => ({ country: 'GB', name })),
  law: [{ law: 'DE' }, { law: 'FR' }, { law: 'IE' }],
  contact: ['complaints@issuer.example', 'help@issuer.example'].map((contact) => ({ contact })),
};
