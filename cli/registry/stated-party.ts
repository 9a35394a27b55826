import { UsageError } from '../../infra/errors.ts';
import { feed as gleif } from '../../pipeline/publishers/registers/gleif-lei/feed.ts';
import type { PartyWish } from '../../pipeline/registry/wishes/declare-party.ts';
import type { Engine } from '../engine/open-engine.ts';
import { largestOf } from '../program/input/given-files.ts';
import { openInputFile } from '../program/input/input-files.ts';
import { cellOf, type LeiRow, rowsOfLei } from './lei-rows.ts';

/** What a register states about the entity with an LEI; it has no name where nothing does. */
export interface StatedParty extends Pick<PartyWish, 'name' | 'legalName' | 'country' | 'aliases'> {
  /** Row or file that states it, as people find it. */
  readonly origin: string;
}

interface Sources {
  /** A file of GLEIF's level 1 data; null for the rows of the log alone. */
  readonly gleifFile: string | null;
}

/** What the newest row of an LEI states, else a file of GLEIF; null where neither has the LEI. Throws UsageError for no such file. */
export async function statedParty(
  engine: Pick<Engine, 'log' | 'codec'>,
  lei: string,
  { gleifFile }: Sources,
): Promise<StatedParty | null> {
  for (const { cell, place } of await rowsOfLei(engine, lei)) {
    const found = partyIn(cell, `register:${place}`);
    if (found !== null) return found;
  }
  return gleifFile === null ? null : partyInFile(gleifFile, lei);
}

function partyIn(cell: LeiRow['cell'], origin: string): StatedParty | null {
  const legalName = cell('legal_name');
  if (legalName === null) return null;
  const country = cell('country')?.toUpperCase() ?? null;
  const known = cell('commercial_name');
  return {
    name: legalName,
    legalName,
    country: country !== null && /^[A-Z]{2}$/u.test(country) ? country : null,
    aliases: known === null || known === legalName ? [] : [known],
    origin,
  };
}

async function partyInFile(path: string, lei: string): Promise<StatedParty | null> {
  const { reduce, manifest } = gleif;
  if (reduce === undefined) throw new Error('the feed of LEI records reduces its file');
  const bytes = await reduce(openInputFile(path, largestOf(gleif)), { kind: 'exactly', ids: [lei] });
  const parsed = gleif.parse([{ name: path, bytes }]);
  if (!parsed.ok) throw new UsageError(`${path}: ${parsed.reason}`);
  const [row] = parsed.rows;
  return row === undefined ? null : partyIn((meaning) => cellOf(manifest.id, row.columns, meaning), path);
}
