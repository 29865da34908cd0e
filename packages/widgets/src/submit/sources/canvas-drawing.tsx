import { useEffect, useEffectEvent, useRef } from 'react';
import { loadToolkit } from '../../structure/depict.ts';
import { sourceWords as words } from './words.ts';

/** What a drawing says of itself. */
export interface Drawing {
  /** Empty where nothing is drawn. */
  smiles: string;
  formula: string;
  /** Atoms besides hydrogen. */
  heavyAtoms: number;
}

interface CanvasDrawingProps {
  /** What is to be drawn; another text draws anew, unless the drawing itself reported it last. */
  smiles: string;
  /** Hears what the person drew. */
  onDrawn: (smiles: string) => void;
  /** Hears what is drawn now, whoever drew it, or why the text cannot be drawn. */
  onShown: (shown: Drawing | { problem: string }) => void;
  /** The editor could not be loaded. */
  onFailed: () => void;
}

/** OpenChemLib's editor. It and a SMILES text follow each other; a text that nobody drew on is never rewritten. */
export function CanvasDrawing({ smiles, onDrawn, onShown, onFailed }: CanvasDrawingProps) {
  const box = useRef<HTMLDivElement>(null);
  const draw = useRef<((text: string) => void) | null>(null);
  const lastReported = useRef<string | null>(null);
  const drawn = useEffectEvent(onDrawn);
  const shown = useEffectEvent(onShown);
  const failed = useEffectEvent(onFailed);
  const current = useEffectEvent(() => smiles);
  useEffect(() => {
    let ended = false;
    let destroy = () => {};
    loadToolkit().then(({ CanvasEditor, Molecule }) => {
      if (ended || !box.current) return;
      const editor = new CanvasEditor(box.current, { initialMode: 'molecule' });
      destroy = () => editor.destroy();
      tidy(box.current);
      thicken(box.current);
      // The editor draws on white and has no other colours: in a dark page its picture is turned over, hues kept.
      box.current.toggleAttribute('data-dark', isLight(getComputedStyle(box.current).color));
      const tell = () => {
        const molecule = editor.getMolecule();
        const text = molecule.getAllAtoms() === 0 ? '' : molecule.toIsomericSmiles();
        const formula = text === '' ? '' : molecule.getMolecularFormula().formula;
        shown({ smiles: text, formula, heavyAtoms: molecule.getAtoms() });
        return text;
      };
      draw.current = (text) => {
        if (text === lastReported.current) return;
        lastReported.current = text;
        try {
          editor.setMolecule(text === '' ? new Molecule(0, 0) : Molecule.fromSmiles(text));
          tell();
        } catch (error) {
          void problemOf(text, error).then((problem) => {
            if (lastReported.current === text) shown({ problem });
          });
        }
      };
      draw.current(current().trim());
      editor.setOnChangeListener(({ type, isUserEvent }) => {
        if (type !== 'molecule' || !isUserEvent) return;
        lastReported.current = tell();
        drawn(lastReported.current);
      });
    }, failed);
    return () => {
      ended = true;
      draw.current = null;
      lastReported.current = null;
      destroy();
    };
  }, []);
  useEffect(() => {
    // A text that is being typed is mostly none yet.
    const timer = setTimeout(() => draw.current?.(smiles.trim()), 200);
    return () => clearTimeout(timer);
  }, [smiles]);
  return <div ref={box} className="cv-drawing" data-drawing />;
}

/**
 * The editor's canvases say nothing to a screen reader by themselves. And its area takes the size of its own canvas into account, which it sets by the
 * size of the area: pages hear of that circle as an error.
 */
function tidy(box: HTMLElement): void {
  const root = box.firstElementChild?.shadowRoot;
  const canvases = [...(root?.querySelectorAll('canvas') ?? [])];
  const area = canvases.at(-1)?.parentElement;
  if (area) Object.assign(area.style, { position: 'relative', minWidth: '0', overflow: 'hidden' });
  Object.assign(canvases.at(-1)?.style ?? {}, { position: 'absolute', inset: '0 auto auto 0' });
  for (const [index, canvas] of canvases.entries()) {
    canvas.setAttribute('role', index === 0 ? 'img' : 'application');
    canvas.setAttribute('aria-label', index === 0 ? words.drawingTools : words.drawingArea);
  }
}

/** Lines of the editor are one pixel wide, which is thin on a large drawing: they are drawn wider, whatever width it sets. */
function thicken(box: HTMLElement): void {
  const context = [...(box.firstElementChild?.shadowRoot?.querySelectorAll('canvas') ?? [])].at(-1)?.getContext('2d');
  const width = Object.getOwnPropertyDescriptor(CanvasRenderingContext2D.prototype, 'lineWidth');
  if (!context || !width?.get || !width.set) return;
  const { get, set } = width;
  Object.defineProperty(context, 'lineWidth', {
    get: () => get.call(context),
    set: (pixels: number) => {
      set.call(context, widening * pixels);
    },
  });
}

const widening = 1.8;

/** Whether a computed colour is nearer to white than to black. */
function isLight(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 128;
}

async function problemOf(smiles: string, error: unknown): Promise<string> {
  const { smilesProblem } = await import('../../structure/smiles-problem.ts');
  return smilesProblem(smiles, error);
}
