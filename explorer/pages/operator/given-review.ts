import { whyNotName } from '../../../schemas/values/visible-name.ts';
import { FormRefusal } from '../../form-refusal.ts';
import { reviewLimits } from '../../operator-port.ts';
import { type PageRequest, readerOf } from '../../page-route.ts';
import { longestName } from './review-fields.tsx';

export interface GivenReview {
  readonly by: string;
  readonly why: string;
}

/** Name and reason that a form has. A name alone could be typed by any holder of a key of the operator, so the key follows. */
export function givenReview(request: Pick<PageRequest, 'form' | 'reader'>): GivenReview {
  const { form } = request;
  const { keyId } = readerOf(request).principal;
  const [by, why] = [(form.get('by') ?? '').trim(), form.get('why') ?? ''];
  if (by === '' || Array.from(by).length > longestName) {
    throw new FormRefusal('by', `who decides is a name of 1 to ${longestName} characters`);
  }
  const hides = whyNotName(by);
  if (hides !== null) throw new FormRefusal('by', `the name ${hides}`);
  if (why.trim() === '' || Array.from(why).length > reviewLimits.why) {
    throw new FormRefusal('why', `the reason has 1 to ${reviewLimits.why} characters`);
  }
  return { why, by: `${by} (key ${keyId})` };
}

/** The change and the revision that a field of a form names. */
export function revisionIn(text: string): { readonly id: string; readonly revision: number } {
  const [id = '', revision = ''] = text.split(' ', 2);
  return { id, revision: Number(revision) };
}

/** The same as the value of a field. */
export const revisionText = ({ id, revision }: { readonly id: string; readonly revision: number }): string =>
  `${id} ${revision}`;
