import type { Macromolecule } from '@cuvette/core/chemistry';
import type { ProteinView } from '@cuvette/core/session';
import { formatNumber } from '@cuvette/core/tables';
import { useWords } from '../../elements/context.tsx';
import { localNumber } from '../../ui/numbers.ts';
import { bFactorColours, bFactorRange, confidenceColours, secondaryColours } from './residue-colours.ts';

/** Shows what the colours of a scheme mean, where its name alone does not say it. */
export function ColourLegend({ structure, view }: { structure: Macromolecule; view: ProteinView }) {
  const words = useWords();
  const texts = words.viewer.protein;
  if (view.colouring === 'secondary-structure') {
    const { helix, strand, coil } = secondaryColours;
    return (
      <>
        <Swatches
          entries={[
            [helix, texts.secondary.helix],
            [strand, texts.secondary.strand],
            [coil, texts.secondary.coil],
          ]}
        />
        {structure.secondaryFrom === 'geometry' && <p className="cv-protein-note">{texts.secondaryComputed}</p>}
      </>
    );
  }
  if (view.colouring !== 'b-factor') return null;
  if (structure.predicted) {
    return <Swatches entries={confidenceColours.map(({ colour, name }) => [colour, texts.confidences[name]])} />;
  }
  const [low, high] = bFactorRange(structure).map((value) => localNumber(words, formatNumber(value, 0))) as [
    string,
    string,
  ];
  return (
    <p className="cv-protein-legend">
      <svg width="72" height="12" aria-hidden="true">
        {bFactorColours.map((colour, place) => (
          <rect key={colour} x={24 * place} width="24" height="12" fill={colour} />
        ))}
      </svg>
      <span>{texts.bFactors(low, high)}</span>
    </p>
  );
}

function Swatches({ entries }: { entries: readonly (readonly [colour: string, text: string])[] }) {
  return (
    <ul className="cv-protein-legend">
      {entries.map(([colour, text]) => (
        <li key={text}>
          <svg width="12" height="12" aria-hidden="true">
            <rect width="12" height="12" rx="2" fill={colour} />
          </svg>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
