import type { VNode } from 'preact';
import { type ControlGraph, type ControlNode, controlPlot, controlSize } from '../plots/control.ts';
import { visibleLine } from '../labels/visible.ts';
import { counted } from '../labels/dates.ts';
import { shortAddress } from '../labels/short-address.ts';
import { Copied } from './copied.tsx';
import { Theirs } from './theirs.tsx';
import { Scrolled } from './scrolled.tsx';

interface Props {
  readonly graph: ControlGraph;
  /** What is controlled: "USDC on Ethereum". */
  readonly of: string;
}

/** Who controls a token as a drawing, and the same as a list in lists. */
export const Control = (props: Props): VNode => (
  <div class="pad stack">
    <Drawing {...props} />
    <Legend {...props.graph} />
    <details>
      <summary class="small">The same as a list</summary>
      <List {...props} />
    </details>
  </div>
);

/** Of the signs that the drawing has. */
const Legend = ({ nodes, edges }: ControlGraph): VNode | null => {
  const signs = [
    ...([...nodes, ...edges].some(({ isProven }) => !isProven)
      ? ['A dashed line: control of the account was not shown.']
      : []),
    ...(nodes.some(({ isCut }) => isCut) ? ['…: it has controllers that are not shown.'] : []),
  ];
  return signs.length === 0 ? null : <p class="small muted">{signs.join(' ')}</p>;
};

function sentenceOf({ graph: { nodes, isCut }, of }: Props): string {
  const authorities = nodes.filter(({ column }) => column === 0);
  const hidden = nodes.filter(({ column, address }) => column > 0 && address === '').length;
  const accounts = nodes.length - authorities.length - hidden;
  const proven = authorities.filter(({ isProven }) => isProven).length;
  const notFound = hidden === 0 ? '' : `, and ${hidden} whose account was not found`;
  const rest = isCut ? ', and others that are not drawn' : '';
  return `${visibleLine(of)}: ${counted(authorities.length, 'authority', 'authorities')}, ${proven} proven, with ${counted(accounts, 'account')} behind them${notFound}${rest}`;
}

const longest = 27;
const shortened = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);

const Drawing = (props: Props): VNode => {
  const { width, height, nodes, edges } = controlPlot(props.graph);
  const columns = Math.max(0, ...nodes.map(({ column }) => column + 1));
  return (
    <Scrolled label="Drawing of who controls it">
      <svg
        class={`control of-${columns}`}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={sentenceOf(props)}
      >
        {edges.map(({ path, isProven }) => (
          <path key={path} class={isProven ? '' : 'dashed'} d={path} />
        ))}
        {nodes.map((node) => (
          <Box key={node.id} {...node} />
        ))}
      </svg>
    </Scrolled>
  );
};

const Box = ({
  x,
  y,
  name,
  address,
  isProven,
  isCut,
  column,
}: ReturnType<typeof controlPlot>['nodes'][number]): VNode => (
  <g>
    <rect
      class={[column === 0 ? 'power' : '', isProven ? '' : 'dashed'].join(' ').trim()}
      x={x}
      y={y}
      width={controlSize.width}
      height={controlSize.height}
      rx={6}
    />
    <text x={x + 8} y={y + (address === '' ? 24 : 17)}>
      {shortened(visibleLine(name))}
    </text>
    {address === '' ? null : (
      <text class="address" x={x + 8} y={y + 32}>
        {visibleLine(shortAddress(address))}
      </text>
    )}
    {isCut ? (
      <text x={x + controlSize.width - 18} y={y + 30}>
        …
      </text>
    ) : null}
  </g>
);

const List = ({ graph }: Props): VNode => {
  const below = (id: string): readonly ControlNode[] => {
    const ids = new Set(graph.edges.filter(({ from }) => from === id).map(({ to }) => to));
    return graph.nodes.filter((node) => ids.has(node.id));
  };
  const shown = new Set<string>();
  const itemOf = (node: ControlNode): VNode => {
    const isAgain = shown.has(node.id);
    shown.add(node.id);
    const next = isAgain ? [] : below(node.id);
    return (
      <li key={node.id}>
        <b>
          <Theirs text={node.name} />
        </b>
        {node.isProven ? null : <span class="muted"> not proven</span>}
        {node.address === '' ? null : <Copied text={node.address} what="address" />}
        {isAgain && below(node.id).length > 0 ? <span class="muted">Controlled as above.</span> : null}
        {node.isCut ? <span class="muted">… Its further controllers are not shown.</span> : null}
        {next.length === 0 ? null : <ul>{next.map(itemOf)}</ul>}
      </li>
    );
  };
  return <ul class="nested small">{graph.nodes.filter(({ column }) => column === 0).map(itemOf)}</ul>;
};
