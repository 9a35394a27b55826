/**
 * JSON Schemas (2020-12) of the values that fields of the catalogue have. `title` and `description` of a text
 * complete the sentence "… is not …". Formats beyond those of JSON Schema: `lei`, `country`, `law`, `dti`, `https-url`.
 */
import { arrayOf, flag, type JsonSchema, objectOf, oneOf, text } from '../json-schema.ts';

/** Code of any closed scale or set for a stated value that has no code: neither protective nor adverse. */
const otherCode = 'other';

const decimal: JsonSchema = {
  type: 'string',
  title: 'a decimal',
  description: 'at most 30 digits, without sign, exponent or leading zeros',
  pattern: '^(?=(?:\\.?[0-9]){1,30}$)(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
};

const textUpTo = (maxLength: number): JsonSchema => ({
  type: 'string',
  title: 'a text',
  description: `at most ${maxLength} characters, not blank`,
  maxLength,
  pattern: '^(?=\\P{Cs}+$)\\s*\\S',
});

/** Requires `text` if the code is `other`, and forbids it otherwise. */
const withText = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  if: { properties: { code: { const: otherCode } }, required: ['code'] },
  then: { properties: { text: textUpTo(500) }, required: ['text'] },
  else: { properties: { text: false } },
});

const codes = (closed: readonly string[]): JsonSchema => oneOf(...closed, otherCode);

const set = (items: JsonSchema, maxItems: number): JsonSchema => arrayOf(items, { maxItems, uniqueItems: true });

/** `{"bps":"10"}`. */
export const bpsValue: JsonSchema = objectOf({ bps: decimal }, ['bps']);

/** `{"percent":"100.5"}`. */
export const percentValue: JsonSchema = objectOf({ percent: decimal }, ['percent']);

/** `{"days":"5","count":"business"}`. */
export const daysValue: JsonSchema = objectOf({ days: decimal, count: oneOf('business', 'calendar') }, [
  'days',
  'count',
]);

/** `{"amount":"100","currency":"EUR"}`. */
export const moneyValue: JsonSchema = objectOf(
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
export const codeValue = (scale: readonly string[]): JsonSchema =>
  withText(objectOf({ code: codes(scale), text }, ['code']));

/** `{"codes":["pause_all","seize"]}`, sorted; an empty one states that there are none. */
export const codesValue = (closed: readonly string[]): JsonSchema =>
  objectOf({ codes: set(codes(closed), closed.length + 1) }, ['codes']);

/** `{"present":true,"name":"…"}`. */
export const presentValue: JsonSchema = objectOf({ present: flag, name: textUpTo(300) }, ['present']);

/** `{"name":"…","lei":"…"}`. */
export const partyValue: JsonSchema = objectOf(
  {
    name: textUpTo(300),
    lei: { type: 'string', title: 'an LEI', description: 'ISO 17442, with a valid check digit', format: 'lei' },
    registrationNumber: textUpTo(100),
    country: { type: 'string', title: 'a country', description: 'ISO 3166-1 alpha-2', format: 'country' },
  },
  ['name'],
);

/** `{"parties":[{"name":"…"}]}`, sorted by name; an empty one states that there are none. */
export const partiesValue: JsonSchema = objectOf({ parties: set(partyValue, 100) }, ['parties']);

/** `{"law":"DE"}`, `{"law":"US-NY"}`. */
export const lawValue: JsonSchema = objectOf(
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
export const contactValue: JsonSchema = objectOf({ contact: textUpTo(1000) }, ['contact']);

const day: JsonSchema = {
  type: 'string',
  title: 'a date',
  description: 'a day of the years 1900 to 2199, written 2026-01-30',
  format: 'date',
};

/** `{"date":"2026-01-30"}`. */
export const dateValue: JsonSchema = objectOf({ date: day }, ['date']);

/** `{"fees":[{"code":"transfer","bps":"5"}]}`, sorted by code; an empty one states that there are none. */
export const feesValue = (kinds: readonly string[]): JsonSchema =>
  objectOf({ fees: set(objectOf({ code: codes(kinds), bps: decimal }, ['code', 'bps']), kinds.length + 1) }, ['fees']);

/** `{"code":"fixed_cap","cap":"1000"}`; the cap in whole tokens. */
export const supplyValue = (scale: readonly string[]): JsonSchema =>
  withText(objectOf({ code: codes(scale), cap: decimal, text }, ['code']));

/** `{"url":"https://…","version":"2.1","date":"2026-01-30","language":"en","dti":[…],"chains":[…]}`, sets sorted. */
export const documentValue: JsonSchema = objectOf(
  {
    url: {
      type: 'string',
      title: 'an https URL',
      description: 'at most 2000 characters, without user or password',
      format: 'https-url',
      maxLength: 2000,
    },
    version: textUpTo(100),
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
