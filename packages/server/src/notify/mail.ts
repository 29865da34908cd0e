import { status, statusPhrase, type WorkflowItem } from '@cuvette/core/entities';
import { createTransport } from 'nodemailer';
import type { MailConfig } from '../config.ts';

/** Why no mail can be sent, for whoever asks for it; null where mail is sent. */
export function mailUnavailable(mail: MailConfig | null): string | null {
  return mail ? null : 'This server sends no e-mail: no mail server is set up (CUVETTE_SMTP_URL).';
}

/** Returns what a mail about an item that has ended says. No results: mail is read by more than its receiver. */
export function endMail(
  item: Pick<WorkflowItem, 'uuid' | 'name' | 'object_status' | 'elapsed' | 'error'>,
  address: string,
): { subject: string; text: string } {
  // A name is a person's text: line breaks in it must not reach the header of a mail.
  const name = item.name.replace(/\s+/g, ' ').slice(0, 200);
  const phrase = statusPhrase(item.object_status);
  const lines = [
    `Your workflow "${name}" has ${item.object_status === status.stopped ? 'been ' : ''}${phrase}.`,
    ...(item.elapsed === null ? [] : [`It computed for ${Math.round(item.elapsed)} s.`]),
    ...(item.error ? [item.error.message] : []),
    '',
    `${address}/workflow/${item.uuid}`,
    '',
    'You asked for this e-mail when you submitted the workflow or later on its page.',
  ];
  return { subject: `${name}: ${phrase}`, text: lines.join('\n') };
}

/** Sends one mail; throws when the mail server does not take it. */
export async function sendMail(
  mail: MailConfig,
  to: string,
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  const transport = createTransport({
    url: mail.url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({ from: mail.from, to, subject, text });
  } finally {
    transport.close();
  }
}
