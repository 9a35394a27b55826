import type { VNode } from 'preact';
import { Icon } from './icon.tsx';
import { Time } from './time.tsx';
import { Term } from './term.tsx';
import { Theirs } from './theirs.tsx';

/** `yes`: good. `not`: something speaks against it. `open`: not known, not proven or not shown. */
export type VerdictTone = 'yes' | 'not' | 'open';

export interface VerdictPart {
  readonly label: string;
  readonly standing: VerdictTone;
  readonly word: string;
  readonly note: string;
  /** Time after the note, milliseconds. */
  readonly at: number | null;
}

export const iconOf = { yes: 'shield', not: 'alert', open: 'open' } as const;
const edgeOf = { yes: '', not: 'no', open: 'open' } as const;

/** Parts that stand beside each other on a wide page. */
const inOneRow = 4;

/** Each part as icon, word and date; the edge has the colour of the worst. */
export const Verdict = ({
  parts,
  worst,
}: {
  readonly parts: readonly VerdictPart[];
  readonly worst: VerdictTone;
}): VNode => (
  <section
    class={['card verdict', ...(parts.length > inOneRow ? ['many'] : []), edgeOf[worst]].join(' ').trim()}
    aria-label="Verdict"
  >
    {parts.map(({ label, standing, word, note, at }) => (
      <div key={label} class={standing}>
        <span class="label">
          <Term of="now">{label}</Term>
        </span>
        <b>
          <Icon name={iconOf[standing]} size={18} />
          {word}
        </b>
        {note === '' && at === null ? null : (
          <span class="small muted">
            {note === '' ? null : <Theirs text={note} />}
            {note === '' || at === null ? null : ' '}
            {at === null ? null : <Time at={at} />}
          </span>
        )}
      </div>
    ))}
  </section>
);
