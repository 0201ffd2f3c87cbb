/**
 * Where a member's picture is to be had: from us whatever it is stored in, so that no page calls another
 * host for it.
 *
 * @param name the stored file's name; null for a member without a picture
 */
export const profileImageAddress = ({ uploadsUrl }: { uploadsUrl: string }, name: string | null): string | null =>
  name === null ? null : `${uploadsUrl}/files/${name}`;
