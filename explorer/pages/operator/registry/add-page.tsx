import type { VNode } from 'preact';
import type { GivenFile, TokenProposal } from '../../../../api/readmodel/registry/port.ts';
import type { Frame } from '../../../page-route.ts';
import { Field } from '../../../parts/field.tsx';
import { Form } from '../../../parts/form.tsx';
import { Theirs } from '../../../parts/theirs.tsx';
import { documentOf } from '../../../render.ts';
import { OperatorFrame, TableCard } from '../frame.tsx';
import { Apply, chainOptions, Options } from './import-page.tsx';
import { Review } from './review.tsx';

interface AddPageProps {
  readonly frame: Frame;
  /** What the form had; empty before it was sent. */
  readonly form: URLSearchParams;
  /** What would be declared, and the text that declares it; null before the form was sent. */
  readonly proposed: { readonly proposal: TokenProposal; readonly given: GivenFile } | null;
}

const Proposed = ({
  frame,
  proposed,
}: {
  readonly frame: Frame;
  readonly proposed: NonNullable<AddPageProps['proposed']>;
}): VNode => {
  const { proposal, given } = proposed;
  return (
    <section class="card pad stack" aria-label="Proposal">
      <h2>
        <Theirs text={proposal.caip19} />
      </h2>
      {proposal.notCompared === null ? null : (
        <p class="bad">
          Not compared with its chain: <Theirs text={proposal.notCompared} />
        </p>
      )}
      <TableCard caption="What is stated of the token" columns={['Member', 'Value', 'From']}>
        {proposal.members.map(({ member, value, origin }) => (
          <tr key={member}>
            <th scope="row">{member}</th>
            <td data-label="Value">
              <Theirs text={value} />
            </td>
            <td data-label="From">{origin === 'chain' ? 'its chain' : 'this form'}</td>
          </tr>
        ))}
      </TableCard>
      {proposal.lines === '' ? <p>It is registered so already.</p> : <Review review={proposal.review} />}
      {proposal.lines !== '' && proposal.review.ok ? (
        <Apply frame={frame} given={given} review={proposal.review} />
      ) : null}
    </section>
  );
};

const texts = [
  ['issuer', 'Issuer: LEI, id or exact name (named, not vouched for)'],
  ['name', 'Name (empty: as its chain states it)'],
  ['symbol', 'Symbol (empty: as its chain states it)'],
  ['decimals', 'Decimals (empty: as its chain states them)'],
  ['websiteUrl', 'Website'],
  ['whitepaperUrl', 'White paper'],
] as const;

const AddPage = ({ frame, form, proposed }: AddPageProps): VNode => (
  <OperatorFrame
    frame={frame}
    title="Add a token"
    lead="By its address. It is read from its chain, shown, and declared when you import it. Its issuer is named; only a link publishes it."
  >
    {proposed === null ? null : <Proposed frame={frame} proposed={proposed} />}
    <Form class="card pad stack" frame={frame} action="/operator/registry/add" label="Propose a token">
      <Field
        name="place"
        class="field mono wide"
        label="Token: CAIP-19, address, or URL of an explorer"
        maxLength={2_000}
        required
        spellcheck={false}
        autocomplete="off"
        value={form.get('place') ?? ''}
      />
      <Options
        name="chain"
        label="Chain of an address that states none"
        values={chainOptions('the one that has it')}
        chosen={form.get('chain') ?? ''}
      />
      {texts.map(([name, label]) => (
        <Field
          key={name}
          name={name}
          class="field"
          label={label}
          maxLength={2_000}
          autocomplete="off"
          value={form.get(name) ?? ''}
        />
      ))}
      <div>
        <button class="btn main" type="submit">
          Propose
        </button>
      </div>
    </Form>
  </OperatorFrame>
);

export const addPage = (props: AddPageProps): Buffer => documentOf(<AddPage {...props} />);
