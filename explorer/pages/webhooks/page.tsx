import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Copied } from '../../parts/copied.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Layout } from '../../parts/layout.tsx';
import { State } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { documentOf } from '../../render.ts';
import { counted } from '../../labels/dates.ts';
import { endpointPath, webhooksPath } from '../../labels/webhook-paths.ts';
import type { EndpointView } from '../../readers/webhooks/view.ts';

export interface WebhooksProps {
  readonly endpoints: readonly EndpointView[];
  readonly most: number;
  readonly frame: Frame;
}

const Add = ({ endpoints, most, frame }: WebhooksProps): VNode =>
  endpoints.length >= most ? (
    <p class="card pad">{`You have ${most} endpoints, the maximum. Remove one to add another.`}</p>
  ) : (
    <section class="card">
      <h2>Add an endpoint</h2>
      <Form class="pad stack" frame={frame} action={webhooksPath}>
        <Field
          name="url"
          class="field wide"
          label="Your own https address, reachable from the internet"
          id="url"
          type="url"
          required
          maxLength={2000}
          placeholder="https://example.com/attestry"
          autocomplete="off"
        />
        <div>
          <button class="btn main" type="submit">
            <Icon name="plus" />
            Add
          </button>
        </div>
      </Form>
    </section>
  );

const Row = ({ endpoint }: { readonly endpoint: EndpointView }): VNode => (
  <tr>
    <th scope="row">
      <a class="anywhere" href={endpointPath(endpoint.endpointId)}>
        <Theirs text={endpoint.host} />
      </a>
    </th>
    <td data-label="State">
      <State {...endpoint.state} />
      {endpoint.notice === null ? null : <p class="small">{endpoint.notice}</p>}
    </td>
    <td data-label="Waiting" class="num">
      {endpoint.waiting}
    </td>
    <td data-label="Added">
      <Time at={endpoint.createdAt} />
    </td>
  </tr>
);

const WebhooksPage = (props: WebhooksProps): VNode => (
  <Layout title="Webhooks" frame={props.frame}>
    <div class="head">
      <p class="crumbs">
        <a href="/account">Account</a>
        <span>/</span>
        <span>Webhooks</span>
      </p>
      <h1>Webhooks</h1>
      <p>
        {`Sends changes of your watchlist and notifications of your inbox to your own HTTPS addresses. ${props.endpoints.length} of ${counted(props.most, 'endpoint')}.`}
      </p>
    </div>
    <div class="stack">
      {props.endpoints.length === 0 ? (
        <Empty of="endpoints" next={[{ href: '#url', name: 'Add an endpoint' }]}>
          You have no endpoint yet. A new endpoint receives every later event; messages are signed.
        </Empty>
      ) : (
        <section class="card scroll" tabIndex={0} aria-label="Endpoints">
          <table>
            <caption class="hidden">Endpoints, oldest first</caption>
            <thead>
              <tr>
                <th scope="col">Endpoint</th>
                <th scope="col">State</th>
                <th scope="col" class="num">
                  Waiting
                </th>
                <th scope="col">Added</th>
              </tr>
            </thead>
            <tbody>
              {props.endpoints.map((endpoint) => (
                <Row key={endpoint.endpointId} endpoint={endpoint} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <Add {...props} />
    </div>
  </Layout>
);

export const webhooksPage = (props: WebhooksProps): Buffer => documentOf(<WebhooksPage {...props} />);

/** The way back from a page about one endpoint. */
export const WebhookCrumbs = (): VNode => (
  <p class="crumbs">
    <a href="/account">Account</a>
    <span>/</span>
    <a href={webhooksPath}>Webhooks</a>
  </p>
);

interface SecretProps {
  readonly endpointId: string;
  readonly host: string;
  readonly secret: string;
  /** Until when the secret before it signs as well; null for a new endpoint. */
  readonly bothUntil: number | null;
  readonly frame: Frame;
}

const SecretPage = ({ endpointId, host, secret, bothUntil, frame }: SecretProps): VNode => (
  <Layout title="Secret of an endpoint" frame={frame}>
    <div class="head">
      <WebhookCrumbs />
      <h1>
        The secret of <Theirs text={host} />
      </h1>
    </div>
    <section class="card pad stack">
      <p>
        <b>It is shown only now.</b> Store it where your receiver reads it: with it, the receiver verifies that a
        message comes from here.
      </p>
      <p>
        <Copied text={secret} what="secret" />
      </p>
      {bothUntil === null ? null : (
        <p>
          Messages are signed with the secret before it as well until <Time at={bothUntil} exact />.
        </p>
      )}
      <p>
        <a class="btn main" href={endpointPath(endpointId)}>
          I have stored it
        </a>
      </p>
    </section>
  </Layout>
);

export const secretPage = (props: SecretProps): Buffer => documentOf(<SecretPage {...props} />);
