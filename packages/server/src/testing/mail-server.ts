import { createServer, type Socket } from 'node:net';

/** One mail that a test's mail server took. */
interface TakenMail {
  from: string;
  to: string[];
  text: string;
}

/** A small mail server (SMTP, RFC 5321) on the loopback. */
export interface MailServer {
  url: string;
  taken: TakenMail[];
  /** How many mails are refused for now (status 451) before the next is taken. */
  refusals: number;
  stop(): Promise<void>;
}

/** Starts a mail server that takes what it is sent, after a sign-in when a password is given. */
export async function startMailServer(password: string | null = null): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const state: MailServer = { url: '', taken: [], refusals: 0, stop: async () => {} };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setEncoding('utf8');
    const answer = (line: string) => socket.write(`${line}\r\n`);
    let mail: TakenMail = { from: '', to: [], text: '' };
    let signedIn = password === null;
    let reading = false;
    let rest = '';
    const take = (line: string): void => {
      if (reading) {
        if (line !== '.') mail.text += `${line.replace(/^\./, '')}\n`;
        else {
          reading = false;
          if (state.refusals > 0) {
            state.refusals -= 1;
            answer('451 try again later');
          } else {
            state.taken.push(mail);
            answer('250 taken');
          }
          mail = { from: '', to: [], text: '' };
        }
        return;
      }
      const command = line.slice(0, 4).toUpperCase();
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (command === 'EHLO') {
        answer('250-loopback');
        answer(password === null ? '250 8BITMIME' : '250 AUTH PLAIN');
      } else if (command === 'AUTH') {
        const given = Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .split('\0')[2];
        signedIn = given === password;
        answer(signedIn ? '235 welcome' : '535 no');
      } else if (command === 'QUIT') {
        answer('221 bye');
        socket.end();
      } else if (!signedIn) answer('530 sign in first');
      else if (command === 'MAIL') {
        mail.from = address;
        answer('250 ok');
      } else if (command === 'RCPT') {
        mail.to.push(address);
        answer('250 ok');
      } else if (command === 'DATA') {
        reading = true;
        answer('354 go on');
      } else answer('250 ok');
    };
    socket.on('data', (chunk: string) => {
      rest += chunk;
      const lines = rest.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    answer('220 loopback');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  state.url = `smtp://${password === null ? '' : `cuvette:${password}@`}127.0.0.1:${port}`;
  state.stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return state;
}
