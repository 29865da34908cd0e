import { numberColumn, textColumn } from '@cuvette/core/tables';
import { broadenLorentzian } from '@cuvette/core/workflows/curves/lorentzian-broadening';
import { aTimeout, expect } from '@open-wc/testing';
import { createRoot, type Root } from 'react-dom/client';
import { addEnglish } from '../english-at-hand.ts';
import { resultWords } from '../results/words.ts';
import { still } from '../ui/test-helpers.ts';
import { EnergyPlot } from './energy-plot.tsx';
import { IrSpectrum } from './ir-spectrum.tsx';
import { MapPlot } from './map-plot.tsx';
import { nearestIndex } from './nearest-index.ts';
import { TablePlot } from './table-plot.tsx';

addEnglish(resultWords);

describe('broadening', () => {
  it('gives a lone line its own height and half of it at half the width', () => {
    const { x, y } = broadenLorentzian([{ position: 1000, intensity: 80 }], {
      from: 900,
      to: 1100,
      points: 201,
      fullWidth: 40,
    });
    expect(x[100]).to.equal(1000);
    expect(y[100]).to.be.closeTo(80, 1e-9);
    expect(y[80]).to.be.closeTo(40, 1e-9);
    expect(y[120]).to.be.closeTo(40, 1e-9);
  });

  it('adds lines up and refuses a width that is none', () => {
    const line = { position: 500, intensity: 1 };
    const { y } = broadenLorentzian([line, line], { from: 500, to: 500, points: 1, fullWidth: 10 });
    expect(y[0]).to.be.closeTo(2, 1e-12);
    expect(() => broadenLorentzian([line], { from: 0, to: 1, points: 2, fullWidth: 0 })).to.throw(RangeError);
  });

  it('finds the nearest entry, past those without a value', () => {
    expect(nearestIndex([1, Number.NaN, 3], 2.4)).to.equal(2);
    expect(nearestIndex([], 1)).to.equal(-1);
  });
});

