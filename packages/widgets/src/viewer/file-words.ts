/** Texts about structures that are read from a file. */
export const fileWords = {
  loading: 'Loading the structure',
  failed: 'The structure cannot be shown.',
  structure: (place: number) => `Structure ${place}`,
  frame: (place: number) => `Frame ${place}`,
  model: (place: number) => `Model ${place}`,
} as const;
