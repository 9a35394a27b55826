import { arrayOf, closedObject, constant, type JsonSchema, oneOf, text } from '../../json-schema.ts';

export const live = closedObject({ status: constant('ok') });

export const readiness = closedObject({ status: oneOf('ok', 'failing'), failing: arrayOf(text) });

export const version = closedObject({ name: text, version: text });

/** Owned by what reports it. */
export const status: JsonSchema = { type: 'object' };
