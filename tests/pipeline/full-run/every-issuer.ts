/** Every issuer that the recorded files of registers name, with one token each, as lines of `attestry registry import`. */
import { readFileSync } from 'node:fs';
import type { RegisterRow } from '../../../schemas/generated/records.ts';
import { uuidV5 } from '../../../schemas/values/hash.ts';
import { isLei } from '../../../schemas/values/lei.ts';
import { fixturePath } from '../../support/fixture-path.ts';
import { seriesOf, startIngest } from '../ingest/harness.ts';

const namespace = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';
const idOf = (name: string): string => uuidV5(namespace, `attestry:full-run:${name}`);

/** Registers whose rows name tokens, and the one of service providers: its entities have a token without identifiers. */
const registers = ['esma-emtwp', 'esma-artzz', 'esma-other', 'esma-casps'];

interface Entity {
  readonly lei: string;
  readonly name: string;
  readonly country: string | null;
  /** The first that a row states: a token has one of each. */
  readonly dti: string | null;
  readonly ffg: string | null;
}

/** Entities of the sample files of GLEIF that change or have parents there. */
export const followedLeis = (): readonly string[] =>
  [
    ...new Set(
      (
        [
          ['gleif-lei', 'lei-data.xml'],
          ['gleif-lei', 'lei-updates-data2.xml'],
          ['gleif-rr', 'rr-data.xml'],
          ['gleif-rr', 'rr-updates-data2.xml'],
        ] as const
      ).flatMap(
        ([feed, file]) => readFileSync(fixturePath(feed, file), 'utf8').match(/\b[0-9A-Z]{18}[0-9]{2}\b/g) ?? [],
      ),
    ),
  ]
    .filter(isLei)
    .sort();

/** The rows of all recorded files of a register. */
function rowsOf(register: string): readonly RegisterRow[] {
  const ingest = startIngest(register);
  return seriesOf(register).flatMap(({ date, file }) => ingest.run([file], { asOf: date }).rows);
}

/** By LEI, in its order. A row without a valid one names no entity for certain. */
export function entities(): readonly Entity[] {
  const found = new Map<string, Entity>();
  for (const register of registers) {
    for (const { lei, columns, dtis, ffgs } of rowsOf(register)) {
      const name = (columns['ae_lei_name'] ?? '').replaceAll(/\s+/g, ' ').trim();
      if (lei === null || !isLei(lei) || name === '') continue;
      const known = found.get(lei) ?? {
        lei,
        name,
        country: columns['ae_homeMemberState'] ?? null,
        dti: null,
        ffg: null,
      };
      const isNamed = known.dti !== null || known.ffg !== null;
      found.set(lei, isNamed ? known : { ...known, dti: dtis[0] ?? null, ffg: ffgs[0] ?? null });
    }
  }
  for (const lei of followedLeis()) {
    if (!found.has(lei)) found.set(lei, { lei, name: `Entity ${lei}`, country: null, dti: null, ffg: null });
  }
  return [...found.values()].sort((a, b) => (a.lei < b.lei ? -1 : 1));
}

const listOf = (identifier: string | null): readonly string[] => (identifier === null ? [] : [identifier]);

const ulid = (index: number): string => `01J${String(index).padStart(23, '0')}`;

export function linesOf(all: readonly Entity[]): readonly object[] {
  return all.flatMap(({ lei, name, country, dti, ffg }, index) => [
    {
      type: 'party',
      partyId: idOf(lei),
      did: ulid(2 * index),
      name,
      legalName: name,
      lei,
      country: /^[A-Z]{2}$/.test(country ?? '') ? country : null,
      kyi: { status: 'verified', at: '2025-12-01T00:00:00Z' },
    },
    {
      type: 'asset',
      assetId: idOf(`${lei} token`),
      did: ulid(2 * index + 1),
      slug: `token-${index}`,
      chain: 'ethereum',
      address: `0x${(index + 1).toString(16).padStart(40, '0')}`,
      standard: 'erc20',
      decimals: 6,
      name: `Token of ${name}`.slice(0, 64),
      symbol: `T${index}`,
      issuerId: idOf(lei),
      regimes: [],
      identifiers: { dti: listOf(dti), ffg: listOf(ffg), isin: [] },
      status: 'active',
    },
  ]);
}
