import { parameterText, placeholders, setParametersStatement } from './sql-text.ts';

/**
 * A query with its parameters as SET statements on its connection. Throws Error when a parameter has no value: those of
 * earlier queries are still set, and a missing one must not fall back to them.
 */
export function boundQuery(sql: string, parameters: Readonly<Record<string, unknown>>): string {
  const missing = placeholders(sql).filter((name) => parameters[name] === undefined);
  if (missing.length > 0) throw new Error(`Query parameters without a value: ${missing.join(', ')}.`);
  const bound = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, parameterText(value)]));
  const setParameters = setParametersStatement(bound);
  return setParameters === '' ? sql : `${setParameters};\n${sql}`;
}

/** Rows of a reply in JSONEachRow. JSON escapes line breaks within values, so each line break ends a row. */
export const rowsOfReply = <R>(reply: Buffer): readonly R[] =>
  JSON.parse(`[${reply.toString('utf8').trimEnd().replaceAll('\n', ',')}]`) as R[];
