/** Texts of plots. */
export const plotWords = {
  notLoaded: 'The plot could not be loaded. Reload the page to try again; the numbers are in the table.',
  optimizationStep: 'Optimization step',
  relativeEnergy: (unit: string) => `Energy relative to the last step (${unit})`,
  wavenumber: 'Wavenumber (cm⁻¹)',
  intensity: 'IR intensity (km/mol)',
  conformer: 'Conformer',
  weight: 'Boltzmann weight (%)',
  energyLabel: (steps: number, first: string, last: string, unit: string) =>
    `Energy against optimization step: ${steps} steps, from ${first} to ${last} ${unit} relative to the last.`,
  energyNone: 'Energy against optimization step; no step has an energy.',
  irLabel: (lines: number, position: string, intensity: string) =>
    `Computed IR spectrum with ${lines} lines; the strongest at ${position} cm⁻¹ with ${intensity} km/mol.`,
  weightsLabel: (count: number, list: string) => `Boltzmann weights of ${count} conformers: ${list}.`,
  leftOut: 'left out',
  tools: 'Plot as a file',
  downloadPng: 'Download plot as PNG',
  downloadSvg: 'Download plot as SVG',
  downloadCsv: 'Download values of the plot as CSV',
  copy: 'Copy',
  copyPicture: 'Copy plot as a picture',
  copied: 'Copied',
  exportFailed: 'This page or browser does not allow it.',
  wavelength: 'Wavelength (nm)',
  absorption: 'ε (L mol⁻¹ cm⁻¹)',
  dichroism: 'Δε (L mol⁻¹ cm⁻¹)',
  electronicLabel: (title: string, lines: number, position: string, intensity: string) =>
    `Computed spectrum, ${title}, with ${lines} excitations; the strongest at ${position} nm with ${intensity}.`,
  bandWidth: 'Width of the bands at half height (eV)',
  fullWidth: 'Width of the lines at half height (cm⁻¹)',
} as const;
