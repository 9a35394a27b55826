import type { Figure, Target } from './measurement.ts';

const headings = ['', 'median', 'min', 'max', 'unit', 'floor', 'ratio', 'target', ''] as const;

/** Figures as a table: numbers right-aligned, text left-aligned. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = [headings, ...figures.map(cellsOf)];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const isNumber = (column: number): boolean => [1, 2, 3, 5, 6].includes(column);
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  const floors = [...new Set(figures.flatMap(({ floor }) => (floor === null ? [] : [floor.name])))];
  const notes = floors.map((floor) => {
    const names = figures.filter((figure) => figure.floor?.name === floor).map(({ name }) => name);
    return `floor of ${names.join('; ')}: ${floor}`;
  });
  return [...lines, ...notes].map((line) => `  ${line}`).join('\n');
}

const cellsOf = (figure: Figure): readonly string[] => [
  figure.name,
  number(figure.median),
  number(figure.min),
  number(figure.max),
  figure.unit,
  figure.floor === null ? '' : number(figure.floor.median),
  figure.ratio === null ? '' : figure.ratio.toFixed(2),
  figure.target === null ? '' : targetText(figure.target),
  figure.met === null ? '' : figure.met ? 'met' : 'MISSED',
];

const targetText = ({ of, bound, value }: Target): string =>
  `${of === 'ratio' ? 'ratio ' : ''}${bound === 'at least' ? '≥' : '≤'} ${number(value)}`;

/** Four significant digits. */
const number = (value: number): string => {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(Math.abs(value), 0.01))));
  return value.toFixed(Math.min(digits, 2)).replace(/\B(?=(\d{3})+(?!\d)(?<!\.\d*))/g, ',');
};
