/** Candidates on a sanctions list, which an operator decides. */
import type { Observation } from '../../schemas/generated/records.ts';
import { makeObservation } from '../../schemas/values/observation.ts';
import { asset } from '../api/records.ts';
import { declared, declaredParty, issuerId, match } from '../pipeline/changes/builders.ts';
import type { PagesHarness } from './harness.ts';

const party = { key: `party:${issuerId}`, kind: 'party', display: 'Circle', roles: ['issuer'], partyName: 'Circle' };

/** A match by name of a list entry and the issuer. `since` is the observation that declares the issuer. */
export const candidateOf = (entryId: string, since = declaredParty(2).id): Observation =>
  match(10, {
    level: 'L2',
    entryId,
    entryName: 'CIRCLE <script>',
    listedAs: [`NAME CIRCLE <script>`],
    subject: party,
    byName: { ours: 'Circle', particular: { kind: 'country', value: 'FR' } },
    sinceObservationId: since,
  });

/** A candidate of one list entry on several tokens of one issuer: one story. */
export async function declareCandidates(api: PagesHarness, numbers: readonly number[]): Promise<void> {
  await api.declare(...numbers.map((number) => asset(number, { symbol: `MANY${number}` })));
  for (const number of numbers) {
    const own = (one: Observation): Observation => {
      const { id: _id, observationSha256: _sha, ...content } = one;
      return makeObservation({ ...content, assetId: asset(number).assetId });
    };
    const issuer = own(declaredParty(2));
    await api.observe(own(declared(1)), issuer, own(candidateOf('77', issuer.id)));
  }
}
