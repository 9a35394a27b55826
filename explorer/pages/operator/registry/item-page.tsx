import type { VNode } from 'preact';
import type { HistoryEntry } from '../../../../api/readmodel/registry/history.ts';
import type { RegistryKind } from '../../../../api/readmodel/registry/port.ts';
import { termsOf } from '../../../../schemas/vocabulary.ts';
import { wordOf } from '../../../labels/words.ts';
import { reviewLimits } from '../../../operator-port.ts';
import type { Frame } from '../../../page-route.ts';
import { Coverage, type CoverageView } from '../../../parts/coverage.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { Field } from '../../../parts/field.tsx';
import { Form } from '../../../parts/form.tsx';
import { Theirs } from '../../../parts/theirs.tsx';
import { Time } from '../../../parts/time.tsx';
import { documentOf } from '../../../render.ts';
import { OperatorFrame, TableCard } from '../frame.tsx';
import { itemPath } from './given-form.ts';
import { Options } from './import-page.tsx';
import { type EditedMember, editedMembers, fieldText, longestBy } from './item-form.ts';
import { Members } from './review.tsx';

export interface ItemPageProps {
  readonly frame: Frame;
  readonly kind: RegistryKind;
  readonly id: string;
  /** Members by name. */
  readonly declared: Readonly<Record<string, unknown>>;
  /** The newest first. */
  readonly history: readonly HistoryEntry[];
  /** Members that the forms do not change. */
  readonly facts: readonly Fact[];
  /** Decisions that can be taken now, by name; of an asset. */
  readonly decisions: readonly (readonly [name: string, label: string])[];
  /** With what mends each part; null for a party, and where it cannot be read now. */
  readonly coverage: CoverageView | null;
  /** What the last form did. */
  readonly done?: string | undefined;
}

const Edit = ({ frame, kind, id, declared, history }: ItemPageProps): VNode => (
  <Form
    class="card pad stack"
    frame={frame}
    action={itemPath(kind, id)}
    hidden={{ form: 'edit' }}
    label="Change the declaration"
  >
    <h2>Declaration</h2>
    <input type="hidden" name="revision" value={history[0]?.revision ?? ''} />
    {editedMembers[kind].map(({ name, field, label, kind: typed }: EditedMember) => (
      <Field
        key={name}
        name={field ?? name}
        class={typed === 'lines' || typed === 'list' ? 'field wide' : 'field'}
        label={label}
        {...(typed === 'lines' || typed === 'list' ? { rows: 3 } : {})}
        {...(typed === 'number' ? { inputMode: 'numeric' as const } : {})}
        required={typed === 'required'}
        autocomplete="off"
        value={fieldText(declared[name])}
      />
    ))}
    {kind === 'parties' ? null : (
      <Field
        name="issuer"
        class="field"
        label="Another issuer: LEI, id or exact name (empty: as it is; another one is named, not linked)"
        maxLength={200}
        autocomplete="off"
      />
    )}
    <div>
      <button class="btn main" type="submit">
        Declare
      </button>
    </div>
  </Form>
);

const Decide = ({ frame, kind, id, declared, decisions }: ItemPageProps): VNode => (
  <Form class="card pad stack" frame={frame} action={itemPath(kind, id)} hidden={{ form: 'decide' }} label="Decide">
    <h2>Decide</h2>
    <p class="small muted">
      {kind === 'assets'
        ? 'A link vouches for the issuer: the token is public once the KYI of the issuer is verified.'
        : 'Linked tokens are public while the KYI is verified.'}{' '}
      Name and reason stand in the history below, for operators alone.
    </p>
    {kind === 'assets' ? null : (
      <>
        <Options
          name="status"
          label="KYI"
          values={termsOf('kyiStatus').map((one) => [one, wordOf('kyiStatus', one)] as const)}
          chosen={frame.refused?.fields.get('status') ?? statusOf(declared)}
        />
        <Options
          name="kyb"
          label="Business verified (KYB)"
          values={[
            ['', 'as it is'],
            ['true', 'Verified'],
            ['false', 'Not verified'],
          ]}
          chosen={frame.refused?.fields.get('kyb') ?? ''}
        />
      </>
    )}
    <Field name="why" class="field wide" label="Why" rows={2} maxLength={reviewLimits.why} required />
    <Field
      name="evidence"
      class="field wide mono"
      label="Evidence, a line each: https URL, file:sha256:<hex>:<name>, register:<feed>:<row id> or proof:<proof id>"
      rows={2}
      spellcheck={false}
    />
    <Field
      name="by"
      class="field"
      label="Who decides (recorded with the id of the key)"
      maxLength={longestBy}
      required
      autocomplete="name"
    />
    <div class="row">
      {kind === 'assets' ? (
        decisions.map(([name, label]) => (
          <button key={name} class={takingAway.has(name) ? 'btn' : 'btn main'} name="do" value={name} type="submit">
            {label}
          </button>
        ))
      ) : (
        <button class="btn main" type="submit">
          Record the outcome
        </button>
      )}
    </div>
  </Form>
);

/** Decisions that take something away: none of them is the main button. */
const takingAway: ReadonlySet<string> = new Set(['unlink', 'withdraw']);

const statusOf = ({ kyi }: ItemPageProps['declared']): string =>
  typeof kyi === 'object' && kyi !== null && 'status' in kyi ? String(kyi.status) : '';

const History = ({ history }: Pick<ItemPageProps, 'history'>): VNode => (
  <TableCard caption="History of the declaration" columns={['Declared', 'Changes', 'Decided']}>
    {history.map(({ declaredAt, isChange, members, vouched, revision }, index) => (
      <tr key={`${revision} ${index}`}>
        <th scope="row">
          <Time at={declaredAt} exact />
        </th>
        <td data-label="Changes">
          {!isChange ? 'first declaration' : members.length === 0 ? 'none' : <Members members={members} />}
        </td>
        <td data-label="Decided">
          {vouched === null ? (
            'no decision recorded'
          ) : (
            <>
              <Theirs text={vouched.by} />: <Theirs text={vouched.why} />
              {vouched.evidence.map((one) => (
                <span key={one} class="small muted">
                  {' '}
                  <Theirs text={one} />
                </span>
              ))}
            </>
          )}
        </td>
      </tr>
    ))}
  </TableCard>
);

const ItemPage = (props: ItemPageProps): VNode => {
  const { frame, kind, id, declared, facts, coverage, done } = props;
  return (
    <OperatorFrame
      frame={frame}
      title={kind === 'assets' ? 'Registered token' : 'Registered party'}
      lead={`${kind === 'assets' ? 'Asset' : 'Party'} ${id}, as it is declared.`}
      done={done}
    >
      <section class="card pad stack" aria-label="What is declared">
        <h2>
          <Theirs text={fieldText(declared['name'])} />
        </h2>
        <Facts facts={facts} />
      </section>
      {kind === 'assets' ? <Coverage title="What is read" coverage={coverage} /> : null}
      <Decide {...props} />
      <Edit {...props} />
      <History {...props} />
    </OperatorFrame>
  );
};

export const itemPage = (props: ItemPageProps): Buffer => documentOf(<ItemPage {...props} />);
