import {
  AddedSpectra,
  AddSpectrum,
  ChangeSpectrum,
  MeasuredSpectra,
  MeasuredSpectrum,
  mostSpectra,
} from '@cuvette/core/entities';
import { notFound } from '../../errors.ts';
import { itemFor } from '../../items/read-item.ts';
import { changedSpectrum, spectraToKeep } from '../../results/measured-spectra.ts';
import { addSpectra, changeSpectrum, listSpectra, readSpectrum, removeSpectrum } from '../../store/spectra.ts';
import { asFile } from '../http/add-routes.ts';
import { Done, done, Text } from '../http/answers.ts';
import { type Route, readRoutes, route, withinProject } from '../http/route.ts';

const unknown = () => notFound('The spectrum');

/** Measured spectra that are kept with an item: whoever sees the item sees them. */
export const spectrumRoutes: Route[] = [
  ...readRoutes('GET /workflow/:uuid/spectra', {
    summary: 'Lists the measured spectra that are kept with {an|a shared} item',
    description:
      'What each is, with its peaks and the computed lines that they are assigned to; the points are in its file.',
    tagged: true,
    answer: MeasuredSpectra,
    async handle({ services, db, reader, uuid }) {
      const spectra = await listSpectra(db.drizzle, reader, uuid);
      // An item without spectra answers an empty list, one that is not visible 404.
      if (spectra.length === 0) await itemFor(services, reader, uuid, 1);
      return { spectra };
    },
  }),
  ...readRoutes('GET /workflow/:uuid/spectra/:name', {
    summary: 'Reads a measured spectrum of {an|a shared} item as JCAMP-DX',
    description: 'Plain numbers (AFFN), whatever it was uploaded as.',
    type: 'chemical/x-jcamp-dx',
    answer: Text,
    async handle({ services, db, reader, uuid, params, reply }) {
      const found = await readSpectrum(db.drizzle, services.files, reader, uuid, params.name ?? '');
      if (!found) throw unknown();
      asFile(reply, found.spectrum.name.replace(/[^\w.-]+/g, '_'));
      return found.text;
    },
  }),
  route('POST /api/workflow/:uuid/spectra', withinProject, {
    summary: 'Keeps a measured spectrum with an item',
    description: `\`text\` is a JCAMP-DX file (plain or compressed; each of its blocks becomes a spectrum), CSV, or columns of numbers. \`kind\` and the units are needed where the file does not name them. \`notes\` of the answer say what was left out. An item keeps at most ${mostSpectra}.`,
    example: {
      text: '400 0.01\n401 0.02\n402 0.05\n403 0.02\n',
      filename: 'water.csv',
      kind: 'infrared',
      y_unit: 'absorbance',
    },
    body: AddSpectrum,
    status: 201,
    answer: AddedSpectra,
    async handle({ services, db, reader, uuid, body }) {
      // Before the text is read: what is large is taken from known people only.
      await itemFor(services, reader, uuid, 1);
      const { spectra, notes } = spectraToKeep(body);
      const kept = await addSpectra(db, services.files, reader, uuid, spectra);
      return kept && { spectra: kept, notes };
    },
  }),
  route('POST /api/workflow/:uuid/spectra/:name', withinProject, {
    summary: 'Changes the details of a measured spectrum: title, units, peaks, assignments; what is left out stays',
    example: { peaks: [{ position: 1595, height: 0.4, line: 0 }], fit: { places: 'scale', heights: 'maximum' } },
    body: ChangeSpectrum,
    answer: MeasuredSpectrum,
    async handle({ services, db, reader, uuid, params, body }) {
      const place = { uuid, name: params.name ?? '' };
      const changed = await changeSpectrum(db, services.files, reader, place, (spectrum, text) =>
        changedSpectrum(spectrum, text, body),
      );
      if (!changed) throw unknown();
      return changed;
    },
  }),
  route('DELETE /api/workflow/:uuid/spectra/:name', withinProject, {
    summary: 'Removes a measured spectrum from an item',
    answer: Done,
    async handle({ db, reader, uuid, params }) {
      if (!(await removeSpectrum(db, reader, uuid, params.name ?? ''))) throw unknown();
      return done;
    },
  }),
];
