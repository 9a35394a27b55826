import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Copied } from '../../parts/copied.tsx';
import { Choices, Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Scopes } from '../../parts/scopes.tsx';
import { State, type StateProps } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { documentOf } from '../../render.ts';
import { wordOf } from '../../labels/words.ts';
import { OperatorFrame, TableCard } from './frame.tsx';
import type { MadeKey } from '../../../api/readmodel/accounts/commands.ts';

export interface KeyView {
  readonly keyId: string;
  readonly last4: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly tenantId: string;
  readonly createdAt: number;
  readonly state: StateProps;
  /** When it ended or will end, milliseconds; null if it never does by itself. */
  readonly until: number | null;
  readonly isActive: boolean;
}

export interface KeysPageProps {
  readonly frame: Frame;
  readonly keys: readonly KeyView[];
  /** A key of the POST that this page answers. */
  readonly made: MadeKey | null;
  /** What the last form did. */
  readonly done: string | undefined;
  readonly scopes: readonly string[];
}

/** The only time that a key is shown: nothing stores it, and another load of the page does not have it. */
const Made = ({ made }: { readonly made: MadeKey }): VNode => (
  <section class="card pad stack" role="status">
    <h2>The key, shown only now</h2>
    <Copied text={made.text} what="the key" />
    <p class="small">
      Only its hash is stored: copy it now. Its id is <span class="hash">{made.keyId}</span>, its tenant{' '}
      <span class="hash">{made.tenantId}</span>.
    </p>
  </section>
);

const Actions = ({ view, frame }: { readonly view: KeyView; readonly frame: Frame }): VNode | null =>
  view.isActive ? (
    <div class="row">
      <Form frame={frame} action="/operator/keys/rotate" hidden={{ key: view.keyId }}>
        <button class="btn" type="submit">
          Rotate
          <span class="hidden"> {view.keyId}</span>
        </button>
      </Form>
      <details>
        <summary class="small">
          Revoke
          <span class="hidden"> {view.keyId}</span>
        </summary>
        <Form frame={frame} action="/operator/keys/revoke" hidden={{ key: view.keyId }}>
          <button class="btn" type="submit">
            End it within 5 seconds
            <span class="hidden">: {view.keyId}</span>
          </button>
        </Form>
      </details>
    </div>
  ) : null;

const Row = ({ view, frame }: { readonly view: KeyView; readonly frame: Frame }): VNode => (
  <tr>
    <th scope="row">
      <span class="hash">{`${view.keyId}…${view.last4}`}</span>
    </th>
    <td data-label="Name">
      <Theirs text={view.name} />
    </td>
    <td data-label="It may">
      <Scopes scopes={view.scopes} />
    </td>
    <td data-label="Tenant">
      <span class="hash">{view.tenantId}</span>
    </td>
    <td data-label="Made">
      <Time at={view.createdAt} />
    </td>
    <td data-label="State">
      <State {...view.state} />
      {view.until === null ? null : (
        <span class="muted">
          {' '}
          <Time at={view.until} exact />
        </span>
      )}
    </td>
    <td>
      <Actions view={view} frame={frame} />
    </td>
  </tr>
);

const NewKey = ({ frame, scopes }: Pick<KeysPageProps, 'frame' | 'scopes'>): VNode => (
  <Form class="card pad stack" frame={frame} action="/operator/keys" label="Make a key">
    <h2>Make a key</h2>
    <Field name="name" class="field" label="Who it is for" required maxLength={200} autocomplete="off" />
    <Choices
      name="scope"
      legend="What it may do"
      values={scopes.map((scope) => [scope, wordOf('scope', scope)] as const)}
    />
    <Field
      name="tenant"
      class="field mono"
      label="Tenant (empty: create a new tenant)"
      maxLength={64}
      autocomplete="off"
      spellcheck={false}
    />
    <Field
      name="limit"
      class="field"
      label="Watchlist limit (default 50; leave empty to keep an existing one)"
      inputMode="numeric"
      autocomplete="off"
    />
    <Field
      name="expires"
      class="field"
      label="Expires at the start of this day in UTC (empty: does not expire)"
      type="date"
    />
    <div>
      <button class="btn main" type="submit">
        Make the key
      </button>
    </div>
  </Form>
);

const KeysPage = ({ frame, keys, made, done, scopes }: KeysPageProps): VNode => (
  <OperatorFrame
    frame={frame}
    title="Keys"
    lead="Keys without their secrets, the newest first. A replaced key goes on working for 24 hours."
    done={done}
  >
    {made === null ? null : <Made made={made} />}
    <TableCard
      caption="Keys without their secrets"
      columns={['Key', 'Name', 'It may', 'Tenant', 'Made', 'State', 'Actions']}
    >
      {keys.map((view) => (
        <Row key={view.keyId} view={view} frame={frame} />
      ))}
    </TableCard>
    <NewKey frame={frame} scopes={scopes} />
  </OperatorFrame>
);

export const keysPage = (props: KeysPageProps): Buffer => documentOf(<KeysPage {...props} />);
