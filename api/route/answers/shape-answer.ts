import type { JsonSchema } from '../../../schemas/json-schema.ts';
import type { Answer } from '../answer.ts';
import type { Route } from '../route.ts';
import { isRecord } from '../../../schemas/values/is-record.ts';

export type Shape = (value: unknown) => unknown;

/**
 * Removes undeclared members from a JSON answer, so that none is published by mistake. `bytes` are not changed: the handler
 * must shape their content (`shapeOf`) or name every member.
 */
export function createAnswerShape(route: Pick<Route, 'responses'>): (answer: Answer) => Answer {
  const shapes = new Map(
    Object.entries(route.responses).map(([status, { schema }]) => [
      Number(status),
      schema === null ? null : shapeOf(schema),
    ]),
  );
  return (answer) => {
    const shape = shapes.get(answer.status);
    return answer.json === undefined || shape === undefined || shape === null
      ? answer
      : { ...answer, json: shape(answer.json) };
  };
}

const asIs: Shape = (value) => value;

/** Removes from a value what the schema does not declare. */
export function shapeOf(schema: JsonSchema): Shape {
  if (schema['additionalProperties'] === false)
    return closedShape(schema['properties'] as Readonly<Record<string, JsonSchema>>);
  const items = schema['items'];
  if (typeof items === 'object' && items !== null) {
    const shape = shapeOf(items as JsonSchema);
    return shape === asIs ? asIs : (value) => (Array.isArray(value) ? value.map(shape) : value);
  }
  const alternatives = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined;
  return alternatives === undefined ? asIs : alternativeShape(alternatives);
}

function closedShape(properties: Readonly<Record<string, JsonSchema>>): Shape {
  const members = Object.entries(properties).map(([name, schema]) => [name, shapeOf(schema)] as const);
  return (value) => {
    if (!isRecord(value)) return value;
    const shaped: Record<string, unknown> = {};
    for (const [name, shape] of members) {
      if (Object.hasOwn(value, name)) shaped[name] = shape(value[name]);
    }
    return shaped;
  };
}

/** Of several object schemas, the first whose required members and constants the value has. */
function alternativeShape(alternatives: readonly JsonSchema[]): Shape {
  const shapes = alternatives.map((schema) => ({ schema, shape: shapeOf(schema) }));
  if (shapes.every(({ shape }) => shape === asIs)) return asIs;
  return (value) => {
    if (!isRecord(value)) return value;
    const fitting = shapes.find(({ schema }) => fits(schema, value));
    return fitting === undefined ? {} : fitting.shape(value);
  };
}

function fits(schema: JsonSchema, value: Readonly<Record<string, unknown>>): boolean {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (schema['required'] ?? []) as readonly string[];
  return (
    schema['type'] !== 'null' &&
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(properties).every(([name, { const: only, enum: some }]) => {
      return (only === undefined || value[name] === only) && (!Array.isArray(some) || some.includes(value[name]));
    })
  );
}
