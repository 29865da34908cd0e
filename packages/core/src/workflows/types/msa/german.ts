/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Multiple Sequence Alignment': 'Multiples Sequenz-Alignment',
};
