/** What the viewer's tools for atoms say: selecting, measuring, labels, colours, vibrations. */
export const selectionWords = {
  lasso: 'Select with lasso',
  lassoHint: 'Drag around atoms. Shift adds, Alt removes.',
  list: 'Select atoms by number',
  field: 'Atoms',
  example: 'such as 1-5, 8',
  apply: 'Select',
  all: 'All',
  none: 'None',
  count: (count: number) => `${count} atoms selected`,
} as const;

export const measureWords = {
  keep: 'Keep measurement',
  removeAll: 'Remove measurements',
  kept: 'Measurements',
  needsAtoms: 'Select two, three or four atoms first.',
} as const;

export const valueWords = {
  open: 'Labels and colours',
  labels: 'Label atoms with',
  colours: 'Colour atoms by',
  nothing: 'Nothing',
  element: 'Element',
  number: 'Number',
  name: 'Element and number',
  lowest: 'Lowest colour',
  highest: 'Highest colour',
  automatic: 'Automatic range',
  noValue: 'grey: no value',
  tooMany: (limit: number) => `Labels are drawn for up to ${limit} atoms.`,
  legend: (title: string, low: string, high: string) => `Colours by ${title}, from ${low} to ${high}`,
  signedLegend: (title: string, low: string, high: string) =>
    `Colours by ${title}: red is negative (${low}), grey is zero, blue is positive (${high})`,
} as const;

export const motionWords = {
  amplitude: 'Amplitude',
  amplitudeValue: (value: string) => `${value} Å`,
  arrows: 'Arrows',
} as const;
