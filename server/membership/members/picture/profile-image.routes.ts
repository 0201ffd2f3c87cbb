import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { memberCalls } from '../../../../contract/calls/members.ts';
import { limits } from '../../../../contract/limits.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Services } from '../../services.ts';
import { getImageFile, removeProfileImage, setProfileImage, takeUpload } from './profile-image.ts';

/** Calls by which members set and remove their picture. */
export function profileImageRoutes(app: Http, services: Services): void {
  void app.register(async (uploads) => {
    await uploads.register(multipart, {
      // One file and no other part: the parser stops at the first part over the limit.
      limits: { fileSize: limits.profileImageMaxBytes, files: 1, fields: 0, parts: 1, headerPairs: 20 },
    });
    serving(uploads, memberCalls)('POST /member/profile-image', async (request) => {
      const { memberId } = request.signedIn;
      await takeUpload(services, memberId);
      const upload = await readUpload(request);
      return {
        data: { profileImage: await setProfileImage(services, memberId, upload) },
        _internalUseOnly: { message: 'Your profile image has been updated.' },
      };
    });
  });

  serving(app, memberCalls)('DELETE /member/profile-image', async ({ signedIn: { memberId } }) => {
    await removeProfileImage(services, memberId);
    return { data: { profileImage: null }, _internalUseOnly: { message: 'Your profile image has been removed.' } };
  });
}

/** `private` for a day: no shared cache, and no longer, keeps a picture that was removed. */
const daySeconds = 86_400;

/**
 * Members' pictures, for the pages of any site. Names are never reused, so a picture is immutable. Media type and CSP
 * sandbox keep a hostile file from running as a page (XSS).
 */
export function fileRoutes(app: Http, services: Services): void {
  serving(app, memberCalls)('GET /files/:name', async ({ params }, reply) => {
    const { bytes, type } = await getImageFile(services, params.name);
    return reply
      .headers({
        'cache-control': `private, max-age=${daySeconds}, immutable`,
        'content-security-policy': "default-src 'none'; base-uri 'none'; sandbox; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type(type)
      .send(bytes);
  });
}

/** @throws Refusal file-size-too-large, invalid-file-type, invalid-request */
async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart())
    throw new Refusal('unsupported-media-type', { message: 'Send the image as a file, as multipart/form-data.' });
  try {
    let upload: Buffer | undefined;
    for await (const part of request.parts()) upload = await readWhole(requireImageField(part));
    if (!upload) throw new Refusal('invalid-request', { message: oneFile });
    return upload;
  } catch (error) {
    // The rest of the upload is drained: a client that is still sending would not read the answer.
    request.raw.unpipe();
    request.raw.resume();
    throw asRefusal(error);
  }
}

const oneFile = 'Send one file, in the field "profileImage".';

/** The refusal for an error of the multipart parser. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { code } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('file-size-too-large');
  // A text field instead of a file.
  if (code === 'FST_FIELDS_LIMIT') return new Refusal('invalid-file-type');
  return new Refusal('invalid-request', { message: oneFile });
}

function requireImageField(part: Multipart): MultipartFile {
  if (part.type !== 'file' || part.fieldname !== 'profileImage')
    throw new Refusal('invalid-request', { message: oneFile });
  return part;
}

/** Rejects at the first byte over the limit, not at the end of an endless file. */
function readWhole(part: MultipartFile): Promise<Buffer> {
  const limit = new Promise<never>((_, reject) => {
    part.file.once('limit', () => reject(new Refusal('file-size-too-large')));
  });
  return Promise.race([limit, part.toBuffer()]);
}
