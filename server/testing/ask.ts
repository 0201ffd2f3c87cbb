import { request as requestPlain } from 'node:http';
import { Agent, request as requestOverTls } from 'node:https';
import { text } from 'node:stream/consumers';
import { createSecureContext } from 'node:tls';

export interface Asked {
  method: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
}

/** Shares certificates of authorities and TLS sessions: without, each request would compute almost twice as long. */
let overTls: Agent | undefined;

/**
 * One request on a connection of its own: one that is kept may be closed by the other side just as it is used again,
 * which is nobody's fault. A quarter of the work of `fetch`, of which tests make thousands of calls.
 */
export function ask(url: string, { method, headers, body }: Asked): Promise<Answered> {
  const isOverTls = url.startsWith('https:');
  const request = isOverTls ? requestOverTls : requestPlain;
  if (isOverTls) overTls ??= new Agent({ keepAlive: false, secureContext: createSecureContext() });
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: isOverTls ? overTls : false }, (answer) => {
      const { statusCode = 0, rawHeaders } = answer;
      text(answer).then(
        (said) => resolve({ status: statusCode, headers: readHeaders(rawHeaders), text: said }),
        reject,
      );
    });
    asked.on('error', reject).end(body);
  });
}

/** @param raw names and values in turns */
function readHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index]!, raw[index + 1]!);
  return headers;
}
