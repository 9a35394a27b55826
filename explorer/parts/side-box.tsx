import type { VNode } from 'preact';
import { Theirs } from './theirs.tsx';

interface Props {
  readonly side: { readonly title: string; readonly name: string; readonly notes: readonly string[] };
}

/** What one of two sides states. */
export const SideBox = ({ side }: Props): VNode => (
  <div>
    <h3 class="label">{side.title}</h3>
    <p>
      <b>
        <Theirs text={side.name} />
      </b>
    </p>
    {side.notes.map((note) => (
      <p key={note} class="small muted">
        <Theirs text={note} />
      </p>
    ))}
  </div>
);
