/** What each workflow type is for, in one sentence, as menus and descriptions say it. Apart from the catalogue, which every page with an element loads. */
const summaries: Readonly<Record<string, string>> = {
  conformer_search: 'Generates, optimizes and ranks the conformers of a molecule, with Boltzmann weights.',
  conformers: 'The older conformer search: conformers of one molecule with one final method and their weights.',
  tautomers: 'Finds the tautomers of a molecule and ranks them by energy in water.',
  basic_calculation: 'Energy, geometry optimization, frequencies and properties of one molecule with one method.',
  multistage_opt: 'Optimizes a molecule with methods of rising quality, then computes a final energy.',
  electronic_properties:
    'Orbitals, electron density, electrostatic potential, charges, bond orders and multipoles of a molecule.',
  fukui: 'Where a molecule is attacked by nucleophiles, electrophiles and radicals.',
  descriptors: 'Molecular descriptors in two and three dimensions, with charges and Fukui indices of each atom.',
  macropka: 'All protonation states of a molecule by pH, its macroscopic pKa values, logD and isoelectric point.',
  pka: 'pKa of each acidic and basic site of a molecule.',
  solubility: 'Solubility of a molecule in solvents at several temperatures.',
  admet: 'Absorption, distribution, metabolism, excretion and toxicity of a molecule.',
  hydrogen_bond_basicity: 'Strength of each hydrogen-bond acceptor and donor site of a molecule.',
  redox_potential: 'Oxidation and reduction potential of a molecule in acetonitrile.',
  bde: 'Energy to break bonds of a molecule homolytically.',
  spin_states: 'Structures and energies of a molecule in several multiplicities.',
  strain: 'Strain of a given pose of a molecule, relative to its relaxed conformers.',
  nmr: 'Proton and carbon NMR spectra of a molecule, averaged over its conformers.',
  ion_mobility: 'Collision cross section of an ion, averaged over its conformers.',
  scan: 'Energy along a bond length, an angle or a dihedral, in one or two dimensions.',
  irc: 'Follows the reaction path from a transition state to both sides.',
  double_ended_ts_search: 'Finds the path and the transition state between a reactant and a product.',
  molecular_dynamics: 'Motion of a molecule or a periodic system over time, on the energies of a chosen method.',
  docking: 'Poses of a ligand in the pocket of a protein, with scores and strain.',
  batch_docking: 'Docks a list of compounds into one pocket and ranks them by their best score.',
  pose_analysis_md: 'Molecular dynamics of a docked pose: how far it moves, and which contacts last.',
  protein_cofolding: 'Structure of proteins, nucleic acids and ligands together, with confidence and binding affinity.',
  msa: 'Related sequences of one or several proteins, aligned, as files for structure prediction.',
  protein_binder_design: 'Designs proteins, peptides or nanobodies that bind a target.',
};

/** The sentence of a type; empty for one that this version does not know. */
export function summaryOfType(type: string): string {
  return summaries[type] ?? '';
}
