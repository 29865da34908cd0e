import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../../testing/wait-until.ts';
import '../../elements/viewer.tsx';
import { still } from '../../ui/test-helpers.ts';
import {
  captionOf,
  choose,
  control,
  named,
  one,
  placeOf,
  stageOf,
  type ViewerElement,
  viewerWith,
} from '../test-helpers.ts';
import { atomsInside, selectionAfter } from './lasso.ts';

/** Hears what is selected. */
function heardBy(element: ViewerElement): number[][] {
  const heard: number[][] = [];
  element.addEventListener('cuvette-select', (event) => heard.push([...event.detail.atoms]));
  return heard;
}

/** Draws a square about a place. */
async function lassoAbout([x, y]: [number, number], half: number) {
  const corners: [number, number][] = [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ];
  await sendMouse({ type: 'move', position: corners[0] as [number, number] });
  await sendMouse({ type: 'down' });
  for (const position of corners.slice(1)) await sendMouse({ type: 'move', position });
  await sendMouse({ type: 'up' });
}

describe('selecting atoms in the viewer', () => {
  before(() => setViewport({ width: 900, height: 700 }));

  it('a lasso selects the atoms whose projections it encloses; Shift adds, Alt removes', async () => {
    const element = await viewerWith({});
    const heard = heardBy(element);
    await choose(element, 'Select with lasso');
    await lassoAbout(placeOf(element, 2), 18);
    await waitUntil(() => heard.length === 1, 'first');
    expect(heard[0]).to.deep.equal([2]);
    await sendKeys({ down: 'Shift' });
    await lassoAbout(placeOf(element, 8), 8);
    await sendKeys({ up: 'Shift' });
    await waitUntil(() => heard.length === 2, 'Shift');
    expect(heard[1]).to.deep.equal([2, 8]);
    await sendKeys({ down: 'Alt' });
    await lassoAbout(placeOf(element, 2), 8);
    await sendKeys({ up: 'Alt' });
    await waitUntil(() => heard.length === 3, 'Alt');
    expect(heard[2]).to.deep.equal([8]);
    const { left, top, width, height } = stageOf(element).getBoundingClientRect();
    await lassoAbout(
      [Math.round(left + width / 2), Math.round(top + height / 2)],
      Math.floor(Math.min(width, height) / 2) - 3,
    );
    await waitUntil(() => heard.length === 4, 'all');
    expect(heard[3]).to.have.length(9);
    expect(captionOf(element)).to.equal('9 atoms selected');
  });

  it('draws from 10 pixels on; less is a click on the atom under the pointer', async () => {
    const element = await viewerWith({});
    const heard = heardBy(element);
    await choose(element, 'Select with lasso');
    const [x, y] = placeOf(element, 2);
    await sendMouse({ type: 'move', position: [x, y] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [x + 2, y] });
    expect(one(element, '.cv-lasso polygon')).to.equal(null);
    await sendMouse({ type: 'up' });
    await waitUntil(() => heard.length === 1);
    expect(heard[0]).to.deep.equal([2]);
    await sendMouse({ type: 'move', position: [x, y] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [x + 9, y] });
    expect(one(element, '.cv-lasso polygon')).to.equal(null);
    await sendMouse({ type: 'move', position: [x + 10, y] });
    await waitUntil(() => one(element, '.cv-lasso polygon'));
    await sendMouse({ type: 'up' });
    await waitUntil(() => heard.length === 2);
    expect(heard[1]).to.deep.equal([]);
    expect(one(element, '.cv-lasso polygon')).to.equal(null);
  });

  it('Escape drops the line of a drag and nothing else; what follows of the drag does nothing', async () => {
    const element = await viewerWith({});
    const heard = heardBy(element);
    named(element, 'Full screen').click();
    const full = () => one(element, '.cv-viewer').matches(':popover-open');
    await waitUntil(full);
    await choose(element, 'Select with lasso');
    stageOf(element).focus();
    const { left, top, right, bottom } = stageOf(element).getBoundingClientRect();
    await sendMouse({ type: 'move', position: [left + 5, top + 5] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [right - 5, top + 5] });
    await waitUntil(() => one(element, '.cv-lasso polygon'));
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !one(element, '.cv-lasso polygon'));
    await sendMouse({ type: 'move', position: [right - 5, bottom - 5] });
    await sendMouse({ type: 'move', position: [left + 5, bottom - 5] });
    await sendMouse({ type: 'up' });
    expect(full()).to.equal(true);
    expect(one(element, '.cv-lasso polygon')).to.equal(null);
    // What follows is heard after what the release would have selected.
    await sendKeys({ press: 'Control+a' });
    await waitUntil(() => heard.length > 0);
    expect(heard).to.have.length(1);
    expect(heard[0]).to.have.length(9);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => heard.length === 2, 'the key is the viewer’s again');
    expect(heard[1]).to.deep.equal([]);
  });

  it('clicks where it was pressed with a mouse that moves less than 10 pixels, and turns nothing', async () => {
    const element = await viewerWith({});
    const heard = heardBy(element);
    const [x, y] = placeOf(element, 2);
    for (const [index, moved] of [1, 5, 9].entries()) {
      await sendMouse({ type: 'move', position: [x, y] });
      await sendMouse({ type: 'down' });
      await sendMouse({ type: 'move', position: [x + moved, y] });
      expect(placeOf(element, 2), `${moved} px`).to.deep.equal([x, y]);
      await sendMouse({ type: 'up' });
      await waitUntil(() => heard.length === index + 1, `${moved} px`);
    }
    expect(heard).to.deep.equal([[2], [], [2]]);
  });

  it('turns from 10 pixels on, and does not click when it comes back', async () => {
    const element = await viewerWith({});
    const heard = heardBy(element);
    const [x, y] = placeOf(element, 2);
    await sendMouse({ type: 'move', position: [x, y] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [x + 30, y + 30] });
    expect(placeOf(element, 2)).not.to.deep.equal([x, y]);
    await sendMouse({ type: 'move', position: [x, y] });
    await sendMouse({ type: 'up' });
    // What follows is heard after what the release would have selected.
    await sendKeys({ press: 'Control+a' });
    await waitUntil(() => heard.length > 0);
    expect(heard[0]).to.have.length(9);
  });

  it('leaves out atoms that are not drawn', async () => {
    const element = await viewerWith({});
    const heard = heardBy(element);
    await choose(element, 'Hide C-H bonds');
    stageOf(element).focus();
    await sendKeys({ press: 'Control+a' });
    await waitUntil(() => heard.length === 1);
    expect(heard[0]).to.deep.equal([0, 1, 2, 8]);
  });

  it('by keyboard: Ctrl+A selects all, Escape none', async () => {
    const element = await viewerWith({});
    stageOf(element).focus();
    await sendKeys({ press: 'Control+a' });
    await waitUntil(() => captionOf(element) === '9 atoms selected');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => captionOf(element) === 'Ethanol');
  });

  it('by a list of numbers, which says what it does not understand', async () => {
    const element = await viewerWith({});
    const heard = heardBy(element);
    await choose(element, 'Select atoms by number');
    control(element, 'Atoms').focus();
    await sendKeys({ type: '1-3, 12' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => one(element, '[role=alert]'));
    expect(one(element, '[role=alert]').textContent).to.equal('There is no atom 12: the structure has 9.');
    expect(heard).to.deep.equal([]);
    await sendKeys({ press: 'Control+a' });
    await sendKeys({ type: '1-3, 9' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => heard.length === 1);
    expect(heard[0]).to.deep.equal([0, 1, 2, 8]);
    expect(one(element, '[role=alert]')).to.equal(null);
    named(element, 'All').click();
    await waitUntil(() => control(element, 'Atoms').value === '1-9');
    named(element, 'None').click();
    await waitUntil(() => control(element, 'Atoms').value === '');
  });

  it('passes axe with the lasso and the list open, in light and dark', async () => {
    const element = await viewerWith({});
    await choose(element, 'Select with lasso');
    await choose(element, 'Select atoms by number');
    for (const theme of ['light', 'dark']) {
      element.setAttribute('theme', theme);
      await still();
      await expect(element).to.be.accessible();
    }
  });
});

describe('points in a lasso', () => {
  it('by the even-odd rule, also where the line crosses itself', () => {
    const square = [0, 0, 10, 0, 10, 10, 0, 10];
    expect(atomsInside(square, [5, 5, 11, 5, 5, -1, 0.5, 9.5])).to.deep.equal([0, 3]);
    const bow = [0, 0, 10, 10, 10, 0, 0, 10];
    expect(atomsInside(bow, [1, 5, 9, 5, 5, 1, 5, 9])).to.deep.equal([0, 1]);
    expect(atomsInside(square, [Number.NaN, Number.NaN, 5, 5])).to.deep.equal([1]);
    expect(atomsInside([0, 0, 10, 10], [5, 5])).to.deep.equal([]);
  });

  it('adds, removes and replaces', () => {
    expect(selectionAfter([3, 1], [1, 2], 'add')).to.deep.equal([3, 1, 2]);
    expect(selectionAfter([3, 1], [1, 2], 'remove')).to.deep.equal([3]);
    expect(selectionAfter([3, 1], [1, 2], 'replace')).to.deep.equal([1, 2]);
  });
});
