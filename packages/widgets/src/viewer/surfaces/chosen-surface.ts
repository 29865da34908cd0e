import type { GridHeader } from '@cuvette/core/entities';
import type { ViewerState } from '@cuvette/core/session';
import {
  type SurfaceChoice,
  surfaceChoices,
  usualIsovalue,
} from '@cuvette/core/workflows/parts/orbitals/surface-choices';
import { useMemo } from 'react';
import { localNumber } from '../../ui/numbers.ts';
import type { Words } from '../../words.ts';
import type { GridSource } from './grid-source.ts';
import { isovalueText } from './isovalue.ts';

/** A surface with its title in the page's language. */
type TitledSurface = Omit<SurfaceChoice, 'title'> & { title: string };

/** What can be drawn of some grids, and what is chosen. */
export interface ChosenSurface {
  choices: readonly TitledSurface[];
  choice: TitledSurface | null;
  /** Grid that the surface is of. */
  header: GridHeader | null;
  isovalue: number;
  /** The isovalue with its sign and unit; empty without a choice. */
  valueText: string;
}

/** Returns what the viewer's state chooses of some grids. */
export function useChosenSurface(sources: readonly GridSource[], state: ViewerState, words: Words): ChosenSurface {
  const { term } = words.ui;
  const choices = useMemo(
    () =>
      surfaceChoices(sources.map(({ header }) => header)).map((each) => ({
        ...each,
        title: localNumber(words, term(each.title)),
      })),
    [sources, words, term],
  );
  const choice = choices.find(({ id }) => id === state.surface) ?? null;
  const header = sources.find((each) => each.header.name === choice?.grid)?.header ?? null;
  const isovalue = state.isovalue ?? usualIsovalue(header?.quantity ?? 'orbital');
  const valueText =
    choice && header ? localNumber(words, isovalueText(isovalue, choice.bothSigns, header.value_unit)) : '';
  return { choices, choice, header, isovalue, valueText };
}
