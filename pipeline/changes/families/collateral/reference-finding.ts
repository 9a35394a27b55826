import type { Finding } from '../../finding.ts';
import { fill, fillWording } from '../../../text/template.ts';
import { clipped, formatDate, formatIsoDate, midSentence } from '../../../text/values.ts';
import { collateralPhrases, collateralTexts } from './templates.ts';
import { sentenceCase } from '../../../../schemas/values/sentence-case.ts';

/** One particular of an instrument, before and after. */
export interface Particular {
  readonly label: string;
  /** What the particular is, and what it bears on. */
  readonly stake: Pick<Finding['field'], 'meaning' | 'stake'>;
  readonly register: string;
  readonly isin: string;
  /** Of the register's file, milliseconds. */
  readonly asOf: number;
  /** Empty where none is stated. */
  readonly old: string;
  readonly current: string;
  /** For an end of trading, the number of days before the maturity; otherwise null. */
  readonly ending: { readonly days: number; readonly maturity: string } | null;
}

const longestValue = 160;

export function referenceFinding(particular: Particular, name: string, comparable: boolean): Finding {
  const { ending, stake, register, isin } = particular;
  const [before, after] = [written(particular.old), written(particular.current)];
  const label = sentenceCase(particular.label);
  const texts = { what: isin, register, before, after, date: formatDate(particular.asOf) };
  const wording =
    ending === null
      ? fillWording(collateralTexts.reference, { ...texts, Label: label, label: midSentence(particular.label) })
      : fillWording(collateralTexts.endsEarly, {
          ...texts,
          days: fill(collateralPhrases.days, { count: `${ending.days}` }),
          maturity: formatIsoDate(ending.maturity),
        });
  return {
    category: 'collateral_isin',
    kind: 'isin_detail_changed',
    changeKind: 'changed',
    stage: 'confirmed',
    comparable,
    comparison: { comparison: 'collateral_reference', endsEarly: ending !== null },
    wording,
    field: { name, label, ...stake },
    before,
    after,
    previous: { label, value: before, note: null },
    current: { label, value: after, note: null },
  };
}

const written = (text: string): string =>
  text === '' ? collateralPhrases.notStated : formatIsoDate(clipped(text, longestValue));
