/** Texts of the drawings of single workflow types: part of the package's message table (`words.ts`). German is in `german/panels.ts`. */
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
    hint: 'Choose a level in the accent colour to draw its orbital.',
    ladder: (energy: string) => `Orbital levels by ${energy}`,
    gap: (value: string) => `gap ${value}`,
    noGrid: 'No grid of this orbital was computed.',
    left: (count: number) =>
      count === 1
        ? 'One level is too far from the gap to be drawn. It is in the table.'
        : `${count} levels are too far from the gap to be drawn. They are in the table.`,
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
    noMolden:
      'This result has no Molden file: an older version of Cuvette computed it, or it was imported with more orbitals than such a file takes.',
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
    how: 'At the edge all rated properties of a group are good, at the centre all are bad. Okay counts half.',
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
    notRead: (reason: string) => `The alignment could not be drawn: ${reason}.`,
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
    diagram: (count: number) =>
      count === 1
        ? 'Formula of the ligand with one residue around it.'
        : `Formula of the ligand with ${count} residues around it. The table lists all contacts.`,
    diagramHow: 'Dashed with a length in Å: hydrogen bond. Dotted: hydrophobic contact.',
    drawn: 'Drawn in the viewer',
    all: 'All contacts',
    none: 'No contacts',
    pocket: 'Residues near',
    near: (radius: string, count: number) =>
      count === 1
        ? `One residue within ${radius} Å of the ligand:`
        : `${count} residues within ${radius} Å of the ligand:`,
    how: 'Hydrogen bonds: nitrogen or oxygen at most 3.5 Å apart, at least 120° at the hydrogen. Hydrophobic contacts: of each residue the closest pair of carbon atoms, at most 4.0 Å apart. In a structure without hydrogens only the distance is used for hydrogen bonds.',
  },
} as const;
