import avro from 'avsc';

/**
 * FULL_TRANSITIVE: every earlier version can be read with the candidate and the candidate with every earlier version.
 * Gives one sentence per direction that fails; empty means compatible. Throws on text that is no Avro schema.
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

/** Why a text is no Avro schema; null when it is one. */
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
