/** The share of its box that a path fills, from which on it counts as the box: rectangles, also with round corners. */
const boxShare = 0.85;

/** Operators of the library's path data. */
const [moveTo, lineTo, curveTo, quadraticTo] = [0, 1, 2, 3] as const;

/** Whether a path fills the box around it, by the area of the polygon through its points. */
export function isFilled(data: Float32Array | null, box: ArrayLike<number>): boolean {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = Array.from(box);
  const whole = (x1 - x0) * (y1 - y0);
  if (data === null || !(whole > 0)) return whole === 0;
  let [area, startX, startY, x, y] = [0, 0, 0, 0, 0];
  const line = (toX: number, toY: number): void => {
    area += x * toY - toX * y;
    [x, y] = [toX, toY];
  };
  for (let index = 0; index < data.length; ) {
    const operator = data[index];
    const at = (offset: number): number => data[index + offset] ?? 0;
    if (operator === moveTo) {
      line(startX, startY);
      [startX, startY, x, y] = [at(1), at(2), at(1), at(2)];
      index += 3;
    } else if (operator === lineTo) {
      line(at(1), at(2));
      index += 3;
    } else if (operator === curveTo) {
      line(at(1), at(2));
      line(at(3), at(4));
      line(at(5), at(6));
      index += 7;
    } else if (operator === quadraticTo) {
      line(at(1), at(2));
      line(at(3), at(4));
      index += 5;
    } else {
      line(startX, startY);
      index += 1;
    }
  }
  line(startX, startY);
  return Math.abs(area) / 2 >= boxShare * whole;
}
