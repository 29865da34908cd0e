import * as z from 'zod/mini';
import { alignmentModes } from '../chemistry/alignment/align-molecules.ts';
import { Camera } from './camera.ts';
import { drawings } from './drawing.ts';
import { forgivingField as field } from './forgiving-field.ts';
import { initialProteinView } from './initial-view.ts';
import { ProteinView } from './protein-view.ts';

const atomIndex = z.int().check(z.minimum(0));

/** Whether other structures are in the same picture, and how. */
export const overlays = ['none', 'ghosts', 'colours'] as const;

/**
 * How a structure is looked at, apart from which structure it is: everything that the viewer's menu changes. It is part of the
 * session, so that two viewers of one item look at it the same way, and it can be saved in an address and read from one.
 */
export const ViewerState = z.object({
  /** The structure turns by itself. */
  spinning: field(z.boolean(), false),
  /** Bonds of carbon to hydrogen, and these hydrogens, are drawn. */
  carbonHydrogen: field(z.boolean(), true),
  /** How atoms are drawn; null lets the viewer choose by their number. */
  drawing: field(z.nullable(z.enum(drawings)), null),
  /** A drag over the picture draws a lasso about atoms, in place of turning it. */
  lasso: field(z.boolean(), false),
  /** Distances, angles and dihedrals that stay in the picture: two, three or four atoms each (0-based). */
  measurements: field(z.array(z.array(atomIndex).check(z.minLength(2), z.maxLength(4))), []),
  /** What is written beside each atom: `element`, `number`, `name`, or the id of a property of the atoms. */
  labels: field(z.nullable(z.string()), null),
  /** Id of the property that atoms are coloured by; null colours them by element. */
  colouring: field(z.nullable(z.string()), null),
  /** Lowest and highest value of the colours; null takes them from the values. */
  colourRange: field(z.nullable(z.tuple([z.number(), z.number()])), null),
  /** Motion of the atom that moves most in a vibration, in Å. */
  amplitude: field(z.number().check(z.minimum(0.1), z.maximum(1)), 0.35),
  /** Arrows along a vibration. */
  arrows: field(z.boolean(), false),
  /** How chains, ligands and waters of a macromolecule are drawn. */
  protein: field(ProteinView, initialProteinView),
  /** Id of the isosurface that is drawn. */
  surface: field(z.nullable(z.string()), null),
  /** Its isovalue, in the unit of the grid; null takes the usual one. */
  isovalue: field(z.nullable(z.number().check(z.positive())), null),
  surfaceOpacity: field(z.number().check(z.minimum(0.1), z.maximum(1)), 0.75),
  surfaceWireframe: field(z.boolean(), false),
  /** Downloaded PNGs have no background. */
  transparentBackground: field(z.boolean(), false),
  /** Copies of a periodic structure in the cells around it are drawn, where it has fewer than 100 atoms. */
  adjacentCells: field(z.boolean(), true),
  /** Copies that complete the cell of a periodic structure are drawn. */
  closestCell: field(z.boolean(), true),
  /** Other structures of the item in the same picture: thin ghosts, or each with carbon of its own colour. */
  overlay: field(z.enum(overlays), 'none'),
  /** Identifiers of the structures that are overlaid; null: all. */
  overlaid: field(z.nullable(z.array(z.string())), null),
  /** How structures are laid on one another: atom by atom, or by their largest common substructure. */
  alignment: field(z.enum(alignmentModes), 'default'),
  /** Group of the marks that are drawn (`Mark`); null: all of them. */
  marked: field(z.nullable(z.string()), null),
  /** From where the structure is looked at; null: as it fills the picture. */
  camera: field(z.nullable(Camera), null),
});
export type ViewerState = z.infer<typeof ViewerState>;
