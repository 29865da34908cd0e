/** What the drawings of single workflow types say: part of the package's message table (`words.ts`). A word that is added here gets its German one in `german/panels.ts`. */
export const panelWords = {
  bonds: {
    label: 'Bonds with their dissociation energies',
    view: 'View',
    viewAll: 'View all',
    viewOne: (bond: string) => `View ${bond}`,
    viewAllBeside: (bond: string) => `View all bonds, ${bond} among them`,
    fragment1: 'View Fragment 1',
    fragment2: 'View Fragment 2',
    underlying: 'View Underlying Calculation',
    failed: 'Failed',
    drawing: (count: number) => `Structural formula with ${count} bonds in the colours of their energies`,
    scale: (low: string, high: string, unit: string) => `Colours from ${low} (green) to ${high} (pale green) ${unit}`,
  },
  orbitals: {
    hint: 'A level in the accent colour draws its orbital.',
    ladder: (energy: string) => `Orbital levels by ${energy}`,
    gap: (value: string) => `gap ${value}`,
    noGrid: 'No grid of this orbital was computed.',
    left: (count: number) =>
      count === 1
        ? 'One level lies too far from the gap to be drawn; it stands in the table.'
        : `${count} levels lie too far from the gap to be drawn; they stand in the table.`,
  },
  surfaces: {
    draw: 'Isosurface drawn',
    grids: 'Grids',
    grid: 'Grid',
    unit: 'Unit',
    lowest: 'Lowest value',
    highest: 'Highest value',
    points: 'Points',
    molden: 'Download as Molden file',
    noMolden: 'This result holds no Molden file: it was computed before there was one. Submit it again.',
    moldenFailed: (status: string) => `Download failed (${status})`,
  },
  sites: {
    drawing: (count: number) => `Structural formula with the pKa at ${count === 1 ? 'one atom' : `${count} atoms`}`,
    partners: 'Sites with both partners',
    given: 'Show as given',
    base: 'Show conjugate base',
    acid: 'Show conjugate acid',
  },
  admet: {
    radar: (groups: string) => `Ratings by group. ${groups}`,
    counts: (good: number, okay: number, bad: number) => `${good} good, ${okay} okay, ${bad} bad`,
    how: 'Outside all rated properties of a group are good, in the middle all are bad; okay counts half.',
  },
  alignment: {
    format: 'Format',
    download: 'Download MSA',
    completed: (name: string) => `${name} is completed. The alignment can be downloaded.`,
    title: (file: string) => `Alignment ${file}`,
    label: (rows: number, columns: number, coverage: string, conservation: string) =>
      `${rows === 1 ? 'One sequence' : `${rows} sequences`}, ${columns} columns, mean coverage ${coverage}, mean conservation ${conservation}`,
    coverage: 'Coverage',
    conservation: 'Conservation',
    how: 'Coverage: share of the sequences that have a letter in the column. Conservation: 1 − H / ln 20 with the entropy H of these letters. Blue: hydrophobic; teal: aromatic; red: positive; violet: negative; green: polar; orange: glycine; yellow: proline; pink: cysteine.',
    notRead: (reason: string) => `The alignment could not be read to be drawn: ${reason}.`,
  },
  path: {
    label: 'Points of the path',
    start: 'Show the start',
    saddle: 'Show the saddle point',
    guess: 'Show the guessed saddle point',
    end: 'Show the end',
    mode: (frequency: string) => `Show its mode at ${frequency} cm⁻¹ with arrows`,
  },
  fasta: 'Download FASTA',
  potentials: { electrode: 'Reference electrode' },
  poses: {
    files: 'Poses and complex',
    sdf: (count: number) => (count === 1 ? 'Download the pose (SDF)' : `Download ${count} poses (SDF)`),
    complex: 'Download complex (PDB)',
    surface: 'Surface of the protein',
    best: 'Best compounds together in the viewer',
    notWritten: (reason: string) => `The file could not be written: ${reason}`,
    otherMolecule: (pose: string) => `the SMILES is not that of the atoms of the pose (${pose}).`,
  },
  contacts: {
    title: 'Contacts of the pose shown',
    drawn: 'Drawn in the viewer',
    all: 'All contacts',
    none: 'No contacts',
    pocket: 'Residues near',
    near: (radius: string, count: number) =>
      count === 1
        ? `One residue within ${radius} Å of the ligand:`
        : `${count} residues within ${radius} Å of the ligand:`,
    how: 'Hydrogen bonds: nitrogen or oxygen at most 3.5 Å apart, at least 120° at the hydrogen. Hydrophobic contacts: of each residue the closest pair of carbon atoms, at most 4.0 Å apart. In a structure without hydrogens the distance alone decides whether its atoms give a hydrogen bond.',
  },
} as const;
