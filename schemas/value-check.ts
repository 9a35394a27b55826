import avro from 'avsc';
import { currentSchemaOf } from './subjects.ts';
import type { TopicName } from './topics.ts';

/**
 * Checks JSON values against the current schema of a topic and reports undeclared members too. A problem is a sentence part
 * with the path, such as `value.revision is not long`; null if the value fits.
 */
export function createValueCheck(topic: TopicName): (value: unknown, path: string) => string | null {
  const type = avro.Type.forSchema(JSON.parse(currentSchemaOf(topic)) as avro.Schema);
  return (value, path) => {
    const problems: string[] = [];
    const errorHook = (members: string[], _found: unknown, expected: avro.Type): void => {
      problems.push(`${[path, ...members].join('.')} is not ${nameOf(expected)}`);
    };
    // The package's types lack the option.
    const options = { noUndeclaredFields: true, errorHook } as { errorHook: typeof errorHook };
    return type.isValid(value, options) ? null : (problems[0] ?? `${path} does not fit its schema`);
  };
}

function nameOf({ typeName }: avro.Type): string {
  if (typeName === 'record') return 'a record with the members of its schema';
  return typeName.startsWith('union') ? 'of one of its types' : typeName;
}
