import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  batchSizes,
  billingFields,
  copyFailedAlert,
  creditDecimals,
  defaultPlatformSettings,
  downloadFailedText,
  dropdownMaximumHeight,
  folderPollInterval,
  itemPollInterval,
  lassoDragThreshold,
  maximumTableColumns,
  mayShowAdjacentCells,
  mediaExport,
  messageTimeout,
  microstateHeight,
  modalSizes,
  offersCreditLimit,
  PlatformSettings,
  pageSize,
  pHSlider,
  playbackFramesPerSecond,
  supportSentence,
  switchedOff,
  texts,
  toolkitRetryDelay,
  trajectoryHeaders,
} from './index.ts';

describe('constants of the platform', () => {
  test('pages of 20; polls after 10, 15 and 60 s; batches of 5, 25 and 25', () => {
    expect(pageSize).toBe(20);
    expect([itemPollInterval, folderPollInterval]).toEqual([10_000, 15_000]);
    expect(batchSizes).toEqual({ smilesToMolecules: 5, moleculesToSmiles: 25, readMolecules: 25 });
  });
  test('messages stay 5000 ms, dropdowns take half the viewport, modals have three sizes, tables 100 columns', () => {
    expect(messageTimeout).toBe(5000);
    expect(dropdownMaximumHeight).toBe(0.5);
    expect(modalSizes).toEqual(['small', 'medium', 'large']);
    expect(maximumTableColumns).toBe(100);
    expect(creditDecimals).toEqual({ charged: 2, limit: 0 });
  });
  test('media export, lasso and playback', () => {
    expect(mediaExport).toEqual({
      png: { width: 3840, height: 2160 },
      gif: { width: 360, height: 360, frameDelay: 250, maximumFrames: 30 },
      largeGif: { width: 1080, height: 1080, frameDelay: 40, maximumFrames: 75 },
      video: { container: 'webm', codec: 'vp9', bitsPerSecond: 5e6, framesPerSecond: 30, maximumFrames: 150 },
    });
    expect(lassoDragThreshold).toBe(10);
    expect(playbackFramesPerSecond).toBe(24);
  });
  test('adjacent cells are for fewer than 100 atoms', () => {
    expect([0, 99, 100, 101].map(mayShowAdjacentCells)).toEqual([true, true, false, false]);
  });
  test('the pH slider, the heights of the microstate view, the second try for the toolkit', () => {
    expect(pHSlider).toEqual({ minimum: 0, maximum: 14, step: 0.1, default: 7.4, debounce: 50 });
    expect(microstateHeight({ vertical: true, framed: false })).toBe('50vh');
    expect(microstateHeight({ vertical: false, framed: true })).toBe('100vh');
    expect(microstateHeight({ vertical: false, framed: false })).toBe('65vh');
    expect(toolkitRetryDelay).toBe(1000);
  });
  test('headers of a trajectory stream', () => {
    expect(Object.values(trajectoryHeaders)).toEqual([
      'X-Num-Atoms',
      'X-Dimensions',
      'X-Frame-Size-Bytes',
      'X-Num-Frames',
    ]);
  });
});

describe('exact texts', () => {
  test('have the values that clients rely on', () => {
    const { copyFailed, ...exact } = texts;
    expect(Object.values(exact)).toEqual([
      'Do you want to exit this view?',
      'No matches',
      'Preview not available',
      'Your browser does not support WebGL.',
      'Structure/trajectory failed to load',
      "Couldn't read workflow's molecules.",
      "Couldn't read workflow's protein.",
      'Failed to download MSA files.',
      'Project deleted',
      'Loading ...',
      'View on Cuvette',
    ]);
    expect(downloadFailedText(503)).toBe('Download failed (503)');
    expect(copyFailed).toMatch(/^Copy operation failed\. This is likely because you're using Safari\b/);
  });
  test('the copy alert names other browsers and shows the text', () => {
    expect(copyFailedAlert('CCO')).toMatch(/Safari\b.* another browser, .*\n\nCCO$/s);
  });
});

describe('settings of the platform', () => {
  const on = z.parse(PlatformSettings, {
    billing: true,
    features: { kingfisher: true, nmr: true },
    lookups: true,
    support_contact: 'help@example.org',
  });
  const item = { is_free: false, credits_charged: 1.239, max_credits: 50 };

  test('without a word NMR and lookups are on, and all else is off', () => {
    expect(defaultPlatformSettings).toEqual({
      billing: false,
      features: { kingfisher: false, nmr: true },
      lookups: true,
      support_contact: null,
    });
    expect(z.parse(PlatformSettings, { features: { nmr: false } }).features).toEqual({ kingfisher: false, nmr: false });
  });
  test('billing fields are shown only when billing is on: credits with 2 decimals, the limit with none', () => {
    expect(billingFields(defaultPlatformSettings, item)).toEqual([]);
    expect(offersCreditLimit(defaultPlatformSettings)).toBe(false);
    expect(billingFields(on, item).map(({ text }) => text)).toEqual(['1.24', '50']);
    expect(billingFields(on, { ...item, is_free: true, max_credits: null }).map(({ text }) => text)).toEqual(['Free']);
    expect(offersCreditLimit(on)).toBe(true);
  });
  test('kingfisher and NMR hang on their switches, nothing else does; NMR is on by itself', () => {
    expect(switchedOff(defaultPlatformSettings, 'nmr')).toBeNull();
    expect(switchedOff(defaultPlatformSettings, 'kingfisher')).not.toBeNull();
    const off = { ...defaultPlatformSettings, features: { kingfisher: false, nmr: false } };
    for (const feature of ['kingfisher', 'nmr'] as const) {
      expect(switchedOff(off, feature)).toMatch(/administrator can switch it on \(CUVETTE_FEATURES=/);
      expect(switchedOff({ ...off, support_contact: 'help@example.org' }, feature)).toMatch(
        /Contact support: help@example\.org$/,
      );
      expect(switchedOff(on, feature)).toBeNull();
    }
    expect(switchedOff(defaultPlatformSettings, undefined)).toBeNull();
  });
  test('the support contact is a setting', () => {
    expect(supportSentence(on)).toBe('Contact support: help@example.org');
    expect(supportSentence(defaultPlatformSettings)).toBe('Contact the administrator of this server.');
  });
});
