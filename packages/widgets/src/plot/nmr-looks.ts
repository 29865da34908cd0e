/** How the spectrum of a nucleus is drawn: its name on the axis, the span that is shown at least and the full width of a line at half height, in ppm. */
export interface NmrLook {
  nucleus: string;
  span: readonly [number, number];
  fullWidth: number;
}

/** The looks of the two spectra that are predicted. */
export const nmrLooks = {
  proton_nmr: { nucleus: '¹H', span: [0, 10], fullWidth: 0.02 },
  carbon_nmr: { nucleus: '¹³C', span: [0, 220], fullWidth: 0.4 },
} as const satisfies Record<string, NmrLook>;
