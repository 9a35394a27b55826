import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Empty } from '../../parts/empty.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { State } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { documentOf } from '../../render.ts';
import { counted } from '../../labels/dates.ts';
import { wordOf } from '../../labels/words.ts';
import { WebhookCrumbs } from './page.tsx';
import { endpointPath } from '../../labels/webhook-paths.ts';
import type { DeliveryView, EndpointView } from '../../readers/webhooks/view.ts';

interface Props {
  readonly endpoint: EndpointView;
  readonly deliveries: readonly DeliveryView[];
  readonly frame: Frame;
}

const Delivery = ({
  delivery,
  endpoint,
  frame,
}: { readonly delivery: DeliveryView } & Omit<Props, 'deliveries'>): VNode => (
  <tr>
    <th scope="row">
      <Time at={delivery.at} exact />
      <br />
      <span class="muted small">{delivery.which}</span>
    </th>
    <td data-label="Message">
      {wordOf('webhookEvent', delivery.kind)}
      <br />
      <code>{delivery.messageId}</code>
    </td>
    <td data-label="Result">
      <State {...delivery.state} />
      <p class="small">
        <Theirs text={delivery.result} /> {delivery.durationMs.toLocaleString('en-US')} ms.
      </p>
      {delivery.answer === '' ? null : (
        <details class="small">
          <summary>What it answered</summary>
          <code>
            <Theirs text={delivery.answer} />
          </code>
        </details>
      )}
    </td>
    <td>
      {delivery.canRepeat ? (
        <Form
          frame={frame}
          action={endpointPath(endpoint.endpointId)}
          hidden={{ do: 'again', message: delivery.messageId, at: String(delivery.at) }}
        >
          <button class="btn" type="submit">
            Send again
            <span class="hidden">{`: ${wordOf('webhookEvent', delivery.kind)}, ${delivery.messageId}`}</span>
          </button>
        </Form>
      ) : null}
    </td>
  </tr>
);

const Deliveries = (props: Props): VNode => (
  <section class="card">
    <h2>Last deliveries</h2>
    {props.deliveries.length === 0 ? (
      <Empty of="deliveries" isPart next={[{ href: '#actions', name: 'Send a test' }]}>
        Nothing was sent in the last 30 days: nothing happened to what you watch, or the endpoint was paused.
      </Empty>
    ) : (
      <Scrolled label="Last deliveries">
        <table>
          <caption class="hidden">The last tries of the last 30 days, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Sent</th>
              <th scope="col">Message</th>
              <th scope="col">Result</th>
              <th scope="col">
                <span class="hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {props.deliveries.map((delivery) => (
              <Delivery
                key={`${delivery.at} ${delivery.messageId} ${delivery.which}`}
                {...{ delivery, endpoint: props.endpoint, frame: props.frame }}
              />
            ))}
          </tbody>
        </table>
      </Scrolled>
    )}
  </section>
);

const Actions = ({ endpoint, frame }: Omit<Props, 'deliveries'>): VNode => (
  <section class="card" id="actions">
    <h2>Actions</h2>
    <Form class="pad stack" frame={frame} action={endpointPath(endpoint.endpointId)}>
      <div class="row">
        <button class="btn main" name="do" value="test">
          Send a test
        </button>
        <button class="btn" name="do" value={endpoint.isEnabled ? 'pause' : 'enable'}>
          <Icon name={endpoint.isEnabled ? 'pause' : 'play'} />
          {endpoint.isEnabled ? 'Pause' : 'Enable'}
        </button>
        <button class="btn" name="do" value="rotate">
          Rotate the secret
        </button>
        <button class="btn" name="do" value="remove">
          <Icon name="cross" />
          Remove
        </button>
      </div>
      <p class="small muted">
        A test and a message sent again are one try each, and change neither the place of the endpoint nor its failures.
        A new secret and the one before it both sign for 24 hours. Removing deletes the address and the secret.
      </p>
    </Form>
  </section>
);

const Endpoint = ({ endpoint }: Pick<Props, 'endpoint'>): VNode => (
  <section class="card">
    <h2>Endpoint</h2>
    <Facts
      facts={[
        {
          name: 'Address',
          value: (
            <span class="hash">
              <Theirs text={endpoint.url} />
            </span>
          ),
        },
        { name: 'Id', value: <span class="hash">{endpoint.endpointId}</span> },
        { name: 'Added', value: <Time at={endpoint.createdAt} /> },
        { name: 'Waiting', value: counted(endpoint.waiting, 'message') },
        ...(endpoint.nextAt === null ? [] : [{ name: 'Next try', value: <Time at={endpoint.nextAt} exact /> }]),
        ...(endpoint.rotationUntil === null
          ? []
          : [{ name: 'Signed with both secrets until', value: <Time at={endpoint.rotationUntil} exact /> }]),
      ]}
    />
  </section>
);

const EndpointPage = (props: Props): VNode => {
  const { endpoint } = props;
  return (
    <Layout title={`Webhook of ${endpoint.host}`} frame={props.frame}>
      <div class="head">
        <WebhookCrumbs />
        <h1 class="anywhere">
          <Theirs text={endpoint.host} />
        </h1>
        <p class="row">
          <State {...endpoint.state} />
        </p>
        {endpoint.notice === null ? null : <p>{endpoint.notice}</p>}
      </div>
      <div class="cols">
        <div class="stack">
          <Deliveries {...props} />
        </div>
        <div class="stack">
          <Actions {...props} />
          <Endpoint endpoint={endpoint} />
        </div>
      </div>
    </Layout>
  );
};

export const endpointPage = (props: Props): Buffer => documentOf(<EndpointPage {...props} />);
