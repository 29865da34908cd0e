/** What the pictures use of d3-scale and d3-shape, which bring no types. */
declare module 'd3-scale' {
  interface LinearScale {
    (value: number): number;
    domain: ((range: readonly [number, number]) => LinearScale) & (() => [number, number]);
    range: (range: readonly [number, number]) => LinearScale;
    nice: (count?: number) => LinearScale;
    ticks: (count?: number) => number[];
    tickFormat: (count?: number, specifier?: string) => (value: number) => string;
  }
  export function scaleLinear(): LinearScale;
}

declare module 'd3-shape' {
  interface Line<Point> {
    (points: readonly Point[]): string | null;
    x: (of: (point: Point) => number) => Line<Point>;
    y: (of: (point: Point) => number) => Line<Point>;
    defined: (of: (point: Point) => boolean) => Line<Point>;
  }
  export function line<Point>(): Line<Point>;
}
