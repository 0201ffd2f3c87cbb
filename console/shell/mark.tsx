/** The product's mark and name. */
export function Mark() {
  return (
    <span className="inline-flex items-center gap-2 text-base font-bold tracking-tight">
      <span aria-hidden="true" className="size-5 rounded-md bg-linear-to-br from-ink from-50% to-brand to-50%" />
      Intake
    </span>
  );
}
