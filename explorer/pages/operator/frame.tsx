import type { ComponentChildren, VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Layout } from '../../parts/layout.tsx';

const pages = [
  ['/operator', 'To decide'],
  ['/operator/registry', 'Registry'],
  ['/operator/keys', 'Keys'],
  ['/operator/tenants', 'Tenants'],
  ['/operator/parked', 'Parked records'],
  ['/operator/intake', 'Intake'],
  ['/operator/requests', 'Requests'],
  ['/operator/rules', 'Rules'],
] as const;

export interface OperatorFrameProps {
  readonly frame: Frame;
  readonly title: string;
  readonly lead: string;
  /** What the last form did. */
  readonly done?: string | undefined;
  readonly children: ComponentChildren;
}

/** The frame of every page of the operator. */
export const OperatorFrame = ({ frame, title, lead, done, children }: OperatorFrameProps): VNode => (
  <Layout title={title} frame={frame}>
    <div class="head">
      <h1>{title}</h1>
      <p>{lead}</p>
      <nav class="tabs" aria-label="Operator">
        {pages.map(([path, name]) => (
          <a key={path} href={path} {...(isCurrent(frame, path) ? { 'aria-current': 'page' } : {})}>
            {name}
          </a>
        ))}
      </nav>
    </div>
    <div class="stack">
      {done === undefined ? null : (
        <p class="toast" role="status">
          {done}
        </p>
      )}
      {children}
    </div>
  </Layout>
);

/** Forms of a page have paths below its own. */
const isCurrent = ({ path }: Frame, page: string): boolean => {
  const [own = ''] = path.split('?');
  return page === '/operator' ? own === page || own.startsWith(`${page}/changes`) : own.startsWith(page);
};

/** A table that scrolls by itself on a narrow screen. */
export const TableCard = (props: {
  readonly caption: string;
  readonly columns: readonly string[];
  /** Columns of numbers, which stand at the right. */
  readonly numbers?: readonly string[];
  readonly children: ComponentChildren;
}): VNode => (
  <section class="card scroll" tabIndex={0} aria-label={props.caption}>
    <table>
      <caption class="hidden">{props.caption}</caption>
      <thead>
        <tr>
          {props.columns.map((column) => (
            <th key={column} scope="col" class={props.numbers?.includes(column) === true ? 'num' : ''}>
              {column === 'Actions' ? <span class="hidden">{column}</span> : column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  </section>
);
