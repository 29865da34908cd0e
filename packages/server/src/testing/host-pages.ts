import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The folder in which the pages of hosts are kept for `npm run hosts-table`; none in other runs. */
const folder = process.env.CUVETTE_HOST_PAGES;

/**
 * Keeps what a real host wrote of an item, for the table of hosts, which opens it in a browser.
 * @param name of the host, as in `tests/bench/hosts/list.ts`
 * @param content the page or the part of it that the host writes, as HTML; or a folder with `index.html` and its assets
 * @param item the server and the item that are in it; another run puts its own in their place
 */
export async function keepPage(
  name: string,
  content: string | { folder: string },
  item: { server: string; uuid: string },
): Promise<void> {
  if (!folder) return;
  const place = path.join(folder, name);
  await mkdir(place, { recursive: true });
  if (typeof content === 'string') await writeFile(path.join(place, 'index.html'), content);
  else await cp(content.folder, place, { recursive: true });
  await writeFile(path.join(place, 'host.json'), JSON.stringify(item));
}
