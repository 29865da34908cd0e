import { status } from '@cuvette/core/entities';
import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { useState } from 'react';
import { defineElement } from '../elements/define.tsx';
import { english } from '../words.ts';
import {
  Button,
  Callout,
  Dialog,
  durationText,
  EmptyState,
  ErrorState,
  Facts,
  ProgressLine,
  Skeleton,
  SplitPane,
  StatusBadge,
  Switch,
  Tabs,
} from './index.ts';
import { still } from './test-helpers.ts';

function Parts() {
  const [tab, setTab] = useState('one');
  const [on, setOn] = useState(false);
  const [open, setOpen] = useState(false);
  const [size, setSize] = useState<'small' | 'medium' | 'large'>('small');
  const tabs = ['one', 'two', 'three'].map((id) => ({ id, title: `Tab ${id}`, content: () => <p>Panel {id}</p> }));
  return (
    <SplitPane
      name="parts-test"
      left={
        <div className="cv-stack cv-pad">
          {Object.values(status).map((code) => (
            <StatusBadge key={code} item={{ object_status: code }} />
          ))}
          <StatusBadge item={{ object_status: status.running, stopping: true }} />
          <ProgressLine
            stage="optimizing 14 of 50 conformers, GFN2-xTB"
            percent={28}
            startedAt={new Date(Date.now() - 65_000).toISOString()}
          />
          <Callout tone="okay" title="Ranked with MMFF94">
            <p>This server has no GFN-FF.</p>
          </Callout>
          <Callout tone="bad" title="Not converged" />
          <Callout tone="good" title="Converged" />
          <Facts
            facts={[
              { label: 'Energy (Hartree)', value: '−5.070544' },
              { label: 'Missing', value: null },
            ]}
          />
          <Skeleton height={20} label="Loading" />
        </div>
      }
      right={
        <div>
          <Tabs label="Results" tabs={tabs} active={tab} onChange={setTab} />
          <Switch label="Shared" checked={on} onChange={setOn} />
          <Button label="Open" kind="primary" onClick={() => setOpen(true)} />
          {(['medium', 'large'] as const).map((each) => (
            <Button
              key={each}
              label={`Open ${each}`}
              onClick={() => {
                setSize(each);
                setOpen(true);
              }}
            />
          ))}
          <Button label="Remove" kind="danger" />
          <Button label="Not now" disabled />
          <EmptyState title="No rows" detail="Nothing has been computed yet." />
          <ErrorState title="The plot could not be drawn." action={{ label: 'Try again', run: () => {} }} />
          <Dialog
            title="Share"
            open={open}
            size={size}
            onClose={() => setOpen(false)}
            actions={<Button label="Done" onClick={() => setOpen(false)} />}
          >
            <p>Anyone with the address can read it.</p>
          </Dialog>
        </div>
      }
    />
  );
}

defineElement<{ theme?: string }>({ tag: 'cuvette-parts-probe', view: Parts, attributes: { theme: 'string' } });
type Probe = HTMLElement & { shadowRoot: ShadowRoot };

async function parts(style = 'width:1000px;height:600px'): Promise<Probe> {
  localStorage.removeItem('cuvette.split.parts-test');
  const element = await fixture<Probe>(html`<cuvette-parts-probe style=${style}></cuvette-parts-probe>`);
  await aTimeout(50);
  return element;
}
const find = (element: Probe, selector: string) => element.shadowRoot.querySelector(selector) as HTMLElement;
const named = (element: Probe, name: string) =>
  [...element.shadowRoot.querySelectorAll('button')].find((button) => button.textContent === name) as HTMLElement;

describe('the small parts', () => {
  before(async () => {
    await setViewport({ width: 1100, height: 800 });
  });

  it('pass axe in light and dark, also with a dialog open', async () => {
    const element = await parts();
    for (const theme of ['light', 'dark']) {
      element.setAttribute('theme', theme);
      await aTimeout(200);
      await still();
      await expect(element).to.be.accessible();
    }
    named(element, 'Open').click();
    await aTimeout(50);
    await still();
    await expect(element).to.be.accessible();
  });

  it('the status has its label; a running item that is being stopped says so', async () => {
    const element = await parts();
    const labels = [...element.shadowRoot.querySelectorAll('.cv-badge')].map((badge) => badge.textContent);
    const words = ['Queued', 'Running', 'Completed', 'Failed', 'Stopped', 'Queued', 'Draft'];
    expect(labels).to.deep.equal([...words, 'Stopping']);
  });

  it('tabs: one stop, arrow keys and End move and open', async () => {
    const element = await parts();
    find(element, '[role=tab][tabindex="0"]').focus();
    await sendKeys({ press: 'ArrowLeft' });
    expect(find(element, '[role=tabpanel]').textContent).to.equal('Panel three');
    await sendKeys({ press: 'ArrowRight' });
    expect(find(element, '[role=tabpanel]').textContent).to.equal('Panel one');
    await sendKeys({ press: 'End' });
    expect((element.shadowRoot.activeElement as HTMLElement).textContent).to.equal('Tab three');
    expect(element.shadowRoot.querySelectorAll('[role=tab][tabindex="0"]')).to.have.length(1);
  });

  it('dialog: Escape closes and gives the focus back', async () => {
    const element = await parts();
    const opener = named(element, 'Open');
    opener.focus();
    opener.click();
    await aTimeout(50);
    const dialog = find(element, 'dialog') as HTMLDialogElement;
    expect(dialog.open).to.equal(true);
    await sendKeys({ press: 'Escape' });
    await aTimeout(50);
    expect(element.shadowRoot.querySelector('dialog') === null, 'closed').to.equal(true);
    expect(element.shadowRoot.activeElement === opener, 'the focus is back').to.equal(true);
  });

  it('dialog: small, medium and large, each with a button that closes it', async () => {
    const element = await parts();
    const widths: number[] = [];
    for (const opener of ['Open', 'Open medium', 'Open large']) {
      named(element, opener).click();
      await aTimeout(50);
      widths.push(find(element, 'dialog').getBoundingClientRect().width);
      await still();
      await expect(element).to.be.accessible();
      find(element, 'dialog [aria-label=Close]').click();
      await aTimeout(50);
      expect(element.shadowRoot.querySelector('dialog') === null, `${opener}: closed`).to.equal(true);
    }
    const [small = 0, medium = 0, large = 0] = widths;
    expect(medium).to.be.greaterThan(small + 50);
    expect(large).to.be.greaterThan(medium + 50);
  });

  it('split pane: moved by keys, remembered, stacked when narrow', async () => {
    const element = await parts();
    const divider = find(element, '[role=separator]');
    divider.focus();
    await sendKeys({ press: 'ArrowRight' });
    await aTimeout(20);
    expect(divider.getAttribute('aria-valuenow')).to.equal('52');
    expect(localStorage.getItem('cuvette.split.parts-test')).to.equal('52');
    const panes = () =>
      [...element.shadowRoot.querySelectorAll('.cv-pane')].map((pane) => pane.getBoundingClientRect());
    const [left, right] = panes();
    expect(left?.top).to.equal(right?.top);
    element.style.width = '500px';
    await aTimeout(50);
    const [above, below] = panes();
    expect(below?.top).to.be.at.least(above?.bottom ?? Number.POSITIVE_INFINITY);
    expect(getComputedStyle(divider).display).to.equal('none');
  });

  it('says durations as people do', () => {
    expect([0.4, 5, 65, 7810].map((seconds) => durationText(seconds, english))).to.deep.equal([
      '< 1 s',
      '5 s',
      '1 min 5 s',
      '2 h 10 min',
    ]);
  });
});
