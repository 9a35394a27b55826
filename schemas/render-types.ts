/** Renders TypeScript from Avro: record, enum, array, map, fixed and unions with null. */

interface AvroField {
  readonly name: string;
  readonly type: AvroType;
  readonly doc?: string;
}
type AvroType = string | readonly AvroType[] | AvroNamed;
interface AvroNamed {
  readonly type: string;
  readonly name?: string;
  readonly doc?: string;
  readonly fields?: readonly AvroField[];
  readonly items?: AvroType;
  readonly values?: AvroType;
  readonly symbols?: readonly string[];
}

const primitives: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'boolean',
  int: 'number',
  long: 'number',
  float: 'number',
  double: 'number',
  string: 'string',
  bytes: 'Buffer',
};

const banner = '// Made from schemas/avro by `npm run generate`. Do not edit.\n';

/** The generated files, by name. */
export function renderGenerated(versions: Readonly<Record<string, readonly unknown[]>>): Record<string, string> {
  const interfaces = new Map<string, string>();
  const entries = Object.entries(versions).map(([topic, all]) => {
    const name = renderType(all.at(-1) as AvroType, interfaces);
    return `  '${topic}': ${name};`;
  });
  const records = `${banner}\n${[...interfaces.values()].join('\n')}\n/** Value type of every topic. */\nexport interface RecordTypes {\n${entries.join('\n')}\n}\n`;
  const schemas = `${banner}\n/** Every committed schema version of every topic, oldest first, as the text that is registered. */\nexport const committedSchemas: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(
    Object.fromEntries(Object.entries(versions).map(([topic, all]) => [topic, all.map((one) => JSON.stringify(one))])),
    null,
    2,
  )};\n`;
  return { 'records.ts': records, 'schemas.ts': schemas };
}

function renderType(type: AvroType, interfaces: Map<string, string>): string {
  if (typeof type === 'string') return primitives[type] ?? type;
  if (isUnion(type)) return renderUnion(type, interfaces);
  switch (type.type) {
    case 'record':
      return renderRecord(type, interfaces);
    case 'enum':
      return (type.symbols ?? []).map((symbol) => `'${symbol}'`).join(' | ');
    case 'array':
      return `readonly ${parenthesised(renderType(type.items ?? 'null', interfaces))}[]`;
    case 'map':
      return `Readonly<Record<string, ${renderType(type.values ?? 'null', interfaces)}>>`;
    case 'fixed':
      return 'Buffer';
    default:
      return renderType(type.type, interfaces);
  }
}

const isUnion = (type: AvroType): type is readonly AvroType[] => Array.isArray(type);

const parenthesised = (text: string): string => (text.includes(' ') ? `(${text})` : text);

function renderUnion(branches: readonly AvroType[], interfaces: Map<string, string>): string {
  const values = branches.filter((branch) => branch !== 'null');
  if (values.length !== 1 || branches.length > 2) {
    throw new Error(`unions are ["null", T] only, found ${JSON.stringify(branches)}`);
  }
  const value = renderType(values[0] ?? 'null', interfaces);
  return branches.length === 2 ? `${value} | null` : value;
}

function renderRecord(type: AvroNamed, interfaces: Map<string, string>): string {
  const name = type.name ?? '';
  if (type.doc === undefined) throw new Error(`record ${name} has no doc`);
  interfaces.set(name, '');
  const fields = (type.fields ?? []).map((field) => {
    if (field.doc === undefined) throw new Error(`field ${name}.${field.name} has no doc`);
    return `  /** ${field.doc} */\n  readonly ${field.name}: ${renderType(field.type, interfaces)};`;
  });
  interfaces.delete(name);
  interfaces.set(name, `/** ${type.doc} */\nexport interface ${name} {\n${fields.join('\n')}\n}\n`);
  return name;
}
