import avro from 'avsc';

/**
 * FULL_TRANSITIVE: the candidate can read every earlier version, and every earlier version can read the candidate. Returns
 * one sentence per direction that fails; empty means compatible. Throws on text that is not an Avro schema.
 */
export function incompatibilities(earlier: readonly string[], candidate: string): readonly string[] {
  const candidateType = typeOf(candidate);
  return earlier.flatMap((text, index) => {
    const earlierType = typeOf(text);
    const version = `version ${index + 1}`;
    return [
      ...whyNot(candidateType, earlierType, `the new schema cannot read values of ${version}`),
      ...whyNot(earlierType, candidateType, `${version} cannot read values of the new schema`),
    ];
  });
}

/**
 * Why two schemas do not encode a value to the same bytes; null when they do. Compares Avro's canonical forms, which leave
 * out documentation, defaults and white space.
 */
export function incompatibleBytes(one: string, other: string): string | null {
  const fault = schemaFault(one);
  if (fault !== null) return `not an Avro schema: ${fault}`;
  const [a, b] = [typeOf(one), typeOf(other)];
  return a.fingerprint('sha256').equals(b.fingerprint('sha256'))
    ? null
    : `${a.name ?? a.typeName}, not ${b.name ?? b.typeName}`;
}

/** Why a text is not an Avro schema; null when it is one. */
export function schemaFault(text: string): string | null {
  try {
    typeOf(text);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

const typeOf = (text: string): avro.Type => avro.Type.forSchema(JSON.parse(text) as avro.Schema);

function whyNot(reader: avro.Type, writer: avro.Type, sentence: string): readonly string[] {
  try {
    reader.createResolver(writer);
    return [];
  } catch (error) {
    return [`${sentence}: ${messageOf(error)}`];
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
