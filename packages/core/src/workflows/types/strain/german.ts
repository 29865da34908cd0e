/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Constrained Optimization': 'Optimierung unter Zwang',
};
