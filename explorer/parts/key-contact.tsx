import type { VNode } from 'preact';
import type { Frame } from '../page-route.ts';
import { Theirs } from './theirs.tsx';

interface Props {
  readonly frame: Pick<Frame, 'keyContact'>;
  /** What the reader asks for: "for a key". */
  readonly what: string;
}

/** Whom to ask for a key; the operator, where no contact is set. */
export const KeyContact = ({ frame: { keyContact }, what }: Props): VNode => (
  <p class="small muted">
    {keyContact === null ? (
      `Ask the operator of this service ${what}.`
    ) : (
      <>
        Ask{' '}
        <a href={keyContact.includes('://') ? keyContact : `mailto:${keyContact}`} rel="noopener noreferrer">
          <Theirs text={keyContact} />
        </a>{' '}
        {what}.
      </>
    )}
  </p>
);
