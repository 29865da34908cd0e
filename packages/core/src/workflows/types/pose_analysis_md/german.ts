/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Pose-Analysis MD': 'Molekulardynamik einer Pose',
  Frames: 'Bilder',
  Trajectories: 'Trajektorien',
  Trajectory: 'Trajektorie',
  'Ligand RMSD': 'RMSD des Liganden',
  'Mean RMSD': 'Mittlere RMSD',
  'Largest RMSD': 'Größte RMSD',
  'Last RMSD': 'Letzte RMSD',
  'Conserved Contacts': 'Beständige Kontakte',
  'Conserved contacts': 'Beständige Kontakte',
  'Atom Distances': 'Atomabstände',
  'Protein atom': 'Proteinatom',
  'Ligand atom': 'Ligandatom',
  'Mean occupancy': 'Mittlere Häufigkeit',
};
