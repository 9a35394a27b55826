/** Values as ClickHouse text, for an engine that takes parameters only through SET statements. */

/** A string literal. */
export const sqlString = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;

/** `SET name = 'value', …`; empty for no settings. Names must be plain identifiers. */
export const setStatement = (settings: Readonly<Record<string, string>>): string => {
  const assignments = Object.entries(settings).map(([name, value]) => `${plainIdentifier(name)} = ${sqlString(value)}`);
  return assignments.length === 0 ? '' : `SET ${assignments.join(', ')}`;
};

/** `SET param_name = 'value', …`: binds parameters, in text form, on this connection only. */
export const setParametersStatement = (parameters: Readonly<Record<string, string>>): string =>
  setStatement(Object.fromEntries(Object.entries(parameters).map(([name, text]) => [`param_${name}`, text])));

/**
 * Text form of a parameter as in the HTTP protocol: a string with backslash escapes, an array as a literal. A Date is
 * refused, because instants are bound as integer milliseconds.
 */
export const parameterText = (value: unknown): string => {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escapedText(value);
  return literal(value);
};

/** Distinct names in `{name:Type}`. */
export const placeholders = (sql: string): readonly string[] => [
  ...new Set(Array.from(sql.matchAll(/\{\s*([A-Za-z_]\w*)\s*:/g), (match) => match[1] ?? '')),
];

const plainIdentifier = (name: string): string => {
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new Error(`Not a name of a setting or parameter: ${JSON.stringify(name)}`);
  return name;
};

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const escapedText = (text: string): string =>
  text.replace(/[\\\0\b\f\n\r\t]/g, (character) => escapes[character] ?? character);

const literal = (value: unknown): string => {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return sqlString(value);
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      throw new Error(`Parameter ${value} is beyond 2^53: pass a bigint or a string.`);
    }
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`;
  throw new Error(
    `A parameter must be a string, number, bigint, boolean, null or an array of them, not ${typeof value}.`,
  );
};
