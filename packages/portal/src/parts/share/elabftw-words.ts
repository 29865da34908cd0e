/** Texts of sending a result to eLabFTW. */
export const elabftwWords = {
  title: 'Send to eLabFTW',
  hint: 'The experiment gets the result in a sentence with picture, table and link, and the files: pictures, tables as CSV, bundle.',
  address: 'Address of your eLabFTW',
  key: 'API key',
  keyHint:
    'Make one in eLabFTW: Settings, API keys, with read and write access. It is kept encrypted on this server and never shown again.',
  connect: 'Connect',
  connectYours: 'Connect your eLabFTW',
  connectTitle: 'Connect eLabFTW',
  connected: (host: string) => `Connected to ${host}.`,
  disconnect: 'Disconnect',
  send: 'Send',
  sendAtEnd: 'Send when it ends',
  update: 'Update the experiment',
  sending: 'Sending …',
  experiment: (number: number) => `Experiment ${number}`,
  sent: 'sent',
  follow: 'Send again when a new run of this item ends',
  notEnded: 'The item has not ended yet. It can be sent when it ends.',
  noResult: 'There is no result to send.',
  willBeSent: 'It is sent when it ends.',
};
