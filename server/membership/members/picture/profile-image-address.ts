/**
 * URL of a member's picture: always at our own host, wherever it is stored, so that pages need no other host.
 *
 * @param name the stored file's name; null for a member without a picture
 */
export const profileImageAddress = ({ uploadsUrl }: { uploadsUrl: string }, name: string | null): string | null =>
  name === null ? null : `${uploadsUrl}/files/${name}`;
