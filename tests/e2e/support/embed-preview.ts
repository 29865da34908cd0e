import type { FrameLocator, Locator } from '@playwright/test';
import { expect } from './shared.ts';

/** Longer than the rest after which the preview starts anew (400 ms). */
const betweenLooksMs = 700;

/**
 * The preview of the *Embed* dialog once it holds what was chosen last and does not change any more (its picture comes later). The preview is a
 * new frame each time: what is asked of the old one at that moment fails, and a key that is pressed in it is never answered.
 */
export async function settledPreview(dialog: Locator, holds: RegExp): Promise<FrameLocator> {
  let last: string | null = null;
  const settled = async () => {
    const before = last;
    last = await dialog.locator('iframe').getAttribute('srcdoc');
    return last === before && holds.test(last ?? '');
  };
  await expect.poll(settled, { intervals: [betweenLooksMs] }).toBe(true);
  return dialog.frameLocator('iframe');
}
