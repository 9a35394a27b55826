import type { VNode } from 'preact';
import { counted, momentOf } from '../../labels/dates.ts';
import { Quoted } from '../../parts/quote.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { Time } from '../../parts/time.tsx';
import type { ComparedReadings, ReadValue } from './readings.ts';
import { Scrolled } from '../../parts/scrolled.tsx';

interface Props {
  /** Times of the readings that gave a text, newest first, milliseconds. */
  readonly readings: readonly number[];
  /** Null where two were not chosen. */
  readonly compared: ComparedReadings | null;
}

const Choice = ({ name, label, chosen, readings }: ChoiceProps): VNode => (
  <label>
    {label}{' '}
    <select name={name}>
      {readings.map((at) => (
        <option key={at} value={new Date(at).toISOString()} selected={at === chosen}>
          {momentOf(at)}
        </option>
      ))}
    </select>
  </label>
);

interface ChoiceProps extends Pick<Props, 'readings'> {
  readonly name: 'from' | 'to';
  readonly label: string;
  readonly chosen: number | undefined;
}

const Cell = ({ label, value }: { readonly label: string; readonly value: ReadValue }): VNode => (
  <td data-label={label}>
    <b>{value.text === null ? 'not stated' : <Theirs text={value.text} />}</b>
    <Quoted text={value.quote} small />
  </td>
);

const Sides = ({ compared }: { readonly compared: ComparedReadings }): VNode => (
  <>
    <p class="pad small">
      {compared.differing.length === 0
        ? 'Both readings state the same values.'
        : `${counted(compared.differing.length, 'value')} ${compared.differing.length === 1 ? 'differs' : 'differ'}${compared.equal === 0 ? '' : `, ${compared.equal} ${compared.equal === 1 ? 'is' : 'are'} the same`}.`}
    </p>
    {compared.differing.length === 0 ? null : (
      <Scrolled label="Two readings">
        <table>
          <caption class="hidden">What two readings state, by field</caption>
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col">
                <Time at={compared.from} exact />
              </th>
              <th scope="col">
                <Time at={compared.to} exact />
              </th>
            </tr>
          </thead>
          <tbody>
            {compared.differing.map(({ label, from, to }) => (
              <tr key={label}>
                <th scope="row">
                  <Theirs text={label} />
                </th>
                <Cell label="Before" value={from} />
                <Cell label="After" value={to} />
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    )}
  </>
);

/** Two readings side by side: values and passages of them, never the text of the document. */
export const Compare = ({ readings, compared }: Props): VNode | null =>
  readings.length < 2 ? null : (
    <section class="card" id="compare">
      <h2>Two readings side by side</h2>
      <form class="filters" method="get">
        <Choice name="from" label="From" readings={readings} chosen={compared?.from ?? readings.at(-1)} />
        <Choice name="to" label="to" readings={readings} chosen={compared?.to ?? readings[0]} />
        <button class="btn" type="submit">
          Compare
        </button>
      </form>
      {compared === null ? null : <Sides compared={compared} />}
    </section>
  );
