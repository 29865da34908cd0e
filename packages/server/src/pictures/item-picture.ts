import { createHash } from 'node:crypto';
import { badgeSvg, cardSize, cardSvg, drawingSvg, type ItemSummary, sentenceOf } from '@cuvette/core/embedding';
import type { FormulaDrawing, WorkflowItem } from '@cuvette/core/entities';
import { smilesOfItem } from '../bundles/item-smiles.ts';
import { drawEach } from '../convert/drawings.ts';
import { notFound } from '../errors.ts';
import { summaryOfItem } from '../items/item-summary.ts';
import { convertingFor, type Services } from '../services.ts';
import type { Reader } from '../store/reader.ts';
import { plotPicture, structurePicture } from './item-views.ts';
import { createPictureLimit } from './picture-limit.ts';
import { pngOf } from './png.ts';

/** What a picture shows of an item. */
type PictureView = 'card' | 'drawing' | '3d' | 'plot' | 'badge';

/** A picture as it is asked for. */
export interface PictureOrder {
  view: PictureView;
  /** Pixels; of a badge its own width, drawn twice as fine. */
  width: number;
  theme: 'light' | 'dark';
  /** Address of the network that asks, whose pictures are counted; null: a part of something that is limited by itself. */
  address: string | null;
}

/** A picture that can be told from others by its tag before it is drawn. */
export interface ItemPicture {
  tag: string;
  svg: string;
  png: () => Promise<Uint8Array>;
}

/** Bytes of PNGs that are kept, the ones asked for last. */
const mostBytes = 64 * 1024 * 1024;
const kept = new Map<string, Uint8Array>();
let keptBytes = 0;
const limit = createPictureLimit();

function keep(tag: string, png: Uint8Array): void {
  kept.set(tag, png);
  keptBytes += png.length;
  for (const [oldest, bytes] of kept) {
    if (keptBytes <= mostBytes) break;
    kept.delete(oldest);
    keptBytes -= bytes.length;
  }
}

/** Height of a drawing, a structure or a plot beside its width. */
const viewShape = 2 / 3;

/** The structural formula of an item; null where it has none, or where this server cannot draw. */
async function drawingOf(services: Services, reader: Reader, item: WorkflowItem): Promise<FormulaDrawing | null> {
  const smiles = smilesOfItem(item);
  if (smiles === null) return null;
  try {
    const [drawing] = await drawEach(convertingFor(services, reader).convert, [smiles]);
    return drawing ?? null;
  } catch {
    // A card without a formula is better than none.
    return null;
  }
}

async function svgOf(
  services: Services,
  reader: Reader,
  { item, summary }: { item: WorkflowItem; summary: ItemSummary },
  { view, width, theme }: PictureOrder,
): Promise<string> {
  if (view === 'badge') return badgeSvg(summary);
  const picture = { width, height: Math.round(width * viewShape), theme, label: sentenceOf(summary) };
  if (view === '3d') return structurePicture(services, reader, item, picture);
  if (view === 'plot') return plotPicture(services, reader, item, picture);
  const drawing = await drawingOf(services, reader, item);
  if (view === 'card') return cardSvg(summary, drawing, theme);
  if (!drawing) throw notFound('The structural formula');
  return drawingSvg(drawing, { ...picture, label: summary.name });
}

/**
 * A picture of an item as the reader sees it, always as the item is now. Throws 404 for an item that is not visible and for a view that it does not have,
 * 429 where too many pictures were drawn for one address.
 */
export async function pictureOf(
  services: Services,
  reader: Reader,
  uuid: string,
  order: PictureOrder,
): Promise<ItemPicture> {
  const found = await summaryOfItem(services, reader, uuid);
  if (!found) throw notFound('The workflow');
  const svg = await svgOf(services, reader, found, order);
  const scaled = order.view === 'badge' ? 2 : order.view === 'card' ? order.width / cardSize.width : 1;
  const wide = Math.round(Number(/ width="([\d.]+)"/.exec(svg)?.[1] ?? order.width) * scaled);
  const tag = `"${createHash('sha1').update(`${wide} ${svg}`).digest('base64url')}"`;
  return {
    tag,
    svg,
    async png() {
      const known = kept.get(tag);
      if (known) {
        kept.delete(tag);
        kept.set(tag, known);
        return known;
      }
      if (order.address !== null) limit.count(order.address);
      const png = await pngOf(svg, wide);
      keep(tag, png);
      return png;
    },
  };
}
