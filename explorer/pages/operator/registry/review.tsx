import type { VNode } from 'preact';
import type { DeclaredChange, ImportReview, MemberChange } from '../../../../api/readmodel/registry/port.ts';
import { listed } from '../../../../api/readmodel/registry/port.ts';
import { State, type StateProps } from '../../../parts/state.tsx';
import { Theirs } from '../../../parts/theirs.tsx';
import { TableCard } from '../frame.tsx';
import { itemPath } from './given-form.ts';

/** A value as its declaration has it. */
const Declared = ({ text }: { readonly text: string }): VNode => (
  <code>
    <Theirs text={text} />
  </code>
);

/** What a member was and is. */
export const Members = ({ members }: { readonly members: readonly MemberChange[] }): VNode => (
  <ul class="plain small">
    {members.map(({ member, before, after }) => (
      <li key={member}>
        <code>{member}</code>: {before === null ? 'none' : <Declared text={before} />} →{' '}
        {after === null ? 'none' : <Declared text={after} />}
      </li>
    ))}
  </ul>
);

const states: Readonly<Record<DeclaredChange['outcome'], StateProps>> = {
  new: { tone: 'good', icon: 'check', word: 'New' },
  changed: { tone: 'late', icon: 'clock', word: 'Changed' },
  differs: { tone: 'off', icon: 'cross', word: 'Differs, left as it is' },
};

const Issues = ({ review }: { readonly review: ImportReview }): VNode => (
  <TableCard caption="Problems of the text" columns={['Place', 'Member', 'Problem']}>
    {review.issues.map(({ place, path, reason }) => (
      <tr key={`${place} ${path} ${reason}`}>
        <th scope="row">
          <Theirs text={place} />
        </th>
        <td data-label="Member">{path === '' ? 'all of it' : <Theirs text={path} />}</td>
        <td data-label="Problem">
          <Theirs text={reason} />
        </td>
      </tr>
    ))}
  </TableCard>
);

const Changes = ({ review }: { readonly review: ImportReview }): VNode => (
  <TableCard caption="Declarations" columns={['Declaration', 'State', 'Members']}>
    {review.diff.map(({ outcome, kind, id, label, members }) => (
      <tr key={`${outcome} ${id}`}>
        <th scope="row">
          {outcome === 'new' ? (
            <Theirs text={label} />
          ) : (
            <a href={itemPath(kind, id)}>
              <Theirs text={label} />
            </a>
          )}
        </th>
        <td data-label="State">
          <State {...states[outcome]} />
        </td>
        <td data-label="Members">{members.length === 0 ? 'all' : <Members members={members} />}</td>
      </tr>
    ))}
  </TableCard>
);

const cut = (count: number): string => (count > listed ? ` The first ${listed} are shown.` : '');

/** What an import would do: its problems, or what it declares and which tokens become public. */
export const Review = ({ review }: { readonly review: ImportReview }): VNode => {
  const { counts, ok, notes } = review;
  return (
    <>
      <p>
        {ok
          ? `${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged; ${counts.public} of them become public.`
          : `Nothing can be imported: ${counts.issues} ${counts.issues === 1 ? 'problem' : 'problems'}.${cut(counts.issues)}`}
        {counts.differs === 0 ? '' : ` Registered with other values, and left as registered: ${counts.differs}.`}
        {ok ? cut(counts.new + counts.changed + counts.differs) : ''}
      </p>
      {review.public.length === 0 ? null : (
        <p>
          <b>Public from then on:</b>{' '}
          {review.public.map(({ id, label }, index) => (
            <span key={id}>
              {index === 0 ? '' : ', '}
              <Theirs text={label} />
            </span>
          ))}
        </p>
      )}
      {notes.length === 0 ? null : (
        <ul class="small">
          {notes.map((note) => (
            <li key={note}>
              <Theirs text={note} />
            </li>
          ))}
        </ul>
      )}
      {ok ? null : <Issues review={review} />}
      {review.diff.length === 0 ? null : <Changes review={review} />}
    </>
  );
};
