/** Chemical symbols by atomic number; index 0 is the dummy atom "X". */
const symbols = `X H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr
Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb
Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf
Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og`.split(/\s+/);

/** Covalent radii in Å for Z = 1 to 96 (Cordero et al. 2008, DOI 10.1039/B801115J; carbon sp3, low spin for Mn, Fe and Co). */
const covalentRadii =
  `0.31 0.28 1.28 0.96 0.84 0.76 0.71 0.66 0.57 0.58 1.66 1.41 1.21 1.11 1.07 1.05 1.02 1.06 2.03 1.76
1.70 1.60 1.53 1.39 1.39 1.32 1.26 1.24 1.32 1.22 1.22 1.20 1.19 1.20 1.20 1.16 2.20 1.95 1.90 1.75
1.64 1.54 1.47 1.46 1.42 1.39 1.45 1.44 1.42 1.39 1.39 1.38 1.39 1.40 2.44 2.15 2.07 2.04 2.03 2.01
1.99 1.98 1.98 1.96 1.94 1.92 1.92 1.89 1.90 1.87 1.87 1.75 1.70 1.62 1.51 1.44 1.41 1.36 1.36 1.32
1.45 1.46 1.48 1.40 1.50 1.50 2.60 2.21 2.15 2.06 2.00 1.96 1.90 1.87 1.80 1.69`
    .split(/\s+/)
    .map(Number);

const numbersBySymbol = new Map(symbols.map((symbol, number) => [symbol.toLowerCase(), number]));

/** The highest atomic number that has a symbol. */
export const maximumAtomicNumber = symbols.length - 1;

/** Symbol of an atomic number ("C" for 6); "X" for a dummy atom or a number that is no element. */
export function symbolOf(atomicNumber: number): string {
  return symbols[atomicNumber] ?? 'X';
}

/** Atomic number of a symbol in any letter case, or null when there is no such element. */
export function atomicNumberOf(symbol: string): number | null {
  const number = numbersBySymbol.get(symbol.trim().toLowerCase());
  return number === undefined || number === 0 ? null : number;
}

/** Covalent radius in Å; 1.5 Å where none is tabulated. */
export function covalentRadiusOf(atomicNumber: number): number {
  return covalentRadii[atomicNumber - 1] ?? 1.5;
}

/** Writes a list of atomic numbers as chemists read it: "H, C, N". */
export function elementList(atomicNumbers: Iterable<number>): string {
  return [...atomicNumbers].map(symbolOf).join(', ');
}

/** All atomic numbers from first to last, both included. */
export function elementRange(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
