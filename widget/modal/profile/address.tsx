/** An e-mail address; where it is too long for its place, the browser breaks it before the site's name first. */
export function Address({ of }: { of: string }) {
  const at = of.lastIndexOf('@');
  return (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  );
}
