import type { Direction } from '../../../../schemas/vocabulary.ts';
import type { ListMatchValue } from '../../../../schemas/facts.ts';
import type { DimensionVerdict } from '../../rule.ts';
import { all } from '../dimensions.ts';

/** Dimensions that a sanctions match affects, by the roles of the matched subject for the asset. */
export function matchDimensions(direction: Direction, match: ListMatchValue): readonly DimensionVerdict[] {
  const { roles } = match.subject;
  return [
    ...all(direction, 'legal_standing', 'participant_protection'),
    ...(roles.some(isCustodian) ? all(direction, 'custody') : []),
    ...(roles.some(hasPower) ? all(direction, 'governance') : []),
  ];
}

const isCustodian = (role: string): boolean => role === 'custodian' || role === 'custodian_crypto';
const hasPower = (role: string): boolean => role.startsWith('authority:') || role.startsWith('signer:');
