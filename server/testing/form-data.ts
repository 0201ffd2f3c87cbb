/** One part of a form: a text, or a file where it has a file name. */
export type FormPart = [field: string, content: Buffer | string, fileName?: string, type?: string];

/** What a browser sends for a form with these parts. */
export async function encodeForm(parts: FormPart[]): Promise<{ payload: Buffer; type: string }> {
  const form = new FormData();
  for (const [field, content, fileName, type] of parts)
    if (fileName === undefined) form.append(field, String(content));
    else form.append(field, new Blob([content as Buffer<ArrayBuffer>], { type: type ?? '' }), fileName);
  const encoded = new Response(form);
  return { payload: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type')! };
}
