import { ApiError } from '@cuvette/core/client';

/** Why a bundle cannot be shown; every message gets the same two values. German is in `german/bundle.ts`. */
export const bundleWords = {
  unreachable: (src: string, _status: string) =>
    `The file ${src} cannot be reached, or its server does not allow this page to read it (CORS).`,
  missing: (src: string, status: string) => `The file ${src} was not delivered (status ${status}). Check the address.`,
  tooLarge: (src: string, _status: string) =>
    `The file ${src} is too large to be sent as one document. Use workflow="…" in place of src, or download the zip.`,
  cut: (src: string, _status: string) => `The file ${src} arrived incomplete.`,
  notJson: (src: string, _status: string) => `The file ${src} is not a Cuvette bundle: it is not JSON.`,
  inlineNotJson: (_src: string, where: string) =>
    `The script inside this element is not valid JSON (${where}). Paste the whole bundle into it.`,
} as const;

export type BundleWords = { readonly [Key in keyof typeof bundleWords]: (src: string, more: string) => string };

/**
 * A bundle that cannot be shown, with a message in any language. A lasting fault has status 422, so that it is not asked for again; one that may pass
 * has status 0, as for a server that does not answer.
 */
export class BundleProblem extends ApiError {
  readonly kind: keyof BundleWords;
  readonly values: readonly [src: string, more: string];

  constructor(kind: keyof BundleWords, src: string, more = '', passing = false) {
    super(passing ? 0 : 422, bundleWords[kind](src, more));
    this.kind = kind;
    this.values = [src, more];
  }

  /** The problem in the words of a language. */
  say(words: BundleWords): string {
    return words[this.kind](...this.values);
  }
}
