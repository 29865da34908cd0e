import { ELECTRONVOLT_NANOMETRES } from '@cuvette/core/chemistry';
import type { SpectrumKind, StickSpectrum } from '@cuvette/core/workflows';
import {
  absorptionHeight,
  broadenGaussian,
  dichroismHeight,
  usualBandWidth,
} from '@cuvette/core/workflows/curves/electronic-broadening';
import { broadenLorentzian, usualInfraredWidth } from '@cuvette/core/workflows/curves/lorentzian-broadening';
import { nmrLooks } from '../plot/nmr-looks.ts';
import type { Words } from '../words.ts';

interface Point {
  x: number;
  y: number;
}

/** A spectrum as it is drawn: its lines and the curve of all of them, in the units of the axes. */
export interface DrawnSpectrum {
  sticks: readonly Point[];
  curve: readonly Point[];
}

/** How spectra of a kind are drawn over each other. */
export interface SpectrumLook {
  /** A name that is the same in all languages, or has a translation among the titles. */
  title: string;
  labels: (words: Words) => readonly [x: string, y: string];
  /** The axis falls to the right, as that of a measured spectrum does. */
  falls: boolean;
  /** The pointer and the CSV tell the lines, not the curve: between narrow lines it says nothing. */
  byLines: boolean;
  /** Decimals of the heights that the pointer reads. */
  precision: number;
  draw: (lines: StickSpectrum['lines'], from: number, to: number) => DrawnSpectrum;
  /** The least and the most that the horizontal axis shows, for the lines of all spectra. */
  range: (places: readonly number[]) => readonly [from: number, to: number];
}

const points = 1400;

/** Places on the axis are those of the lines, heights too. */
function lorentzians(fullWidth: number): SpectrumLook['draw'] {
  return (lines, from, to) => {
    const sticks = lines.map(({ place, height }) => ({ x: place, y: height }));
    const sum = broadenLorentzian(
      lines.map(({ place, height }) => ({ position: place, intensity: height })),
      { from, to, points, fullWidth },
    );
    return { sticks, curve: Array.from(sum.x, (x, index) => ({ x, y: sum.y[index] ?? 0 })) };
  };
}

function gaussians(kind: 'absorption' | 'dichroism'): SpectrumLook['draw'] {
  return (lines, from, to) => {
    const states = lines.map(({ place, height }) => ({
      energy: place,
      oscillator: kind === 'absorption' ? height : null,
      rotatory: kind === 'dichroism' ? height : null,
    }));
    const heightOf = kind === 'absorption' ? absorptionHeight : dichroismHeight;
    const heights = states.map((state) => heightOf(state, usualBandWidth));
    const curve = broadenGaussian(states, heights, { from, to, points, fullWidth: usualBandWidth });
    return {
      sticks: states.map(({ energy }, index) => ({ x: ELECTRONVOLT_NANOMETRES / energy, y: heights[index] ?? 0 })),
      curve: curve.map(({ wavelength, intensity }) => ({ x: wavelength, y: intensity })),
    };
  };
}

/** From the least to the most of some places, widened by a margin, and at least a span. */
const spanOf = (places: readonly number[], margin: number, [low, high]: readonly [number, number]) =>
  [Math.min(low, ...places.map((x) => x - margin)), Math.max(high, ...places.map((x) => x + margin))] as const;

const electronic = (kind: 'absorption' | 'dichroism', title: string): SpectrumLook => ({
  title,
  labels: ({ plot }) => [plot.wavelength, plot[kind]],
  falls: false,
  byLines: false,
  precision: kind === 'absorption' ? 0 : 2,
  draw: gaussians(kind),
  range: (energies) => [
    ELECTRONVOLT_NANOMETRES / (Math.max(...energies) + 1.5 * usualBandWidth),
    ELECTRONVOLT_NANOMETRES / Math.max(0.5, Math.min(...energies) - 1.5 * usualBandWidth),
  ],
});

const magnetic = (kind: keyof typeof nmrLooks, title: string): SpectrumLook => {
  const { nucleus, span, fullWidth } = nmrLooks[kind];
  return {
    title,
    labels: ({ nmr }) => [nmr.axis(nucleus), nmr.nuclei],
    falls: true,
    byLines: true,
    precision: 0,
    draw: lorentzians(fullWidth),
    range: (shifts) => spanOf(shifts, (span[1] - span[0]) / 20, span),
  };
};

/** The look of each kind: axes, widths and spans are those of the spectrum of a single item. */
export const spectrumLooks: Readonly<Record<SpectrumKind, SpectrumLook>> = {
  infrared: {
    title: 'IR',
    labels: ({ plot }) => [plot.wavenumber, plot.intensity],
    falls: true,
    byLines: false,
    precision: 1,
    draw: lorentzians(usualInfraredWidth),
    range: (places) => spanOf(places, 50, [400, 4000]),
  },
  absorption: electronic('absorption', 'UV/Vis'),
  dichroism: electronic('dichroism', 'ECD'),
  proton_nmr: magnetic('proton_nmr', '1H NMR'),
  carbon_nmr: magnetic('carbon_nmr', '13C NMR'),
};
