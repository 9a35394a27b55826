import type { VNode } from 'preact';
import { Icon } from '../../parts/icon.tsx';
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
      <legend>Category</legend>
      {view.categories.map(({ term, name, chosen }) => (
        <label key={term}>
          <input type="checkbox" name="category" value={term} checked={chosen} />
          {name}
        </label>
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
    <Check name="newOnly" label="New only" checked={view.newOnly} />
    <Check name="showAll" label="Include low signal" checked={view.showAll} />
    <button class="btn" type="submit">
      Show
    </button>
    <a class="btn quiet" href={view.csvPath}>
      <Icon name="down" />
      CSV
    </a>
  </form>
);
