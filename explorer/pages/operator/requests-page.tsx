import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Empty } from '../../parts/empty.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { Time } from '../../parts/time.tsx';
import { documentOf } from '../../render.ts';
import { OperatorFrame, TableCard } from './frame.tsx';

/** A token that key holders ask for. */
export interface RequestedToken {
  readonly caip19: string;
  readonly tenants: readonly string[];
  /** Texts of those who wrote one. */
  readonly notes: readonly string[];
  /** Time of the first request, milliseconds. */
  readonly since: number;
}

interface Props {
  readonly frame: Frame;
  /** What the last form did. */
  readonly done?: string | undefined;
  readonly rows: readonly RequestedToken[];
}

const Row = ({ row, frame }: { readonly row: RequestedToken } & Pick<Props, 'frame'>): VNode => (
  <tr>
    <th scope="row">
      <span class="hash">{row.caip19}</span>
    </th>
    <td data-label="Tenants">
      <b>{row.tenants.length}</b>
      {row.tenants.map((tenant) => (
        <p key={tenant} class="small">
          <span class="hash">{tenant}</span>
        </p>
      ))}
    </td>
    <td data-label="Notes">
      {row.notes.length === 0 ? (
        <span class="muted">–</span>
      ) : (
        row.notes.map((note) => (
          <p key={note} class="small">
            <Theirs text={note} />
          </p>
        ))
      )}
    </td>
    <td data-label="Since">
      <Time at={row.since} />
    </td>
    <td>
      <a class="btn" href={`/operator/registry/add?${new URLSearchParams({ place: row.caip19 }).toString()}`}>
        Add
        <span class="hidden"> {row.caip19}</span>
      </a>
      <Form class="row" frame={frame} action="/operator/requests" hidden={{ caip19: row.caip19 }}>
        <Field
          name="reason"
          class="field"
          label={null}
          maxLength={500}
          required
          placeholder="Reason"
          aria-label={`Reason to decline ${row.caip19}`}
        />
        <button class="btn" type="submit">
          Decline
          <span class="hidden"> {row.caip19}</span>
        </button>
      </Form>
    </td>
  </tr>
);

const RequestsPage = ({ frame, done, rows }: Props): VNode => (
  <OperatorFrame
    frame={frame}
    title="Requests"
    lead="Tokens that key holders ask for, what most of them ask for first. A row goes by itself once its token is public."
    done={done}
  >
    {rows.length === 0 ? (
      <Empty of="open-requests" next={[{ href: '/operator/tenants', name: 'See how many tokens each tenant watches' }]}>
        Nothing is asked for. A token that a key holder asks for, and that is not public, is listed here.
      </Empty>
    ) : (
      <>
        <TableCard caption="Requested tokens" columns={['Token', 'Tenants', 'Notes', 'Since', 'Actions']}>
          {rows.map((row) => (
            <Row key={row.caip19} row={row} frame={frame} />
          ))}
        </TableCard>
        <p class="small muted">A token that was added is public once its issuer is linked and verified.</p>
      </>
    )}
  </OperatorFrame>
);

export const requestsPage = (props: Props): Buffer => documentOf(<RequestsPage {...props} />);
