import type { SchemaObject } from 'ajv';
import type {
  DisclosureField,
  FieldPlaces,
  FieldRule,
  Overlay,
  Quantity,
  ValueTest,
} from '../../schemas/fields/field.ts';

/** One line about a field: a label, and the entry of the catalogue. */
export type Particular = readonly [about: string, entry: string];

/** The description of a field for people, besides its name, meaning and stake. */
export function describeField(field: DisclosureField): readonly Particular[] {
  const { rule, protective, adverse, overlays, places } = field;
  return [
    ['value', shapeOf(field.value)],
    ['example', JSON.stringify(field.example)],
    ...Object.entries(field.words).map(([code, words]): Particular => [code, words]),
    ['compared', ruleText(rule)],
    ['dimensions', field.dimensions.join(', ')],
    ...(protective === null ? [] : [['protective', testText(protective, rule)] as const]),
    ...(adverse === null ? [] : [['adverse', testText(adverse, rule)] as const]),
    ...overlays.map((overlay): Particular => [overlay.regimes.join(', '), overlayText(overlay, rule)]),
    ['stated in', placesText(places)],
  ];
}

/** `{days: decimal, count: business | calendar}`; a member with a question mark is optional. */
function shapeOf(schema: SchemaObject): string {
  const { type, title, items, properties, required } = schema as {
    readonly type?: string;
    readonly title?: string;
    readonly enum?: readonly string[];
    readonly items?: SchemaObject;
    readonly properties?: Readonly<Record<string, SchemaObject>>;
    readonly required?: readonly string[];
  };
  if (title !== undefined) return title.replace(/^an? /, '');
  if (properties !== undefined) {
    const members = Object.entries(properties).map(
      ([name, member]) => `${name}${required?.includes(name) === true ? '' : '?'}: ${shapeOf(member)}`,
    );
    return `{${members.join(', ')}}`;
  }
  if (items !== undefined) return `[${shapeOf(items)}, …]`;
  const codes = schema['enum'] as readonly string[] | undefined;
  if (codes === undefined) return type === 'boolean' ? 'true | false' : 'text';
  return codes.includes('other') ? 'code' : codes.join(' | ');
}

const units: Readonly<Record<Quantity, string>> = {
  bps: 'basis points',
  percent: 'percent',
  days: 'days',
  money: 'the stated currency',
};

function ruleText(rule: FieldRule): string {
  switch (rule.type) {
    case 'ordinal':
      return scaleText(rule.scale);
    case 'frequency':
      return `by days between reports, fewer is better: ${Object.entries(rule.days)
        .map(([code, days]) => `${code}${days === null ? '' : ` ${days}`}`)
        .join(' > ')}`;
    case 'lower':
    case 'higher':
      return quantityText(rule);
    case 'setBad':
      return 'set, every code burdens holders: one added weakens, one removed strengthens, both is mixed';
    case 'setGood':
      return `set, every code serves holders: one added strengthens, one removed weakens, both is mixed; the loss of ${rule.essential.join(', ')} weakens`;
    case 'tierSet':
      return `set by quality, the worst tier decides, then the number of codes in it: ${rule.tiers
        .map((tier, index) => `${index + 1} (${tier.join(', ')})`)
        .join(' > ')}`;
    case 'bool':
      return `${String(rule.good)} is better`;
    case 'identity':
      return identities[rule.of];
    case 'parties':
      return 'by party: replaced is mixed, added is neutral, removed to none weakens';
    case 'date':
      return 'a later date is neutral, an earlier one weakens';
    case 'yield':
      return 'every change is neutral to the protection of holders; legal standing as under the regimes below, else mixed';
    case 'fees':
      return 'per code, lower is better; several that move apart are mixed';
    case 'supply':
      return `${scaleText(rule.scale)}; a higher cap weakens, a lower one strengthens`;
    case 'document':
      return 'another path is neutral, another host is mixed; version, date and added chains are neutral, a removed chain weakens transferability, identifiers removed to none weaken transparency';
  }
}

const identities: Readonly<Record<'party' | 'law' | 'contact', string>> = {
  party: 'by LEI, else registration number, else name: another one is mixed',
  law: 'another one is mixed',
  contact: 'removed weakens',
};

const scaleText = (scale: readonly string[]): string => `best for a holder first: ${scale.join(' > ')}`;

function quantityText({
  type,
  quantity,
  tolerance,
  thresholds,
}: FieldRule & { readonly type: 'lower' | 'higher' }): string {
  const within = tolerance === '0' ? '' : `; within ${tolerance} neutral`;
  const crossing = thresholds.length === 0 ? '' : `; crossing ${thresholds.join(' or ')} decides`;
  return `${type} is better, in ${units[quantity]}${within}${crossing}`;
}

const sides = { below: 'below', atMost: 'at most', atLeast: 'at least', above: 'above' } as const;

function testText(value: ValueTest, rule: FieldRule): string {
  if (value.test === 'code') return value.codes.join(', ');
  const unit = 'quantity' in rule && rule.quantity !== 'money' ? ` ${units[rule.quantity]}` : '';
  return `${sides[value.test]} ${value.limit}${value.count === undefined ? unit : ` ${value.count}${unit}`}`;
}

function overlayText({ when, dimension, direction, claim }: Overlay, rule: FieldRule): string {
  const occasion =
    when.on === 'crosses'
      ? `${when.side === 'below' ? 'falls below' : 'rises to'} ${when.limit}`
      : `${when.on === 'becomes' ? 'becomes' : 'no longer'} ${testText(when.value, rule)}`;
  return `${occasion}: ${direction} ${dimension}. ${claim}`;
}

const tables: readonly (readonly [keyof FieldPlaces, string])[] = [
  ['other', 'MiCA table 2'],
  ['assetReferenced', 'MiCA table 3'],
  ['eMoney', 'MiCA table 4'],
];

const placesText = (places: FieldPlaces): string =>
  [
    ...tables.filter(([kind]) => places[kind].length > 0).map(([kind, title]) => `${title} ${places[kind].join(', ')}`),
    ...(places.sources.length === 0 ? [] : [places.sources.join(', ')]),
  ].join('; ');
