import type { VNode } from 'preact';
import { Icon } from '../../parts/icon.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import type { ChangesView } from './view.ts';

const windows = [7, 30, 90, 180, 365];

const Option = (props: { readonly value: string; readonly name: string; readonly chosen: boolean }): VNode => (
  <option value={props.value} selected={props.chosen}>
    {props.name}
  </option>
);

const Check = (props: { readonly name: string; readonly label: string; readonly checked: boolean }): VNode => (
  <label>
    <input type="checkbox" name={props.name} value="true" checked={props.checked} />
    {props.label}
  </label>
);

/** Filters that the form has no field for, each with a link to the page without it. */
export const Chips = ({ chips }: Pick<ChangesView, 'chips'>): VNode | null =>
  chips.length === 0 ? null : (
    <ul class="row" aria-label="Shown only">
      {chips.map(({ name, without }) => (
        <li key={without}>
          <a class="chip" href={without}>
            <span class="hidden">Remove the filter: </span>
            {typeof name === 'string' ? (
              name
            ) : (
              <>
                <Theirs text={name.symbol} />
                {name.chain === '' ? null : ` on ${name.chain}`}
              </>
            )}
            <Icon name="cross" size={12} />
          </a>
        </li>
      ))}
    </ul>
  );

/** A GET form, so that a view has an address. Its fields are the parameters of the API, and no others (U-20). */
export const Filters = ({ view }: { readonly view: ChangesView }): VNode => (
  <form class="card filters" action="/changes" method="get" aria-label="Filters">
    {view.kept.map(([name, value]) => (
      <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
    ))}
    <label>
      Last{' '}
      <select name="days">
        {[...new Set([...windows, view.days])]
          .sort((a, b) => a - b)
          .map((days) => (
            <Option key={days} value={String(days)} name={String(days)} chosen={days === view.days} />
          ))}
      </select>{' '}
      days
    </label>
    <fieldset>
      <legend>
        <a class="plain" href="/help#category">
          Category
        </a>
      </legend>
      {view.categories.map(({ term, name, chosen, onlyPath }) => (
        <span key={term} class="row">
          <label>
            <input type="checkbox" name="category" value={term} checked={chosen} />
            {name}
          </label>
          {onlyPath === null ? null : (
            <a class="small" href={onlyPath}>
              only<span class="hidden"> {name}</span>
            </a>
          )}
        </span>
      ))}
    </fieldset>
    <label>
      Order{' '}
      <select name="sort">
        <Option value="recent" name="newest first" chosen={view.sort === 'recent'} />
        <Option value="severity" name="most urgent first" chosen={view.sort === 'severity'} />
        <Option value="impact" name="weightiest first" chosen={view.sort === 'impact'} />
      </select>
    </label>
    <Check name="newOnly" label="Unseen only" checked={view.newOnly} />
    <Check name="showAll" label="Also uncertain ones" checked={view.showAll} />
    <button class="btn" type="submit">
      Show
    </button>
    <a class="btn quiet" href={view.csvPath}>
      <Icon name="down" />
      CSV
    </a>
  </form>
);
