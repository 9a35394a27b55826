import type { VNode } from 'preact';
import type { ListedRules } from '../../operator-port.ts';
import type { Frame } from '../../page-route.ts';
import { Empty } from '../../parts/empty.tsx';
import { State } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { documentOf } from '../../render.ts';
import { OperatorFrame, TableCard } from './frame.tsx';
import type { ParkedRecord } from './parked-queries.ts';

const ParkedRow = ({ record }: { readonly record: ParkedRecord }): VNode => (
  <tr>
    <th scope="row">
      <span class="hash">{`${record.topic}[${record.partition}]@${record.offset}`}</span>
    </th>
    <td data-label="Processor">{record.processor}</td>
    <td data-label="Error">
      <Theirs text={record.errorClass} />
    </td>
    <td data-label="What was wrong">
      <Theirs text={record.message} />
    </td>
    <td data-label="Parked">
      <Time at={record.time} exact />
    </td>
  </tr>
);

interface ParkedProps {
  readonly frame: Frame;
  readonly records: readonly ParkedRecord[];
  readonly total: number;
}

const ParkedPage = ({ frame, records, total }: ParkedProps): VNode => (
  <OperatorFrame
    frame={frame}
    title="Parked records"
    lead={
      total > records.length
        ? `Records that no processor could read: the newest ${records.length} of ${total.toLocaleString('en-US')}.`
        : 'Records that no processor could read, with the error, newest first.'
    }
  >
    {records.length === 0 ? (
      <Empty of="parked" next={[{ href: '/sources', name: 'See what was read, and when' }]}>
        Nothing is parked: every record was processed. One that no processor can read is set aside here, and the others
        go on.
      </Empty>
    ) : (
      <TableCard caption="Parked records" columns={['Record', 'Processor', 'Error', 'What was wrong', 'Parked']}>
        {records.map((record) => (
          <ParkedRow key={`${record.topic} ${record.partition} ${record.offset} ${record.processor}`} record={record} />
        ))}
      </TableCard>
    )}
  </OperatorFrame>
);

export const parkedPage = (props: ParkedProps): Buffer => documentOf(<ParkedPage {...props} />);

interface RulesProps {
  readonly frame: Frame;
  readonly sets: readonly ListedRules[];
  readonly concerns: readonly string[];
}

const RulesPage = ({ frame, sets, concerns }: RulesProps): VNode => (
  <OperatorFrame
    frame={frame}
    title="Rules"
    lead="Rule sets that judge what a change means for a holder, and which of them is in force."
  >
    {concerns.map((concern) => (
      <p key={concern} class="toast bad" role="alert">
        <Theirs text={concern} />
      </p>
    ))}
    <TableCard
      caption="Rule sets"
      columns={['Rule set', 'State', 'In force since', 'Rules', 'Hash']}
      numbers={['Rules']}
    >
      {sets.map((set) => (
        <tr key={set.ruleset}>
          <th scope="row">{set.ruleset}</th>
          <td data-label="State">
            {set.inForce ? (
              <State tone="good" icon="check" word="In force" />
            ) : (
              <State tone="off" icon="pause" word="Not in force" />
            )}
          </td>
          <td data-label="In force since">
            {set.since === null ? set.inForce ? 'the start of the log' : '' : <Time at={Date.parse(set.since)} exact />}
          </td>
          <td data-label="Rules" class="num">
            {set.rules}
          </td>
          <td data-label="Hash">
            <span class="hash">{set.hash}</span>
          </td>
        </tr>
      ))}
    </TableCard>
    <p class="small muted">
      Another set is put in force with <code>attestry rules activate</code>, for everything that is observed from then
      on.
    </p>
  </OperatorFrame>
);

export const rulesPage = (props: RulesProps): Buffer => documentOf(<RulesPage {...props} />);
