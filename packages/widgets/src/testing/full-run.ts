/** Whether everything runs (`npm run test:full`). `npm test` leaves out what takes too long for every change; `wtr.config.mjs` tells the page. */
export const fullRun = 'cuvetteFullRun' in window;

/** A test of `npm run test:full` alone. */
export const itInFull: TestOf = fullRun ? it : it.skip;
