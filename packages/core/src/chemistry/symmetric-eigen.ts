/** Eigenvalues in ascending order, each with its normalized eigenvector. */
export interface EigenSystem {
  values: number[];
  vectors: number[][];
}

/**
 * Eigenvalues and eigenvectors of a small real symmetric matrix by cyclic Jacobi rotations (Golub and Van Loan, Matrix Computations, 4th ed., section 8.5).
 * @param matrix rows of a symmetric matrix; left as it is
 */
export function symmetricEigen(matrix: readonly (readonly number[])[]): EigenSystem {
  const n = matrix.length;
  const a = matrix.map((row) => [...row]);
  const v = a.map((_, i) => a.map((_, j) => (i === j ? 1 : 0)));
  const at = (m: number[][], i: number, j: number) => (m[i] as number[])[j] as number;
  const scale = Math.max(...a.flat().map(Math.abs), Number.MIN_VALUE);
  for (let sweep = 0; sweep < 60; sweep++) {
    let largest = 0;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        const apq = at(a, p, q);
        largest = Math.max(largest, Math.abs(apq));
        if (Math.abs(apq) <= scale * 1e-300) continue;
        const tau = (at(a, q, q) - at(a, p, p)) / (2 * apq);
        const t = (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
        const c = 1 / Math.sqrt(1 + t * t);
        const s = t * c;
        rotateColumns(a, p, q, c, s);
        rotateRows(a, p, q, c, s);
        rotateColumns(v, p, q, c, s);
      }
    }
    if (largest <= scale * 1e-15) break;
  }
  const order = a.map((_, i) => i).sort((i, j) => at(a, i, i) - at(a, j, j));
  return {
    values: order.map((i) => at(a, i, i)),
    vectors: order.map((i) => v.map((row) => row[i] as number)),
  };
}

function rotateColumns(m: number[][], p: number, q: number, c: number, s: number): void {
  for (const row of m) {
    const [x, y] = [row[p] as number, row[q] as number];
    row[p] = c * x - s * y;
    row[q] = s * x + c * y;
  }
}

function rotateRows(m: number[][], p: number, q: number, c: number, s: number): void {
  const [first, second] = [m[p] as number[], m[q] as number[]];
  m[p] = first.map((x, k) => c * x - s * (second[k] as number));
  m[q] = first.map((x, k) => s * x + c * (second[k] as number));
}
