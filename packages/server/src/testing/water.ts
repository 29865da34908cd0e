/** A molecule of three atoms, as a submission has it. */
export const water = {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0.12] },
    { atomic_number: 1, position: [0, 0.76, -0.48] },
    { atomic_number: 1, position: [0, -0.76, -0.48] },
  ],
};
