/** Rows of equal length. */
type Matrix = Float64Array[];

/** Keeps directions in which the examples hardly vary from being trusted; a share of the mean variance. */
const ridge = 0.1;

export interface Discriminant {
  readonly mean: Float64Array;
  /** One row for each number that is kept. */
  readonly rows: readonly Float64Array[];
}

/**
 * Linear discriminant analysis: the directions in which classes differ most, compared with the variation within them.
 * Along each direction, the examples of one class vary equally.
 */
export function learnDiscriminant(classes: readonly (readonly Float32Array[])[], kept: number): Discriminant {
  const means = classes.map(meanOf);
  const mean = meanOf(means);
  const within = covariance(
    classes.flatMap((examples, index) => examples.map((each) => minus(each, means[index] ?? mean))),
  );
  const between = covariance(means.map((each) => minus(each, mean)));
  const typical = within.reduce((sum, row, at) => sum + (row[at] ?? 0), 0) / within.length;
  within.forEach((row, at) => {
    row[at] = (row[at] ?? 0) + ridge * typical;
  });
  const whitening = inverseOfLower(cholesky(within));
  const { values, vectors } = eigen(times(times(whitening, between), transposed(whitening)));
  const order = [...values.keys()].sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0)).slice(0, kept);
  return {
    mean,
    rows: times(
      order.map((at) => vectors[at] ?? mean),
      whitening,
    ),
  };
}

function meanOf(vectors: readonly (Float32Array | Float64Array)[]): Float64Array {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (let at = 0; at < mean.length; at++) mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0) / vectors.length;
  return mean;
}

function minus(a: Float32Array | Float64Array, b: Float64Array): Float64Array {
  return Float64Array.from(a, (value, at) => value - (b[at] ?? 0));
}

function covariance(vectors: readonly Float64Array[]): Matrix {
  const size = vectors[0]?.length ?? 0;
  const matrix = Array.from({ length: size }, () => new Float64Array(size));
  for (const vector of vectors) {
    for (const [at, row] of matrix.entries()) addTo(row, vector, (vector[at] ?? 0) / vectors.length);
  }
  return matrix;
}

function addTo(row: Float64Array, other: Float64Array, factor: number): void {
  if (factor === 0) return;
  for (let at = 0; at < row.length; at++) row[at] = (row[at] ?? 0) + factor * (other[at] ?? 0);
}

function times(a: readonly Float64Array[], b: readonly Float64Array[]): Matrix {
  return a.map((row) => {
    const product = new Float64Array(b[0]?.length ?? 0);
    row.forEach((factor, at) => {
      addTo(product, b[at] ?? product, factor);
    });
    return product;
  });
}

function transposed(matrix: readonly Float64Array[]): Matrix {
  return matrix.map((_, at) => Float64Array.from(matrix, (row) => row[at] ?? 0));
}

/** The lower triangle whose product with its transpose is the matrix. */
function cholesky(matrix: Matrix): Matrix {
  const lower = matrix.map((row) => new Float64Array(row.length));
  for (const [at, row] of lower.entries()) {
    for (let column = 0; column <= at; column++) {
      const other = lower[column] ?? row;
      let rest = matrix[at]?.[column] ?? 0;
      for (let k = 0; k < column; k++) rest -= (row[k] ?? 0) * (other[k] ?? 0);
      row[column] = column === at ? Math.sqrt(rest) : rest / (other[column] ?? 1);
    }
  }
  return lower;
}

function inverseOfLower(lower: Matrix): Matrix {
  const inverse = lower.map((row) => new Float64Array(row.length));
  for (const [at, row] of inverse.entries()) {
    for (let k = 0; k < at; k++) addTo(row, inverse[k] ?? row, -(lower[at]?.[k] ?? 0));
    row[at] = 1;
    const pivot = lower[at]?.[at] ?? 1;
    for (let column = 0; column <= at; column++) row[column] = (row[column] ?? 0) / pivot;
  }
  return inverse;
}

const sweepsAtMost = 12;

/** Eigenvalues and, as rows, eigenvectors of a symmetric matrix, by Jacobi's rotations. */
function eigen(matrix: Matrix): { values: number[]; vectors: Matrix } {
  const vectors = matrix.map((row, at) => row.map((_, column) => (at === column ? 1 : 0)));
  const largest = Math.max(...matrix.map((row, at) => Math.abs(row[at] ?? 0)));
  for (let sweep = 0; sweep < sweepsAtMost; sweep++) {
    let rotated = 0;
    for (let p = 0; p < matrix.length; p++) {
      for (let q = p + 1; q < matrix.length; q++) {
        if (Math.abs(matrix[p]?.[q] ?? 0) < largest * 1e-9) continue;
        rotate(matrix, vectors, p, q);
        rotated += 1;
      }
    }
    if (rotated === 0) break;
  }
  return { values: matrix.map((row, at) => row[at] ?? 0), vectors };
}

/** Makes the element at `p`, `q` zero. */
function rotate(matrix: Matrix, vectors: Matrix, p: number, q: number): void {
  const [rowP, rowQ] = [matrix[p], matrix[q]];
  if (!rowP || !rowQ) return;
  const theta = ((rowQ[q] ?? 0) - (rowP[p] ?? 0)) / (2 * (rowP[q] ?? 0));
  const tangent = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  turnRows(rowP, rowQ, cosine, sine);
  for (const row of matrix) {
    const [a, b] = [row[p] ?? 0, row[q] ?? 0];
    row[p] = cosine * a - sine * b;
    row[q] = sine * a + cosine * b;
  }
  turnRows(vectors[p] ?? rowP, vectors[q] ?? rowQ, cosine, sine);
}

function turnRows(first: Float64Array, second: Float64Array, cosine: number, sine: number): void {
  for (let at = 0; at < first.length; at++) {
    const [a, b] = [first[at] ?? 0, second[at] ?? 0];
    first[at] = cosine * a - sine * b;
    second[at] = sine * a + cosine * b;
  }
}
