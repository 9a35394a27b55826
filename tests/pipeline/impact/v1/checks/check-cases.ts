/** Checks on which each rule fires and stays silent. */
import type { ImpactFacts } from '../../../../../pipeline/impact/facts.ts';
import type { CheckName } from '../../../../../schemas/facts.ts';
import { facts } from '../../facts.ts';
import type { RuleCases } from '../rule-cases.ts';

const check = (name: CheckName, state: 'agree' | 'differ'): ImpactFacts =>
  facts(
    { comparison: 'source_check', name, state },
    { category: 'disclosure_field', kind: 'sources_disagree', regimes: [] },
  );

export const checkCases: Readonly<Record<string, RuleCases>> = {
  'check-agrees': {
    fires: [
      [check('supply', 'agree'), 'transparency:neutral'],
      [check('mint', 'agree'), 'transparency:neutral'],
    ],
    silent: [check('supply', 'differ'), check('authority', 'differ')],
  },
  'check-contradicted': {
    fires: [
      [check('mint', 'differ'), 'transparency:weakens supply:weakens'],
      [check('authority', 'differ'), 'transparency:weakens supply:weakens'],
    ],
    silent: [check('supply', 'differ'), check('chains', 'differ'), check('mint', 'agree')],
  },
  'check-differs': {
    fires: [
      [check('supply', 'differ'), 'transparency:unassessed'],
      [check('chains', 'differ'), 'transparency:unassessed'],
    ],
    silent: [check('mint', 'differ'), check('chains', 'agree')],
  },
};
