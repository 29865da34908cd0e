import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { sendMouse, setViewport } from '@web/test-runner-commands';
import { flatPositions } from '../overlay/align.ts';
import { createRenderer } from '../renderer.ts';

/** Atoms on a flat grid, 3 Å apart, so that none hides another. */
const grid = (side: number) =>
  Array.from({ length: side * side }, (_, index) => ({
    atomic_number: 8,
    position: [3 * (index % side), 3 * Math.floor(index / side), 0.001 * index] as [number, number, number],
  }));

describe('atoms in motion', () => {
  before(() => setViewport({ width: 900, height: 700 }));

  for (const [side, whileMoving] of [
    [4, 1],
    [20, 0],
  ] as const) {
    it(`of ${side * side} atoms can be clicked ${whileMoving ? 'while they move' : 'when they rest'}, and each once`, async () => {
      const box = await fixture<HTMLElement>(html`<div style="position:relative;width:600px;height:500px"></div>`);
      const picked: number[] = [];
      const renderer = await createRenderer(box, { carbon: '#777777', antialias: false }, (atom) => picked.push(atom));
      const atoms = grid(side);
      renderer.show(atoms, { frame: true });
      const click = async () => {
        const { x, y } = renderer.screenPosition(5) ?? { x: 0, y: 0 };
        await sendMouse({ type: 'click', position: [Math.round(x), Math.round(y)] });
      };
      const moving = setInterval(() => renderer.setPositions(flatPositions(atoms)), 40);
      await aTimeout(200);
      await click();
      await aTimeout(100);
      expect(picked).to.deep.equal(Array.from({ length: whileMoving }, () => 5));
      clearInterval(moving);
      await aTimeout(700);
      await click();
      await aTimeout(100);
      expect(picked).to.deep.equal(Array.from({ length: whileMoving + 1 }, () => 5));
      renderer.dispose();
    });
  }
});
