/** Sides of a check in words. */
import type { CheckedSide, CheckName } from '../../../../schemas/facts.ts';
import { isSourceOf, nameOfSource } from '../../../../schemas/terms/source-keys.ts';
import { chainByCaip2 } from '../../../../schemas/values/chains.ts';
import { inThousands } from '../../../../schemas/values/in-thousands.ts';
import { shown } from '../chain/text.ts';
import { sentenceCase } from '../../../../schemas/values/sentence-case.ts';

/** A count of tokens: digits in groups, two decimals at most, rounded down. */
function tokensText(decimal: string): string {
  const [whole = '0', part = ''] = decimal.split('.');
  const decimals = part.slice(0, 2).replace(/(?<!0)0+$/, '');
  return `${inThousands(whole)}${decimals === '' ? '' : `.${decimals}`} tokens`;
}

const hasFigures = (name: CheckName): boolean => name === 'supply' || name === 'mint';

export const valueText = (name: CheckName, { value }: CheckedSide): string =>
  hasFigures(name) ? tokensText(value) : shown(value);

/** How far two sides are apart. */
export function differenceText(name: CheckName, difference: string | null): string {
  if (difference === null) return 'a figure that is not known';
  return hasFigures(name) ? tokensText(difference) : difference;
}

/** `Ethereum`, or `the source “whitepaper”`. */
export function sourceText(source: string): string {
  if (source === 'chains') return 'the sum over the chains';
  if (!isSourceOf('chain', source)) return source === 'registry' ? 'this registry' : `the source “${shown(source)}”`;
  const caip2 = nameOfSource(source);
  return sentenceCase(chainByCaip2(caip2)?.slug ?? shown(caip2));
}
