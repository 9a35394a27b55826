import { itemsFilter } from '../watchlist/schema.ts';
import { termsOf } from '../../../../schemas/vocabulary.ts';
import {
  arrayOf,
  closedObject,
  component,
  dateTime,
  flag,
  type JsonSchema,
  named,
  oneOf,
  term,
  text,
  uuid,
} from '../../../../schemas/json-schema.ts';
import type { PathParameter, Query, QueryParameter } from '../../input.ts';
import { feedOrders, feedTimes } from './filter.ts';
import { watchedAsset } from '../watchlist/watched-asset.ts';

/** Most changes of one answer, and most items of one request (conformance B-56, B-47). */
export const maxChanges = 200;
const maxItems = 25;

const textOrNull: JsonSchema = { type: ['string', 'null'] };
const statedValue = component('StatedValue', { label: text, value: text, note: textOrNull });

const explanation = named(
  'Explanation',
  closedObject({
    kind: term('explanationKind'),
    headline: text,
    what: text,
    whatDetail: text,
    field: component('ExplainedField', { name: text, label: text, meaning: text, stake: text }),
    previous: statedValue,
    current: statedValue,
    whyItMatters: text,
    impact: text,
  }),
);

const evidenceSide = component('EvidenceSide', {
  quote: textOrNull,
  artifactId: textOrNull,
  observationSha256: textOrNull,
});

const impactAssessment = named(
  'ImpactAssessment',
  closedObject({
    id: uuid,
    direction: term('direction'),
    status: term('assessmentStatus'),
    disposition: term('disposition'),
    dimensions: arrayOf(component('ImpactDimension', { kind: term('dimension'), direction: term('direction') })),
    reason: text,
    whatThisMeansForHolders: text,
    method: term('assessmentMethod'),
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    isFallback: flag,
    retryRequired: flag,
    rulesVersion: text,
    evidence: component('ImpactEvidence', { old: evidenceSide, new: evidenceSide }),
    inputFingerprint: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
    groupId: uuid,
    childEventIds: arrayOf(text),
    assessedAt: dateTime,
  }),
);

/** Members that do not apply are left out, never null (conformance B-62). */
const changeItem = closedObject(
  {
    id: text,
    category: term('category'),
    watchlistItemId: uuid,
    asset: watchedAsset,
    detectedAt: dateTime,
    knownAt: dateTime,
    title: text,
    detail: text,
    href: text,
    isNew: flag,
    changeKind: term('changeKind'),
    confirmed: flag,
    lowSignal: flag,
    direction: term('direction'),
    disposition: term('disposition'),
    severity: term('severity'),
    explanation,
    impactAssessment,
  },
  {
    materiality: term('materiality'),
    sourceUrl: text,
    priorSourceUrl: text,
    fieldGroup: term('fieldGroup'),
    before: text,
    after: text,
    quote: text,
    priorQuote: text,
    sourceHash: { type: 'string', pattern: '^sha256:[0-9a-f]+$' },
    impact: text,
  },
);

export const change = named('Change', changeItem);

export const changeFeed = component('ChangeFeed', {
  items: arrayOf(change, { maxItems: maxChanges }),
  since: dateTime,
  seenAt: dateTime,
  truncated: flag,
});

const termList = (
  name: 'category' | 'direction' | 'materiality' | 'severity',
  description: string,
): QueryParameter => ({
  description,
  schema: term(name),
  expects: `a ${name}`,
  list: { max: termsOf(name).length },
});

const booleanParameter = (description: string): QueryParameter => ({
  description,
  schema: { type: 'string', pattern: '^(true|false)$' },
  shown: { type: 'boolean', default: false },
  expects: 'true or false',
});

/** A malformed id cannot exist: 404, as for an unknown one. */
export const changeParameter: PathParameter = {
  description: 'Id of the change',
  schema: { type: 'string', pattern: `^(${termsOf('category').join('|')}):[0-9a-z]{1,64}$` },
  refusal: { code: 'not_found', message: 'Change not found' },
};

/** The feed never silently widens: unknown parameters and values are refused, except `days` (conformance B-43, G-16). */
export const feedQuery: Query = {
  unknown: 'refuse',
  parameters: {
    days: {
      description: 'Length of the window in days, 1 to 365; 90 when absent or out of range',
      schema: { type: 'string', pattern: '^0*([1-9]|[1-9][0-9]|[12][0-9][0-9]|3[0-5][0-9]|36[0-5])$' },
      shown: { type: 'integer', minimum: 1, maximum: 365, default: 90 },
      expects: 'a whole number from 1 to 365',
      ignoreInvalid: true,
    },
    category: termList('category', 'Categories wanted; all when absent'),
    item: itemsFilter(maxItems),
    materiality: termList('materiality', 'Materialities of disclosure-field changes wanted; other categories pass'),
    severity: termList('severity', 'Severities wanted; all when absent'),
    direction: termList('direction', 'Directions wanted; all when absent'),
    newOnly: booleanParameter('Only confirmed changes after the seen marker'),
    showAll: booleanParameter('Also entries of low signal'),
    sort: {
      description: 'Order; recent when absent',
      schema: oneOf(...feedOrders),
      expects: 'recent, impact or severity',
    },
    by: {
      description:
        'Time of window and order: detected (also when absent), or known, when a change took its present state',
      schema: oneOf(...feedTimes),
      expects: 'detected or known',
    },
  },
};
