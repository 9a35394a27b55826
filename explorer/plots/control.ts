import { accountText } from '../../schemas/terms/account-text.ts';
import { accountKindTerm, isMultisig } from '../../schemas/terms/account-kinds.ts';
import type { AccountControlValue } from '../../schemas/facts.ts';
import type { RecordAuthority } from '../../schemas/generated/records.ts';
import { authorityLabel } from '../labels/authorities.ts';

/** An account in the drawing, or an authority in its first column. */
export interface ControlNode {
  readonly id: string;
  /** Authorities, their holders, who controls those, and who controls them: 0 to 3. */
  readonly column: number;
  readonly row: number;
  readonly name: string;
  /** Empty for an authority, and for an account that was not found. */
  readonly address: string;
  readonly isProven: boolean;
  /** It has controllers that are not drawn, or that were not read. */
  readonly isCut: boolean;
}

interface ControlEdge {
  readonly from: string;
  readonly to: string;
  readonly isProven: boolean;
}

export interface ControlGraph {
  readonly nodes: readonly ControlNode[];
  readonly edges: readonly ControlEdge[];
  /** More than are drawn. */
  readonly isCut: boolean;
}

export interface ControlFacts {
  readonly authorities: readonly (RecordAuthority & { readonly isProven: boolean })[];
  readonly controls: ReadonlyMap<string, AccountControlValue>;
  /** Types of authorities that the code gives to accounts which were not found. */
  readonly notKnown: readonly string[];
}

/** What holds an authority that no account was found for. */
const notFound = 'an account not found';

export const mostNodes = 60;
const columns = 4;

/** Who controls a token, in four columns and up to 60 nodes; what is left out is marked. */
export function controlGraph({ authorities, controls, notKnown }: ControlFacts): ControlGraph {
  const nodes = new Map<string, ControlNode>();
  const edges = new Map<string, ControlEdge>();
  const rows = Array.from({ length: columns }, () => 0);
  let isCut = false;
  const add = (id: string, column: number, part: Pick<ControlNode, 'address' | 'isProven' | 'name'>): boolean => {
    if (nodes.has(id)) return true;
    if (nodes.size >= mostNodes) {
      isCut = true;
      return false;
    }
    const row = rows[column] ?? 0;
    rows[column] = row + 1;
    const isLeftOut = (controls.get(id)?.cut ?? null) !== null;
    nodes.set(id, { id, column, row, isCut: isLeftOut, ...part });
    return true;
  };
  const link = (edge: ControlEdge): void => void edges.set(`${edge.from} ${edge.to}`, edge);

  let level: string[] = [];
  for (const authority of authorities) {
    const { type, address, isProven } = authority;
    const all = authorities.filter((one) => one.type === type);
    const name = authorityLabel(type).name;
    const isKnown = !notKnown.includes(type);
    if (!add(type, 0, { name, address: '', isProven: isKnown && all.every((one) => one.isProven) })) continue;
    if (!nodes.has(address)) level.push(address);
    if (add(address, 1, { name: accountText(authority), address, isProven }))
      link({ from: type, to: address, isProven });
  }
  for (const type of notKnown) {
    if (!add(type, 0, { name: authorityLabel(type).name, address: '', isProven: false })) continue;
    const id = `${type} not found`;
    if (add(id, 1, { name: notFound, address: '', isProven: false })) link({ from: type, to: id, isProven: false });
  }
  for (let column = 2; level.length > 0; column += 1) {
    const next: string[] = [];
    for (const from of level) {
      for (const to of controllersOf(controls.get(from))) {
        if (column < columns && !nodes.has(to)) next.push(to);
        const name = nameOf(controls.get(to));
        const isDrawn = nodes.has(to) || (column < columns && add(to, column, { name, address: to, isProven: false }));
        if (isDrawn) link({ from, to, isProven: true });
        else markCut(nodes, from);
      }
    }
    level = column < columns ? [...new Set(next)].filter((id) => nodes.has(id)) : [];
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()], isCut };
}

function markCut(nodes: Map<string, ControlNode>, id: string): void {
  const node = nodes.get(id);
  if (node !== undefined) nodes.set(id, { ...node, isCut: true });
}

const controllersOf = (control: AccountControlValue | undefined): readonly string[] =>
  control === undefined
    ? []
    : [...new Set([...control.next, ...(control.owner === null ? [] : [control.owner]), ...control.signers])];

function nameOf(control: AccountControlValue | undefined): string {
  if (control === undefined) return 'an account, kind not read';
  const { kind, signers, voters, threshold } = control;
  if (!isMultisig(kind)) return accountKindTerm(kind).text;
  const accountType = 'multisig';
  return accountText({ address: '', accountType, accountKind: kind, signers: voters ?? signers, threshold });
}

/** Sizes of the drawing. */
export const controlSize = { width: 176, height: 40, across: 30, down: 10 } as const;

interface DrawnNode extends ControlNode {
  readonly x: number;
  readonly y: number;
}

export interface ControlPlot {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly { readonly path: string; readonly isProven: boolean }[];
}

/** Places of a graph's nodes and edges. */
export function controlPlot({ nodes, edges }: ControlGraph): ControlPlot {
  const { width, height, across, down } = controlSize;
  const drawn = nodes.map((node) => ({
    ...node,
    x: node.column * (width + across) + 1,
    y: node.row * (height + down) + 1,
  }));
  const placed = new Map(drawn.map((node) => [node.id, node]));
  return {
    width: Math.max(0, ...drawn.map(({ x }) => x + width)) + 1,
    height: Math.max(0, ...drawn.map(({ y }) => y + height)) + 1,
    nodes: drawn,
    edges: edges.flatMap(({ from, to, isProven }) => {
      const [a, b] = [placed.get(from), placed.get(to)];
      return a === undefined || b === undefined ? [] : [{ path: pathOf(a, b), isProven }];
    }),
  };
}

/** From the end of one node to the beginning of another; round the outside to one that is not further right. */
function pathOf(a: DrawnNode, b: DrawnNode): string {
  const { width, height, across } = controlSize;
  const [x, y, u, v] = [a.x + width, a.y + height / 2, b.x, b.y + height / 2];
  if (b.column > a.column) return `M${x} ${y}C${x + across / 2} ${y} ${u - across / 2} ${v} ${u} ${v}`;
  return `M${x} ${y}C${x + across} ${y} ${u + width + across} ${v} ${u + width} ${v}`;
}
