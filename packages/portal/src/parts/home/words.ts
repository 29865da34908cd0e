/** Texts of the first page. */
export const homeWords = {
  title: 'Home',
  running: 'Running',
  latest: 'Latest results',
  nothingRuns: 'Nothing is running.',
  queued: 'queued',
  percent: (percent: number) => `${Math.round(percent)} %`,
  left: (percent: number, time: string) => `${Math.round(percent)} %, ${time} left`,
  stopping: 'stopping …',
  all: 'All items',
  notify: 'Notify me in this browser when a job of more than a minute ends',
  notifyRefused: 'This browser does not allow notifications from this server. You can allow them in its settings.',
  ended: (name: string) => `${name} has finished`,
  failed: (name: string) => `${name} has failed`,
  stopped: (name: string) => `${name} was stopped`,
} as const;
