import type { Page } from 'playwright';

/** NGL's own calls, as far as they are needed here (2.5.0). */
interface Stage {
  loadFile: (file: Blob, how: { ext: string }) => Promise<Component>;
  viewer: { render: () => void };
  setParameters: (parameters: object) => void;
  dispose: () => void;
}
interface Component {
  addRepresentation: (kind: string, parameters: object) => unknown;
  autoView: (milliseconds?: number) => void;
  structure: { bondCount: number; atomCount: number; updatePosition: (positions: Float32Array) => void };
  updateRepresentations: (what: object) => void;
}

/** A chain of carbon atoms with its bonds, as Tripos mol2: NGL takes bonds from it and perceives none of its own. */
function mol2(atoms: number, places: Float32Array): string {
  const at = (index: number) => (places[index] as number).toFixed(3);
  const lines = Array.from(
    { length: atoms },
    (_, atom) => `${atom + 1} C ${at(3 * atom)} ${at(3 * atom + 1)} ${at(3 * atom + 2)} C.3 1 COI 0.0`,
  );
  const bonds = Array.from({ length: atoms - 1 }, (_, atom) => `${atom + 1} ${atom + 1} ${atom + 2} 1`);
  return `@<TRIPOS>MOLECULE\ncoil\n${atoms} ${atoms - 1}\nSMALL\nNO_CHARGES\n@<TRIPOS>ATOM\n${lines.join('\n')}\n@<TRIPOS>BOND\n${bonds.join('\n')}\n`;
}

/**
 * Frames per second that NGL draws of the same structure as lines, in the same browser: positions written into its structure, its representation
 * updated, its picture rendered, as often as the page is drawn.
 * @param script path of NGL's `dist/ngl.js`, which brings all that it needs
 */
export async function nglRate(page: Page, script: string, atoms: number, frames: Float32Array): Promise<number> {
  await page.setContent('<!doctype html><div id="box" style="width:800px;height:600px"></div>');
  await page.addScriptTag({ path: script });
  const few = Array.from({ length: 10 }, (_, frame) => [
    ...frames.subarray(3 * atoms * frame, 3 * atoms * (frame + 1)),
  ]);
  return page.evaluate(
    async ([text, count, lists]) => {
      const { NGL } = window as unknown as { NGL: { Stage: new (box: string) => Stage } };
      const stage = new NGL.Stage('box');
      stage.setParameters({ sampleLevel: -1 });
      const component = await stage.loadFile(new Blob([text]), { ext: 'mol2' });
      const { atomCount, bondCount } = component.structure;
      if (atomCount !== count || bondCount !== count - 1)
        throw new Error(`NGL read ${atomCount} atoms, ${bondCount} bonds`);
      component.addRepresentation('line', { colorScheme: 'element' });
      component.autoView(0);
      const positions = lists.map((list) => Float32Array.from(list));
      await new Promise((resolve) => setTimeout(resolve, 1000));
      let shown = 0;
      const end = performance.now() + 3000;
      while (performance.now() < end) {
        component.structure.updatePosition(positions[shown % positions.length] as Float32Array);
        component.updateRepresentations({ position: true });
        stage.viewer.render();
        await new Promise(requestAnimationFrame);
        shown += 1;
      }
      stage.dispose();
      return shown / 3;
    },
    [mol2(atoms, frames), atoms, few] as const,
  );
}
