import type { VNode } from 'preact';
import type { Frame } from '../page-route.ts';

interface Props {
  readonly frame: Pick<Frame, 'requestId'>;
}

/** The id under which the request is logged: a reader who asks about a refusal names it (U-29). */
export const RequestId = ({ frame }: Props): VNode => (
  <>
    request <span class="hash">{frame.requestId}</span>
  </>
);

/** The id behind the sentence of a page that refuses its form. */
export const RefusedAs = ({ frame }: Props): VNode => (
  <span class="small">
    {' '}
    (<RequestId frame={frame} />)
  </span>
);
