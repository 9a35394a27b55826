/** Facts as families pass them to rules. */
import type { Comparison, DisclosureSense, ImpactFacts, SourceEvent } from '../../../pipeline/impact/facts.ts';
import type { EvidenceGrade } from '../../../pipeline/impact/evidence-grade.ts';
import type { FieldValue } from '../../../schemas/fields/field.ts';
import type { RegisterColumnValue, RegisterListedValue } from '../../../schemas/facts.ts';
import { listedValue, matchValue } from '../changes/builders.ts';

export const facts = (comparison: Comparison, given: Partial<ImpactFacts> = {}): ImpactFacts =>
  ({
    category: 'register',
    kind: 'register_detail_changed',
    regimes: ['MICA_EMT'],
    stage: 'confirmed',
    comparable: true,
    ...comparison,
    ...given,
  }) as ImpactFacts;

const cellValue = (meaning: string, text: string, more: Partial<RegisterColumnValue> = {}): RegisterColumnValue => ({
  meaning: meaning as RegisterColumnValue['meaning'],
  label: 'Label',
  register: 'Register',
  entity: 'Entity',
  matchedBy: 'identifier',
  text,
  ...more,
});

/** A column that went from one text to another; null is a blank cell. */
export const column = (
  meaning: string,
  old: string | null,
  current: string | null,
  given: Partial<ImpactFacts> = {},
): ImpactFacts =>
  facts(
    {
      comparison: 'register_column',
      meaning,
      old: old === null ? null : cellValue(meaning, old),
      new: current === null ? null : cellValue(meaning, current),
    },
    given,
  );

/** A set that went from these members to those; `elsewhere` are the members that the row's other column states. */
export const members = (
  meaning: string,
  old: readonly string[],
  current: readonly string[],
  elsewhere: { readonly old?: readonly string[]; readonly new?: readonly string[] } = {},
): ImpactFacts =>
  facts({
    comparison: 'register_column',
    meaning,
    old: cellValue(meaning, old.join(), { items: old, elsewhere: elsewhere.old ?? [] }),
    new: cellValue(meaning, current.join(), { items: current, elsewhere: elsewhere.new ?? [] }),
  });

/** A column of a party's own record. */
export const ofParty = (meaning: string, old: string | null, current: string | null): ImpactFacts =>
  facts({
    comparison: 'register_column',
    meaning,
    old: old === null ? null : cellValue(meaning, old, { matchedBy: 'party' }),
    new: current === null ? null : cellValue(meaning, current, { matchedBy: 'party' }),
  });

/** A legal name that changed on a row that states earlier ones. */
export const renamed = (old: string, current: string, formerly: readonly string[]): ImpactFacts =>
  facts({
    comparison: 'register_column',
    meaning: 'legal_name',
    old: cellValue('legal_name', old),
    new: cellValue('legal_name', current, { formerly }),
  });

/** A row that was about the asset and names these identifiers now. */
export const named = (matchedBy: 'identifier' | 'issuer', identifiers: readonly string[]): ImpactFacts => {
  const old = listedValue({ matchedBy, sinceObservationId: 's' });
  const nowNames = { entity: 'Other', lei: null, identifiers };
  return facts({ comparison: 'register_listed', register: 'register:esma-emtwp', old, new: { ...old, nowNames } });
};

export const dates = (meaning: string, old: string | null, current: string | null): ImpactFacts =>
  facts({
    comparison: 'register_column',
    meaning,
    old: old === null ? null : cellValue(meaning, old, { date: old }),
    new: current === null ? null : cellValue(meaning, current, { date: current }),
  });

export const listed = (
  kind: ImpactFacts['kind'],
  polarity: RegisterListedValue['polarity'],
  given: Partial<ImpactFacts> = {},
  { register = 'register:esma-emtwp', matchedBy = 'identifier' }: RowGiven = {},
): ImpactFacts =>
  facts(
    {
      comparison: 'register_listed',
      register,
      old: null,
      new: listedValue({ polarity, matchedBy, sinceObservationId: 's' }),
    },
    { kind, ...given },
  );

interface RowGiven extends Partial<Pick<RegisterListedValue, 'matchedBy'>> {
  readonly register?: string;
}

export const matched = (
  kind: ImpactFacts['kind'],
  given: { readonly roles?: readonly string[]; readonly level?: 'L1' | 'L3' | 'L5'; readonly left?: boolean } = {},
): ImpactFacts => {
  const { roles = ['contract'], level = 'L1', left = false } = given;
  const value = matchValue({
    level,
    subject: { key: 'k', kind: 'wallet', display: 'd', roles, partyName: null },
    sinceObservationId: 's',
  });
  return facts(
    { comparison: 'list_match', old: kind === 'list_match_added' ? null : value, new: left ? null : value },
    { category: 'sanctions', kind },
  );
};

/** A disclosed field that went from one value to another; null is not disclosed. */
export const disclosed = (
  field: string,
  old: FieldValue,
  current: FieldValue,
  given: {
    readonly sense?: DisclosureSense;
    readonly regimes?: readonly string[];
    readonly stage?: ImpactFacts['stage'];
    readonly comparable?: boolean;
    readonly evidence?: readonly [old: EvidenceGrade, current: EvidenceGrade];
  } = {},
): ImpactFacts => {
  const { sense = 'value', regimes = [], stage = 'confirmed', comparable = true, evidence } = given;
  const [before, after] = evidence ?? ['structured', 'structured'];
  return facts(
    { comparison: 'disclosure_field', field, sense, old, new: current, evidence: { old: before, new: after } },
    { category: 'disclosure_field', kind: 'value_changed', regimes, stage, comparable },
  );
};

/** An event of a source. A source that answers with something else has the kind `content_drift`. */
export const source = (
  event: SourceEvent,
  given: { readonly isSimilar?: boolean | null; readonly hasReturned?: true } = {},
): ImpactFacts => {
  const { isSimilar = null, ...returned } = given;
  return facts(
    { comparison: 'source', event, isSimilar, ...returned },
    { category: 'source_drift', kind: event === 'wrong_type' ? 'content_drift' : event },
  );
};
