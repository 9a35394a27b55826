/** Changes by severity as a text: a count of each term, and the changes of all but the low ones. */
import { termsOf } from '../../../schemas/vocabulary.ts';
import type { Miniature } from '../../guide/miniature.ts';

export function severitiesOf(miniature: Miniature): string {
  const names = new Map(miniature.values('registry.assets').map(({ assetId, name }) => [assetId, name]));
  const newest = [...new Map(miniature.values('changes').map((change) => [change.id, change])).values()];
  return termsOf('severity')
    .map((severity) => {
      const of = newest.filter((change) => change.severity === severity);
      const lines = of.map((change) => {
        const marks = [change.direction, ...(change.confirmed ? [] : ['not confirmed'])];
        return `- ${names.get(change.assetId) ?? change.assetId}. ${change.explanation.headline} (${marks.join(', ')})`;
      });
      return [`# ${severity} (${of.length})`, ...(severity === 'low' ? [] : lines.sort())].join('\n');
    })
    .join('\n\n')
    .concat('\n');
}
