import { phrase, type Text } from '../../../entities/phrases.ts';
import { accuracy } from '../../../methods/accuracy.ts';
import { applicability, outsideInWords, type Subject } from '../../../methods/applicability.ts';
import { methodExtension } from '../../../methods/extensions.ts';
import { subjectOfData } from '../../parts/calibrations/printed-calibration.ts';
import { type Data, inelastic, type } from './settings.ts';

/** amu */
const protonMass = 1.007;

/** The ion of a molecule that is protonated before it is computed. */
export const withProton = ({ charge, mass, ...molecule }: Subject): Subject => ({
  ...molecule,
  charge: charge == null ? null : charge + 1,
  mass: mass == null ? null : mass + protonMass,
});

/** Methods whose cross sections were compared with drift-tube values in nitrogen. */
const measured = {
  trajectory_n2_inelastic: accuracy['ion_mobility/trajectory_n2_inelastic'],
  trajectory_n2_ieritano: accuracy['ion_mobility/trajectory_n2_ieritano'],
  trajectory_n2_campuzano: accuracy['ion_mobility/trajectory_n2_campuzano'],
};
const isMeasured = (method: string | null): method is keyof typeof measured =>
  method !== null && Object.hasOwn(measured, method);

/** The ions of the check set, which all methods in nitrogen share, are those of the calibration of inelastic collisions. */
const limits = methodExtension(type, inelastic)?.calibration?.limits ?? {};

/**
 * The ± of an averaged cross section, Å², and what it is: the RMSE of the model on ions that were measured in nitrogen, with the error of the sampling. Where
 * that of the model is not known (in helium, with parameters of one's own, by another program) it is the error of the sampling alone, and says so; for an
 * ion unlike those of the check set there is none.
 */
export function crossSectionError(data: Data & { average_ccs_stdev: number | null }): {
  uncertainty: number | null;
  remark: Text | null;
} {
  const { ccs_method: method, forcefield, protonate, average_ccs_stdev: sampling } = data;
  if (!isMeasured(method) || forcefield !== null)
    return { uncertainty: sampling, remark: sampling === null ? null : '±: error of the sampling alone.' };
  const molecule = subjectOfData(data);
  const judged = applicability({ limits, lines: [] }, protonate ? withProton(molecule) : molecule);
  if (!judged.inside)
    return { uncertainty: null, remark: phrase('No ±: {reason}.', { reason: outsideInWords(judged.reasons) }) };
  const { rmse, size } = measured[method];
  return {
    uncertainty: Math.hypot(rmse, sampling ?? 0),
    remark: phrase('±: RMSE of {size} ions, with the error of the sampling.', { size }),
  };
}
