import type { VNode } from 'preact';
import { reasons } from '../../../api/readmodel/resources/notifications/text.ts';
import type { Frame } from '../../page-route.ts';
import { Empty } from '../../parts/empty.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { State } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import { watchStates } from '../../parts/watch-states.ts';
import { wordOf } from '../../labels/words.ts';
import { sentenceCase } from '../../../schemas/values/sentence-case.ts';
import { Token, type TokenTag } from '../../parts/token-tag.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { documentOf } from '../../render.ts';
import type { StoredIntake, StoredTenant } from '../../../api/readmodel/accounts/queries.ts';
import { OperatorFrame, TableCard } from './frame.tsx';

interface Props {
  readonly frame: Frame;
  /** What the last form did. */
  readonly done?: string | undefined;
}

const TenantRow = ({ tenant, frame }: { readonly tenant: StoredTenant; readonly frame: Frame }): VNode => (
  <tr>
    <th scope="row">
      <span class="hash">{tenant.tenantId}</span>
    </th>
    <td data-label="Keys" class="num">
      {tenant.keys}
    </td>
    <td data-label="Watches" class="num">{`${tenant.items} of ${tenant.limit}`}</td>
    <td data-label="Since">
      <Time at={tenant.createdAt} />
    </td>
    <td>
      <Form class="row nowrap" frame={frame} action="/operator/tenants" hidden={{ tenant: tenant.tenantId }}>
        <Field
          name="limit"
          class="field few"
          label={null}
          value={String(tenant.limit)}
          inputMode="numeric"
          required
          aria-label={`Watchlist limit of ${tenant.tenantId}`}
        />
        <button class="btn" type="submit">
          Set places
        </button>
      </Form>
    </td>
  </tr>
);

const TenantsPage = ({ frame, done, tenants }: Props & { readonly tenants: readonly StoredTenant[] }): VNode => (
  <OperatorFrame
    frame={frame}
    title="Tenants"
    lead="Each has its keys, its watchlist and its inbox. The newest first."
    done={done}
  >
    <TableCard
      caption="Tenants"
      columns={['Tenant', 'Keys', 'Watches', 'Since', 'Actions']}
      numbers={['Keys', 'Watches']}
    >
      {tenants.map((tenant) => (
        <TenantRow key={tenant.tenantId} tenant={tenant} frame={frame} />
      ))}
    </TableCard>
    <p class="small muted">
      Erased tenants have no rows. A tenant is erased with <code>attestry tenants erase</code>, which also deletes the
      key of its texts.
    </p>
  </OperatorFrame>
);

export const tenantsPage = (props: Parameters<typeof TenantsPage>[0]): Buffer => documentOf(<TenantsPage {...props} />);

/** A watchlist item whose intake is under way, or ended without a token to watch. */
interface IntakeView extends StoredIntake {
  readonly token: TokenTag;
}

/** Why it ended without a token to watch, or how far it is. */
const whyOf = ({ reason, status }: StoredIntake): string => {
  if (reason !== null) return sentenceCase(reasons[reason] ?? reason.replaceAll('_', ' '));
  return status === null ? 'Not stated' : wordOf('intakeStatus', status);
};

const IntakeRow = ({ item, frame }: { readonly item: IntakeView; readonly frame: Frame }): VNode => (
  <tr>
    <th scope="row">
      <Token {...item.token} />
    </th>
    <td data-label="State">
      <State {...(item.state === 'unresolved' ? watchStates.unresolved : watchStates.gathering)} />
    </td>
    <td data-label="Why">
      <Theirs text={whyOf(item)} />
    </td>
    <td data-label="Added">
      <Time at={item.since} exact />
    </td>
    <td data-label="Tenant">
      <span class="hash">{item.tenantId}</span>
    </td>
    <td>
      <Form frame={frame} action="/operator/intake" hidden={{ item: item.itemId }}>
        <button class="btn" type="submit">
          Queue again
          <span class="hidden">
            {' '}
            <Theirs text={item.token.symbol} /> {item.itemId}
          </span>
        </button>
      </Form>
    </td>
  </tr>
);

const IntakePage = ({ frame, done, items }: Props & { readonly items: readonly IntakeView[] }): VNode => (
  <OperatorFrame
    frame={frame}
    title="Intake"
    lead="Watched tokens whose intake is under way or found nothing to watch, of every tenant."
    done={done}
  >
    {items.length === 0 ? (
      <Empty of="intake" next={[{ href: '/operator/tenants', name: 'See how many tokens each tenant watches' }]}>
        Every intake is complete. One that is under way, or that could not be resolved, is listed here.
      </Empty>
    ) : (
      <TableCard caption="Intakes" columns={['Token', 'State', 'Why', 'Added', 'Tenant', 'Actions']}>
        {items.map((item) => (
          <IntakeRow key={item.itemId} item={item} frame={frame} />
        ))}
      </TableCard>
    )}
  </OperatorFrame>
);

export const intakePage = (props: Parameters<typeof IntakePage>[0]): Buffer => documentOf(<IntakePage {...props} />);
