import { expect, test } from 'vitest';
import { kindOfPasted } from '../pasted-text.ts';
import { drawnFormatOf, structureFileText } from './drawn-file.ts';

const cdxml = `<?xml version="1.0" encoding="UTF-8" ?>
<!DOCTYPE CDXML SYSTEM "CDXML.dtd" >
<CDXML BondLength="30"><page><fragment><n p="0 0"/></fragment></page></CDXML>`;
const rxn = '$RXN\n\n  ChemDraw\n\n  1  1\n$MOL\n\n  ChemDraw\n\nM  END\n$MOL\n\n  ChemDraw\n\nM  END\n';
const mol =
  '\n  ChemDraw11282608232D\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n    0.0    0.0    0.0 C   0  0\nM  END\n';

test('what is pasted from ChemDraw is known by its beginning, whichever form the clipboard has', () => {
  expect(kindOfPasted(cdxml)).toEqual({ kind: 'file', name: 'pasted.cdxml' });
  expect(kindOfPasted('VmpDRDAxMDAEAwIBAAAA')).toEqual({ kind: 'file', name: 'pasted.cdx' });
  expect(kindOfPasted(rxn)).toEqual({ kind: 'file', name: 'pasted.rxn' });
  expect(kindOfPasted(mol)).toEqual({ kind: 'file', name: 'pasted.sdf' });
  expect(drawnFormatOf('CCO')).toBeNull();
  expect(drawnFormatOf('<svg><CDXMLish/></svg>')).toBeNull();
});

test('a binary file is handed on in base64, a text as it is', async () => {
  const bytes = new Uint8Array([...new TextEncoder().encode('VjCD0100'), 4, 3, 2, 1, 255]);
  const text = await structureFileText(new Blob([bytes]));
  expect(drawnFormatOf(text)).toBe('cdx');
  expect(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))).toEqual(bytes);
  expect(await structureFileText(new Blob([cdxml]))).toBe(cdxml);
});
