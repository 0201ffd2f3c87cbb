import { connect } from 'node:net';

/** What a server wrote on one connection until it ended. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends bytes as they are, for requests no HTTP client would make, and reads until the server ends the connection.
 *
 * @param lines the request; lines end with CR LF, an empty line ends the head
 */
export function sendRaw(port: number, lines: readonly string[], body = ''): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(lines.map((line) => `${line}\r\n`).join('') + body));
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    socket.on('error', reject).on('close', () => resolve(parse(received)));
  });
}

function parse(text: string): RawAnswer {
  const [head = '', ...body] = text.split('\r\n\r\n');
  const [first = '', ...headers] = head.split('\r\n');
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: Object.fromEntries(
      headers.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    ),
    body: body.join('\r\n\r\n'),
  };
}
