import { molecularPkbhx } from '../../../chemistry/hydrogen-bond-basicity.ts';
import { phrase, type Text } from '../../../entities/phrases.ts';
import { applicability, outsideInWords } from '../../../methods/applicability.ts';
import { calibrationInWords, methodExtension } from '../../../methods/extensions.ts';
import { pkbhxDomain, pkbhxLines } from '../../../methods/public-calibrations.ts';
import { calibrationError, lineError } from '../../parts/calibrations/calibration-error.ts';
import { subjectOfData } from '../../parts/calibrations/printed-calibration.ts';
import { type Data, type } from './settings.ts';

/** The error of a pKBHX as a cell prints it, as a number, and what that number is. All are null where nothing is known of it. */
export interface SiteError {
  words: Text | null;
  uncertainty: number | null;
  remark: Text | null;
}

/** Groups that earlier versions had one line for, each now several classes: sites with such a name came by a line whose error is not printed any more. */
const earlierGroups: ReadonlySet<string> = new Set(['Amine', 'Carbonyl', 'Ether/Alcohol']);

const unknown: SiteError = { words: null, uncertainty: null, remark: null };

const outside = (reasons: readonly Text[]): SiteError => {
  const words = outsideInWords(reasons);
  return { words, uncertainty: null, remark: words };
};

/** The error of a site's value by its group in the calibration of the method. */
export function siteError(data: Data, group: string | null): SiteError {
  const { pkbhx_method, do_optimization } = data;
  if (!do_optimization) return outside([]);
  const subject = subjectOfData(data);
  const own = pkbhx_method === null ? null : (methodExtension(type, pkbhx_method)?.calibration ?? null);
  if (own) {
    if (earlierGroups.has(group ?? '')) return unknown;
    const site = { ...subject, class: group };
    return { words: calibrationInWords(own, site), ...calibrationError(own, site) };
  }
  const line = pkbhxLines.find((each) => each.class.toLowerCase() === group?.toLowerCase());
  if (!line) return unknown;
  const judged = applicability({ limits: pkbhxDomain, lines: [] }, subject);
  if (!judged.inside) return outside(judged.reasons);
  return {
    words: phrase('± {error} ({kind}, n = {size})', { error: line.rmse, kind: 'RMSE', size: line.size }),
    ...lineError(line, true),
  };
}

/**
 * The error of the strength of a whole molecule, log10 Σ 10^pKBHX: to first order the mean of the errors of its sites, weighted by their share
 * of the sum, where the errors of one method are taken to go together, which is the largest that they can make.
 */
export function moleculeError(
  data: Data,
  sites: readonly { pkbhx: number; name: string | null }[],
): Omit<SiteError, 'words'> {
  const errors = sites.map(({ name }) => siteError(data, name));
  const [only] = errors;
  if (only && errors.length === 1) return { uncertainty: only.uncertainty, remark: only.remark };
  const withoutError = errors.find(({ uncertainty }) => uncertainty === null);
  if (!only || withoutError) return { uncertainty: null, remark: withoutError?.remark ?? null };
  const whole = molecularPkbhx(sites.map(({ pkbhx }) => pkbhx));
  const uncertainty = errors.reduce(
    (sum, error, index) => sum + (error.uncertainty ?? 0) * 10 ** ((sites[index]?.pkbhx ?? 0) - whole),
    0,
  );
  return { uncertainty, remark: '±: mean of the errors of the sites, weighted by their share' };
}
