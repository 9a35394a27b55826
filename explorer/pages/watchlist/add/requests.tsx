import type { VNode } from 'preact';
import type { RequestNow } from '../../../../api/readmodel/resources/requests/requests.ts';
import type { Frame } from '../../../page-route.ts';
import { Empty } from '../../../parts/empty.tsx';
import { Form } from '../../../parts/form.tsx';
import { State, type StateProps } from '../../../parts/state.tsx';
import { Theirs } from '../../../parts/theirs.tsx';
import { Time } from '../../../parts/time.tsx';

interface Props {
  /** Null if they cannot be read now. */
  readonly requests: readonly RequestNow[] | null;
  readonly frame: Frame;
  readonly mayWrite: boolean;
}

const states: Readonly<Record<RequestNow['state'], StateProps>> = {
  open: { tone: 'off', icon: 'clock', word: 'Asked for' },
  registered: { tone: 'good', icon: 'check', word: 'Registered' },
  declined: { tone: 'off', icon: 'cross', word: 'Declined' },
};

const Actions = ({ request, frame }: { readonly request: RequestNow } & Pick<Props, 'frame'>): VNode => (
  <span class="row nowrap">
    {request.asset === null ? null : (
      <Form frame={frame} action="/watchlist" hidden={{ assetId: request.asset.assetId }}>
        <button class="btn main" type="submit">
          Watch
          <span class="hidden">
            {' '}
            <Theirs text={request.asset.symbol} /> {request.caip19}
          </span>
        </button>
      </Form>
    )}
    <Form frame={frame} action="/watchlist/add" hidden={{ do: 'withdraw', request: request.requestId }}>
      <button class="btn quiet" type="submit">
        {request.state === 'open' ? 'Withdraw' : 'Remove'}
        <span class="hidden"> the request for {request.caip19}</span>
      </button>
    </Form>
  </span>
);

const Row = ({ request, frame, mayWrite }: { readonly request: RequestNow } & Omit<Props, 'requests'>): VNode => (
  <tr>
    <th scope="row">
      <span class="hash">{request.caip19}</span>
      {request.note === null ? null : (
        <p class="small muted">
          <Theirs text={request.note} />
        </p>
      )}
    </th>
    <td data-label="State">
      <State {...states[request.state]} />
      {request.reason === null ? null : (
        <p class="small">
          <Theirs text={request.reason} />
        </p>
      )}
    </td>
    <td data-label="Asked">
      <Time at={request.createdAt} />
    </td>
    <td>{mayWrite ? <Actions request={request} frame={frame} /> : null}</td>
  </tr>
);

/** Tokens that the reader asked for, and what became of each. */
export const Requests = ({ requests, ...rest }: Props): VNode => (
  <section class="card scroll" tabIndex={0} aria-label="Tokens you asked for">
    <h2>Asked for</h2>
    {requests === null ? (
      <p class="pad small muted">Your requests cannot be read now.</p>
    ) : requests.length === 0 ? (
      <Empty of="requests" isPart next={[{ href: '/watchlist', name: 'Back to the watchlist' }]}>
        You asked for no token. One that is not public can be asked for: paste it above.
      </Empty>
    ) : (
      <table>
        <caption class="hidden">Tokens you asked for</caption>
        <thead>
          <tr>
            {['Token', 'State', 'Asked'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <Row key={request.requestId} request={request} {...rest} />
          ))}
        </tbody>
      </table>
    )}
  </section>
);
