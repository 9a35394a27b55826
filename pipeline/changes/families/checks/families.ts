/** Facts about what two sources state of one thing, and what documents state for such a comparison alone. */
import { disclosedControl, sourceCheck } from '../../../../schemas/facts.ts';
import { isSourceOf } from '../../../../schemas/terms/source-keys.ts';
import { compared, stored } from '../family.ts';
import { fromSoundCapture } from '../source/source-trust.ts';
import { compareCheck } from './compare.ts';

export const checkFamilies = {
  source_check: compared(sourceCheck, compareCheck),
  disclosed_control: stored(disclosedControl, { follow: fromSoundCapture }),
};

/** What a fact of a check is about, by its place; undefined for other facts. */
export const checkFactOf = (field: string, subjectKey: string, sourceKey: string): 'source_check' | undefined =>
  field === 'check' && isSourceOf('check', sourceKey) && subjectKey === sourceKey ? 'source_check' : undefined;
