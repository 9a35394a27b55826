import { ownJson } from '../../schemas/stored-value.ts';
import { viewOf } from '../../pipeline/documents/reading/document-view.ts';
import type { ProfileTable } from '../../pipeline/documents/reading/profiles/profile-table.ts';
import { type TriedPlace, triedPlaces } from '../../pipeline/documents/reading/readers/tried-places.ts';
import type { Reading } from '../../schemas/values/reading.ts';
import { isTerm } from '../../schemas/vocabulary.ts';
import type { Engine } from '../engine/open-engine.ts';
import { knownDocuments } from './known-documents.ts';

/** A profile, tried on the newest capture of a document that declares it. */
export interface TriedProfile {
  /** `<id>@<12 hex digits>`. */
  readonly profile: string;
  /** The address as declared. */
  readonly url: string;
  /** The last fetch that found the document, ISO 8601. */
  readonly asOf: string;
  readonly places: readonly TriedPlace[];
}

/** Tries the profiles that name places, as they are now. Documents that were never read, or whose reading is not stored, are left out. */
export async function tryProfiles(
  engine: Engine,
  profiles: ProfileTable['profiles'],
): Promise<readonly TriedProfile[]> {
  const tried: TriedProfile[] = [];
  for (const { document, state } of await knownDocuments(engine, profiles)) {
    const good = state?.good ?? null;
    const sha256 = good?.reading.sha256 ?? null;
    if (good === null || sha256 === null || !(await engine.artifacts.has(sha256))) continue;
    const reading = ownJson<Reading>(await engine.artifacts.get(sha256));
    const declared = new Map(
      document.declared.map(({ extractor, kind }) => [`${extractor} ${kind}`, { extractor, kind }]),
    );
    for (const { extractor, kind } of declared.values()) {
      const named = profiles.get(extractor);
      if (named === undefined || !isTerm('sourceKind', kind)) continue;
      const isWhole = good.reading.ended === 'whole';
      const view = viewOf(reading, { kind, profile: named.profile, url: good.finalUrl, isWhole });
      const places = triedPlaces(view);
      if (places.length === 0) continue;
      tried.push({ profile: named.name, url: document.url, asOf: new Date(good.asOf).toISOString(), places });
    }
  }
  return tried;
}

/** As a person reads it: each profile and document, then its places. Null: there is no log. */
export function triedText(tried: readonly TriedProfile[] | null): string {
  if (tried === null) return 'there is no log yet, so there are no captures to try them on';
  if (tried.length === 0) return 'no document with a capture declares a profile that names places';
  return tried
    .flatMap(({ profile, url, asOf, places }) => [
      `${profile} on ${url}, as of ${asOf}`,
      ...places.map(({ member, names, found }) => `  ${member}: ${JSON.stringify(names)} ${foundText(found)}`),
    ])
    .join('\n');
}

const foundText = (found: number): string =>
  found === 0 ? 'is not there' : found === 1 ? 'is there once' : `is there ${found} times`;
