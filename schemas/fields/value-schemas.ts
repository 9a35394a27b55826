/**
 * JSON Schemas (2020-12) of the values that fields of the catalogue have. `title` and `description` of a text
 * complete the sentence "… is not …". Formats beyond those of JSON Schema: `lei`, `country`, `law`, `dti`, `https-url`.
 */
import type { SchemaObject } from 'ajv';

/** Code of any closed scale or set for a stated value that has no code: neither protective nor adverse. */
export const otherCode = 'other';

const decimal: SchemaObject = {
  type: 'string',
  title: 'a decimal',
  description: 'at most 30 digits, without sign, exponent or leading zeros',
  pattern: '^(?=(?:\\.?[0-9]){1,30}$)(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
};

const text = (maxLength: number): SchemaObject => ({
  type: 'string',
  title: 'a text',
  description: `at most ${maxLength} characters, not blank`,
  maxLength,
  pattern: '^(?=\\P{Cs}+$)\\s*\\S',
});

const object = (properties: Readonly<Record<string, SchemaObject>>, required: readonly string[]): SchemaObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** Requires `text` if the code is `other`, and forbids it otherwise. */
const withText = (schema: SchemaObject): SchemaObject => ({
  ...schema,
  if: { properties: { code: { const: otherCode } }, required: ['code'] },
  then: { properties: { text: text(500) }, required: ['text'] },
  else: { properties: { text: false } },
});

const codes = (closed: readonly string[]): SchemaObject => ({ type: 'string', enum: [...closed, otherCode] });

const set = (items: SchemaObject, maxItems: number): SchemaObject => ({
  type: 'array',
  items,
  maxItems,
  uniqueItems: true,
});

/** `{"bps":"10"}`. */
export const bpsValue: SchemaObject = object({ bps: decimal }, ['bps']);

/** `{"percent":"100.5"}`. */
export const percentValue: SchemaObject = object({ percent: decimal }, ['percent']);

/** `{"days":"5","count":"business"}`. */
export const daysValue: SchemaObject = object(
  { days: decimal, count: { type: 'string', enum: ['business', 'calendar'] } },
  ['days', 'count'],
);

/** `{"amount":"100","currency":"EUR"}`. */
export const moneyValue: SchemaObject = object(
  {
    amount: decimal,
    currency: {
      type: 'string',
      title: 'a currency',
      description: 'a code of ISO 4217, or the symbol of the token in capitals',
      pattern: '^[A-Z][A-Z0-9]{2,9}$',
    },
  },
  ['amount', 'currency'],
);

/** `{"code":"audit"}`, or `{"code":"other","text":"…"}`. */
export const codeValue = (scale: readonly string[]): SchemaObject =>
  withText(object({ code: codes(scale), text: { type: 'string' } }, ['code']));

/** `{"codes":["pause_all","seize"]}`, sorted; an empty one states that there are none. */
export const codesValue = (closed: readonly string[]): SchemaObject =>
  object({ codes: set(codes(closed), closed.length + 1) }, ['codes']);

/** `{"present":true,"name":"…"}`. */
export const presentValue: SchemaObject = object({ present: { type: 'boolean' }, name: text(300) }, ['present']);

/** `{"name":"…","lei":"…"}`. */
export const partyValue: SchemaObject = object(
  {
    name: text(300),
    lei: { type: 'string', title: 'an LEI', description: 'ISO 17442, with a valid check digit', format: 'lei' },
    registrationNumber: text(100),
    country: { type: 'string', title: 'a country', description: 'ISO 3166-1 alpha-2', format: 'country' },
  },
  ['name'],
);

/** `{"parties":[{"name":"…"}]}`, sorted by name; an empty one states that there are none. */
export const partiesValue: SchemaObject = object({ parties: set(partyValue, 100) }, ['parties']);

/** `{"law":"DE"}`, `{"law":"US-NY"}`. */
export const lawValue: SchemaObject = object(
  {
    law: {
      type: 'string',
      title: 'a law',
      description: 'a country of ISO 3166-1 alpha-2, or one of its subdivisions of ISO 3166-2',
      format: 'law',
    },
  },
  ['law'],
);

/** `{"contact":"…"}`. */
export const contactValue: SchemaObject = object({ contact: text(1000) }, ['contact']);

const day: SchemaObject = {
  type: 'string',
  title: 'a date',
  description: 'a day of the years 1900 to 2199, written 2026-01-30',
  format: 'date',
};

/** `{"date":"2026-01-30"}`. */
export const dateValue: SchemaObject = object({ date: day }, ['date']);

/** `{"fees":[{"code":"transfer","bps":"5"}]}`, sorted by code; an empty one states that there are none. */
export const feesValue = (kinds: readonly string[]): SchemaObject =>
  object({ fees: set(object({ code: codes(kinds), bps: decimal }, ['code', 'bps']), kinds.length + 1) }, ['fees']);

/** `{"code":"fixed_cap","cap":"1000"}`; the cap in whole tokens. */
export const supplyValue = (scale: readonly string[]): SchemaObject =>
  withText(object({ code: codes(scale), cap: decimal, text: { type: 'string' } }, ['code']));

/** `{"url":"https://…","version":"2.1","date":"2026-01-30","language":"en","dti":[…],"chains":[…]}`, sets sorted. */
export const documentValue: SchemaObject = object(
  {
    url: {
      type: 'string',
      title: 'an https URL',
      description: 'at most 2000 characters, without user or password',
      format: 'https-url',
      maxLength: 2000,
    },
    version: text(100),
    date: day,
    language: {
      type: 'string',
      title: 'a language',
      description: 'a tag such as "en" or "pt-BR"',
      pattern: '^[a-z]{2,3}(?:-[A-Z]{2})?$',
    },
    dti: set({ type: 'string', title: 'a DTI', description: 'ISO 24165, nine characters', format: 'dti' }, 200),
    chains: set(
      {
        type: 'string',
        title: 'a chain',
        description: 'CAIP-2, such as "eip155:1"',
        pattern: '^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$',
      },
      200,
    ),
  },
  ['url'],
);
