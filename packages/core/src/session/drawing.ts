/** How atoms are drawn: balls and sticks, sticks alone, or lines, which thousands of atoms need to move fluently. */
export const drawings = ['ball-and-stick', 'stick', 'line'] as const;
export type Drawing = (typeof drawings)[number];
