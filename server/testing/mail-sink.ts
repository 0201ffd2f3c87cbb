import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** One mail as a mail server was handed it. */
export interface SunkMail {
  from: string;
  to: string[];
  /** Headers and body as they came over the wire. */
  raw: string;
}

export interface MailSink {
  port: number;
  mails: SunkMail[];
  /** What happens to a mail before it is accepted; a rejected promise refuses it. */
  onMail: (mail: SunkMail) => Promise<void>;
  /** The code that an address is refused with, before there is a mail; 0 for none. */
  refusesWith: (address: string) => number;
  close(): Promise<void>;
}

/** A mail server that keeps what it is handed. */
export async function startMailSink(): Promise<MailSink> {
  const mails: SunkMail[] = [];
  const sink: MailSink = {
    port: 0,
    mails,
    onMail: async () => undefined,
    refusesWith: () => 0,
    close: async () => undefined,
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const responseCode = sink.refusesWith(address);
      done(responseCode === 0 ? null : Object.assign(new Error('no such mailbox'), { responseCode }));
    },
    onData(stream, { envelope }, done) {
      buffer(stream)
        .then(async (bytes) => {
          const mail: SunkMail = {
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo.map(({ address }) => address),
            raw: bytes.toString(),
          };
          await sink.onMail(mail);
          mails.push(mail);
          done();
        })
        .catch(done);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  sink.port = (server.server.address() as { port: number }).port;
  sink.close = () => new Promise((resolve) => server.close(() => resolve()));
  return sink;
}
