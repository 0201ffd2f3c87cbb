import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { freePort } from './free-port.ts';

/** The line to another server, database or mail say, which a test can take away and give back. */
export interface TcpLine {
  port: number;
  /** Refuses everybody and drops who is connected: the server is down. */
  cut(): Promise<void>;
  /** Takes connections and passes nothing on: the server is stopped, or a cable is out. */
  jam(): void;
  /** The same for who connects from now on; who is connected notices nothing. */
  jamNew(): void;
  /** Does this once, before the next bytes to the server that hold the text are passed on. */
  before(text: string, act: (connection: HeldConnection) => void): void;
  /** Passes everything on again. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** The connection whose bytes were waited for. */
export interface HeldConnection {
  /** Passes nothing on over it any more, those bytes included, in either direction; the others go on. */
  jam(): void;
}

/** A line to a server, passing everything on until told otherwise. */
export async function startTcpLine(target: { host: string; port: number }): Promise<TcpLine> {
  const ends = new Set<Socket>();
  let isJammed = false;
  let trap: { text: string; act: (connection: HeldConnection) => void } | undefined;
  const listenIn = (sockets: readonly Socket[]) => {
    let isHeld = false;
    const connection = {
      jam() {
        isHeld = true;
        for (const socket of sockets) socket.pause();
      },
    };
    return new Transform({
      transform(chunk: Buffer, _encoding, pass) {
        const sprung = trap && chunk.includes(trap.text) ? trap : undefined;
        if (sprung) trap = undefined;
        sprung?.act(connection);
        if (!isHeld) pass(undefined, chunk);
      },
    });
  };
  const keep = (socket: Socket) => {
    ends.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => ends.delete(socket));
  };
  const server = createServer((near) => {
    const far = connect(target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      keep(from);
      from.on('close', () => to.destroy());
    }
    near
      .pipe(listenIn([near, far]))
      .pipe(far)
      .pipe(near);
    if (isJammed) for (const end of [near, far]) end.pause();
  });
  // Kept while the line is cut: a port of the system's choice would be given to another server meanwhile.
  const port = await freePort();
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  const close = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const end of ends) end.destroy();
    await closed;
  };
  await listen();
  return {
    port,
    cut: close,
    jam() {
      isJammed = true;
      for (const end of ends) end.pause();
    },
    jamNew: () => void (isJammed = true),
    before: (text, act) => void (trap = { text, act }),
    async restore() {
      isJammed = false;
      for (const end of ends) end.resume();
      if (!server.listening) await listen();
    },
    close,
  };
}
