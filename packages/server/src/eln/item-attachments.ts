import { HttpProblem } from '../errors.ts';
import { pictureOf } from '../pictures/item-picture.ts';
import type { Services } from '../services.ts';
import type { Reader } from '../store/reader.ts';

/** A picture of an item, as a file. */
export interface PictureFile {
  path: string;
  title: string;
  png: Uint8Array;
}

/** Width in pixels of the pictures that go to a notebook. */
const width = 1200;
const views = [
  { view: 'card', path: 'picture.png', title: 'name, main number, method and structural formula' },
  { view: '3d', path: 'structure.png', title: 'the structure that the result shows first' },
  { view: 'plot', path: 'plot.png', title: 'the first plot of the result' },
] as const;

/** The pictures that an item has, as PNG. A view that it does not have, or that cannot be drawn now, is left out. */
export async function pictureFiles(services: Services, reader: Reader, uuid: string): Promise<PictureFile[]> {
  const files: PictureFile[] = [];
  for (const { view, path, title } of views) {
    try {
      const picture = await pictureOf(services, reader, uuid, { view, width, theme: 'light', address: null });
      files.push({ path, title, png: await picture.png() });
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
    }
  }
  return files;
}
