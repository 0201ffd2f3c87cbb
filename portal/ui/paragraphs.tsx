/** Text of several paragraphs, parted by line breaks. */
export function Paragraphs({ text }: { text: string }) {
  return text.split('\n').map((paragraph, index) => (
    // A text has no names for its paragraphs, and they never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <p key={index} className="mt-3 first:mt-0">
      {paragraph}
    </p>
  ));
}