describe('plots', () => {
  let box: HTMLDivElement;
  let root: Root;
  beforeEach(() => {
    box = document.createElement('div');
    box.style.width = '500px';
    document.body.append(box);
    root = createRoot(box);
  });
  afterEach(() => {
    root.unmount();
    box.remove();
  });

  const drawn = async () => {
    for (let i = 0; i < 100; i++) {
      const svg = box.querySelector('svg');
      if (svg) return svg;
      await aTimeout(30);
    }
    throw new Error('no plot was drawn');
  };

  it('draw without an inline style element, follow the width, and have a text alternative', async () => {
    root.render(<EnergyPlot relativeEnergies={Float64Array.of(3.2, 1, Number.NaN, 0)} active={0} onPick={() => {}} />);
    const svg = await drawn();
    expect(box.querySelector('style')).to.equal(null);
    expect(svg.getAttribute('width')).to.equal('500');
    const image = box.querySelector('[role="img"]');
    expect(image?.getAttribute('aria-label')).to.contain('4 steps, from 3.20 to 0.00 kcal/mol');
    box.style.width = '320px';
    await aTimeout(120);
    expect(box.querySelector('svg')?.getAttribute('width')).to.equal('320');
    await still();
    await expect(box).to.be.accessible();
  });

  it('a click picks the step that is nearest and has an energy', async () => {
    const picked: number[] = [];
    root.render(
      <EnergyPlot
        relativeEnergies={Float64Array.of(3.2, 1, 0)}
        unit="kJ/mol"
        active={0}
        onPick={(step) => picked.push(step)}
      />,
    );
    const svg = await drawn();
    const label = box.querySelector('[role="img"]')?.getAttribute('aria-label');
    expect(label).to.contain('from 13.39 to 0.00 kJ/mol');
    const { right, top, height } = svg.getBoundingClientRect();
    svg.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: right - 25, clientY: top + height / 2 }));
    expect(picked).to.deep.equal([2]);
  });

  it('a curve has a gap where a point failed', async () => {
    const columns = [
      numberColumn({ id: 'angle', title: 'Angle', precision: 0 }, [0, 60, 120, 180, 240]),
      numberColumn({ id: 'energy', title: 'Energy', precision: 2 }, [0, 2, null, 3, 1]),
    ];
    const table = { id: 'scan', title: 'Scan', length: 5, columns, structures: [], empty: '' };
    const part = { kind: 'plot', table: 'scan', mark: 'line', x: 'angle', y: 'energy' } as const;
    root.render(<TablePlot part={part} table={table} active={-1} onPick={() => {}} />);
    const svg = await drawn();
    const curve = svg.querySelector('[aria-label="line"] path')?.getAttribute('d') ?? '';
    expect(curve.match(/M/g)).to.have.length(2);
    const points = svg.querySelectorAll('[aria-label="dot"] circle');
    expect([...points].map((point) => point.querySelector('title')?.textContent)[1]).to.equal('Angle 60\nEnergy 2.00');
    expect(points).to.have.length(4);
  });

  it('bars of a text column have its texts as names', async () => {
    const names = ['ethanol', 'ethyl propanoate', 'water'];
    const columns = [
      textColumn({ id: 'solvent', title: 'Solvent' }, names),
      numberColumn({ id: 'log_s', title: 'log S', precision: 1 }, [-1, 0.5, -3]),
    ];
    const table = { id: 'solubility', title: 'Solubility', length: 3, columns, structures: [], empty: '' };
    const part = { kind: 'plot', table: 'solubility', mark: 'bars', x: 'solvent', y: 'log_s' } as const;
    const picked: number[] = [];
    root.render(<TablePlot part={part} table={table} active={0} onPick={(row) => picked.push(row)} />);
    const svg = await drawn();
    const texts = [...svg.querySelectorAll('text')].map(({ textContent }) => textContent);
    expect(texts).to.include.members(['ethanol', 'ethyl propa…', 'water']);
    const bars = [...svg.querySelectorAll('[aria-label="rect"] rect')];
    expect(bars[1]?.querySelector('title')?.textContent).to.equal('Solvent ethyl propanoate\nlog S 0.5');
    const { left, top, width } = (bars[1] as Element).getBoundingClientRect();
    svg.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: left + width / 2, clientY: top + 5 }));
    expect(picked).to.deep.equal([1]);
  });

  it('a map says what its colours mean, draws its contour lines between the points, and reads a point under the pointer', async () => {
    const grid = [0, 1, 2].flatMap((first) => [0, 1, 2].map((second) => [first, second] as const));
    const columns = [
      numberColumn(
        { id: 'bond', title: 'Bond', unit: 'Å', precision: 2 },
        grid.map(([first]) => 1 + first / 10),
      ),
      numberColumn(
        { id: 'angle', title: 'Angle', unit: '°', precision: 0 },
        grid.map(([, second]) => 100 + 10 * second),
      ),
      numberColumn(
        { id: 'energy', title: 'Energy', unit: 'eV', precision: 2 },
        grid.map(([first, second]) => first + second),
      ),
    ];
    const table = { id: 'scan', title: 'Scan', length: 9, columns, structures: [], empty: '' };
    const part = { kind: 'plot', table: 'scan', mark: 'heat', x: 'bond', y: 'angle', value: 'energy' } as const;
    const picked: number[] = [];
    root.render(<MapPlot part={part} table={table} active={4} onPick={(row) => picked.push(row)} />);
    const svg = await drawn();
    expect(box.querySelector('.cv-colour-scale')?.textContent).to.equal('Energy (eV)0.004.00');
    expect(svg.querySelectorAll('[aria-label="contour"] path').length).to.be.greaterThan(1);
    const cells = [...svg.querySelectorAll('[aria-label="rect"]')][0]?.querySelectorAll('rect') ?? [];
    expect(cells[5]?.querySelector('title')?.textContent).to.equal('Bond 1.10 Å\nAngle 120 °\nEnergy 3.00 eV');
    const { left, top, width, height } = (cells[5] as Element).getBoundingClientRect();
    const middle = { clientX: left + width / 2, clientY: top + height / 2 };
    // The contour lines lie above the cells and let the pointer through.
    const under = (box.getRootNode() as Document).elementFromPoint(middle.clientX, middle.clientY);
    under?.dispatchEvent(new MouseEvent('click', { bubbles: true, ...middle }));
    expect(under?.querySelector('title')?.textContent).to.contain('Energy 3.00 eV');
    expect(picked).to.deep.equal([5]);
  });

  it('the IR spectrum falls to the right: high wavenumbers are on the left', async () => {
    const picked: number[] = [];
    const lines = [
      { position: 3500, intensity: 10 },
      { position: 600, intensity: 5 },
    ];
    root.render(
      <IrSpectrum
        lines={lines}
        active={-1}
        broadening={{ shape: 'lorentzian', fullWidth: 20 }}
        onPick={(index) => picked.push(index)}
      />,
    );
    const svg = await drawn();
    const { left, right, top } = svg.getBoundingClientRect();
    svg.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: left + 90, clientY: top + 100 }));
    svg.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: right - 40, clientY: top + 100 }));
    expect(picked).to.deep.equal([0, 1]);
    expect(box.querySelector('[role="img"]')?.getAttribute('aria-label')).to.contain('strongest at 3500 cm⁻¹');
  });
});
