/** Statements of analysts and of attackers, made by splicing tokens of kept ones. */
import fc from 'fast-check';
import { queries } from '../../infra/clickhouse/analyst-queries.ts';
import { escapes } from '../../infra/clickhouse/escape-attempts.ts';
import { fragments } from './sql-fragments.ts';

const kept: readonly string[] = [...queries.map(([sql]) => sql), ...escapes.map(([, , sql]) => sql)];

interface Splice {
  readonly op: 'insert' | 'replace' | 'delete' | 'swap' | 'wrap' | 'quote';
  readonly at: number;
  readonly from: number;
  readonly fragment: string;
  /** Statement that `swap` takes tokens of. */
  readonly other: string;
}

const splices: fc.Arbitrary<readonly Splice[]> = fc.array(
  fc.record({
    op: fc.constantFrom(
      'insert' as const,
      'insert' as const,
      'replace' as const,
      'replace' as const,
      'delete' as const,
      'swap' as const,
      'wrap' as const,
      'quote' as const,
    ),
    at: fc.nat(),
    from: fc.nat(),
    fragment: fc.constantFrom(...fragments),
    other: fc.constantFrom(...kept),
  }),
  { maxLength: 3 },
);

export const statements: fc.Arbitrary<string> = fc
  .record({
    start: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...queries.map(([sql]) => sql)) },
      { weight: 1, arbitrary: fc.constantFrom(...kept) },
    ),
    splices,
  })
  .map(({ start, splices: all }) => all.reduce((tokens, one) => spliced(tokens, one), tokensOf(start)).join(''));

const tokensOf = (sql: string): readonly string[] =>
  sql.match(/\s+|\w+|'(?:[^'\\]|\\[\s\S]|'')*'|"[^"]*"|`[^`]*`|[\s\S]/g) ?? [];

function spliced(tokens: readonly string[], { op, at, from, fragment, other }: Splice): readonly string[] {
  const index = at % (tokens.length + 1);
  const [head, tail] = [tokens.slice(0, index), tokens.slice(index)];
  switch (op) {
    case 'insert':
      return [...head, ' ', fragment, ' ', ...tail];
    case 'replace':
      return [...head, fragment, ...tail.slice(1)];
    case 'delete':
      return [...head, ...tail.slice(1 + (from % 3))];
    case 'swap': {
      const others = tokensOf(other);
      const start = from % others.length;
      return [...head, ' ', ...others.slice(start, start + 1 + (at % 7)), ' ', ...tail.slice(1)];
    }
    case 'wrap':
      return ['SELECT * FROM (', ...tokens, ')'];
    case 'quote': {
      const mark = ['`', '"', "'"][from % 3] ?? '`';
      return [...head, ...tail.slice(0, 1).map((token) => `${mark}${token}${mark}`), ...tail.slice(1)];
    }
  }
}
