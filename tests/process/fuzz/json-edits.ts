/** Alterations of a JSON value, as JSON. */
import fc from 'fast-check';

export interface JsonEdit {
  readonly op: 'set' | 'delete' | 'copy' | 'add';
  /** Selects a place: its remainder by the number of places. */
  readonly at: number;
  /** Selects the source of a copy. */
  readonly from: number;
  readonly value: unknown;
}

const values: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, false, 0, -1, 1.5, 2 ** 53, -0, 1e300, '', ' ', 'a', 'A'.repeat(5_000), [], {}, [[]], [null]],
    ...[
      '2026-01-01T00:00:00Z',
      '0x',
      '\u0000',
      '\ud800',
      '\u001b[2J',
      '\u202e',
      '__proto__',
      'constructor',
      '1',
      'null',
    ],
    ...[
      'eip191',
      'admin_manual',
      'owner',
      'verified',
      'active',
      'withdrawn',
      'ok',
      'failed',
      'ethereum',
      'solana',
      'base',
    ],
    ...['urn:x', 'https://example.org/', 'javascript:alert(1)', 'https://[', '../../etc/passwd', 'é', 'e\u0301', 'ﬁ'],
    JSON.parse('{"__proto__":{"a":1}}'),
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.integer(),
  fc.jsonValue({ maxDepth: 2 }),
);

export const jsonEdits: fc.Arbitrary<readonly JsonEdit[]> = fc.array(
  fc.record({
    op: fc.constantFrom('set' as const, 'set' as const, 'delete' as const, 'copy' as const, 'add' as const),
    at: fc.nat(),
    from: fc.nat(),
    value: values,
  }),
  { minLength: 1, maxLength: 3 },
);

interface Place {
  readonly holder: Record<string, unknown>;
  readonly name: string;
}

/** A copy of the value with the edits applied in turn. */
export function withEdits(value: unknown, edits: readonly JsonEdit[]): unknown {
  const root = { value: structuredClone(value) };
  for (const edit of edits) {
    const places = placesIn(root.value);
    const place = places[edit.at % Math.max(1, places.length)];
    if (place !== undefined) apply(place, edit, places);
  }
  return root.value;
}

function apply({ holder, name }: Place, { op, from, value }: JsonEdit, places: readonly Place[]): void {
  const source = places[from % places.length];
  const put = (what: unknown, member = name): void => {
    Object.defineProperty(holder, member, { value: what, enumerable: true, configurable: true, writable: true });
  };
  if (op === 'set') put(value);
  else if (op === 'copy') put(structuredClone(source?.holder[source.name]));
  else if (op === 'add') {
    if (Array.isArray(holder)) holder.push(value);
    else put(value, `${name}_`);
  } else if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else Reflect.deleteProperty(holder, name);
}

/** Every member and element, in order. */
function placesIn(value: unknown): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...placesIn(holder[name])]);
}
