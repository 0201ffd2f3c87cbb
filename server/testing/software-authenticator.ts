import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '../platform/second-factor/passkeys.ts';

/** A passkey as its device keeps it. */
interface Kept {
  id: string;
  privateKey: KeyObject;
  rpId: string;
  userHandle: string;
  signCount: number;
}

/** How the device behaves, where it is not as an honest one would. */
export interface Behaviour {
  /** The page's origin, which a browser writes into what is signed. */
  origin: string;
  /** Another domain than the options say. */
  rpId?: string;
  /** Whether it checked its owner, by a fingerprint or PIN. */
  isUserVerified?: boolean;
  /** Another challenge than the options say. */
  challenge?: string;
}

/** A device that holds passkeys: WebAuthn without a browser, with ES256 and attestation `none`. */
export interface SoftwareAuthenticator {
  /** What `navigator.credentials.create` answers. */
  create(options: PublicKeyCredentialCreationOptionsJSON, behaviour: Behaviour): RegistrationResponseJSON;
  /** What `navigator.credentials.get` answers, with the latest of its passkeys that may be used. */
  get(options: PublicKeyCredentialRequestOptionsJSON, behaviour: Behaviour): AuthenticationResponseJSON;
}

/** @param isSynced whether passkeys are backed up, and so count no uses */
export function createSoftwareAuthenticator({ isSynced = false } = {}): SoftwareAuthenticator {
  const kept: Kept[] = [];
  const backupFlags = isSynced ? flags.backupEligible | flags.backedUp : 0;

  return {
    create(options, { origin, rpId = options.rp.id!, isUserVerified = true, challenge = options.challenge }) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(32);
      const passkey = { id: base64url(id), privateKey, rpId, userHandle: options.user.id, signCount: isSynced ? 0 : 1 };
      kept.push(passkey);
      const { x, y } = publicKey.export({ format: 'jwk' });
      const key = cborMap([
        [cborInteger(1), cborInteger(2)],
        [cborInteger(3), cborInteger(-7)],
        [cborInteger(-1), cborInteger(1)],
        [cborInteger(-2), cborBytes(Buffer.from(x!, 'base64url'))],
        [cborInteger(-3), cborBytes(Buffer.from(y!, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        authenticatorData(passkey, flags.attested | backupFlags | verifiedFlag(isUserVerified)),
        Buffer.alloc(16),
        length,
        id,
        key,
      ]);
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ]);
      return {
        id: passkey.id,
        rawId: passkey.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      };
    },

    get(options, { origin, rpId = options.rpId!, isUserVerified = true, challenge = options.challenge }) {
      const allowed = options.allowCredentials?.map(({ id }) => id);
      const passkey = kept.findLast(({ id }) => allowed === undefined || allowed.includes(id));
      if (!passkey) throw new Error('this device has no such passkey');
      if (!isSynced) passkey.signCount++;
      const signed = authenticatorData({ ...passkey, rpId }, backupFlags | verifiedFlag(isUserVerified));
      const data = clientData('webauthn.get', challenge, origin);
      const signature = sign('sha256', Buffer.concat([signed, sha256(data)]), passkey.privateKey);
      return {
        id: passkey.id,
        rawId: passkey.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(signed),
          signature: base64url(signature),
          userHandle: passkey.userHandle,
        },
      };
    },
  };
}

/** WebAuthn 6.1. */
const flags = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, attested: 64 };
const verifiedFlag = (isUserVerified: boolean) => (isUserVerified ? flags.userVerified : 0);

function authenticatorData({ rpId, signCount }: Pick<Kept, 'rpId' | 'signCount'>, further: number): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(signCount);
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags.userPresent | further]), counter]);
}

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer) => bytes.toString('base64url');

/** RFC 8949, 3.1: as much as an attestation without a statement needs. */
const cborInteger = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
