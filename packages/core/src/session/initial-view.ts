import type { ProteinView } from './protein-view.ts';
import type { ViewerState } from './viewer-state.ts';

/** How a macromolecule is drawn that nobody has touched. */
export const initialProteinView: ProteinView = {
  hiddenChains: [],
  form: 'cartoon',
  chainForms: {},
  colouring: 'chain',
  chainColours: {},
  surface: 'none',
  surfaceOpacity: 0.7,
  waters: false,
  ions: true,
  ligands: true,
  pocket: false,
  hydrogens: 'polar',
};

/**
 * The state of a viewer at first: the defaults of its schema. Written out, so that a page that only draws does not
 * load the schemas.
 */
export const initialViewerState: ViewerState = {
  spinning: false,
  carbonHydrogen: true,
  drawing: null,
  lasso: false,
  measurements: [],
  labels: null,
  colouring: null,
  colourRange: null,
  amplitude: 0.35,
  arrows: false,
  protein: initialProteinView,
  surface: null,
  isovalue: null,
  surfaceOpacity: 0.75,
  surfaceWireframe: false,
  transparentBackground: false,
  adjacentCells: true,
  closestCell: true,
  overlay: 'none',
  overlaid: null,
  alignment: 'default',
  marked: null,
  camera: null,
};
