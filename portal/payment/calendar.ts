/**
 * The first day of a cohort as a calendar file (iCalendar, RFC 5545).
 *
 * @param day the first day, `2027-02-01`
 * @param uid stays the same when the file is opened twice, so that one entry comes of it
 * @param nowMs milliseconds since the epoch
 */
export function buildCalendarFile(event: { day: string; title: string; uid: string; nowMs: number }): string {
  const compact = (text: string) => text.replaceAll(/[-:]|\.\d+/g, '');
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Intake//Enrolment//EN',
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${compact(new Date(event.nowMs).toISOString())}`,
    `DTSTART;VALUE=DATE:${compact(event.day)}`,
    `SUMMARY:${escape(event.title)}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}

function escape(text: string): string {
  return text.replaceAll(/[\\,;]/g, String.raw`\$&`);
}

/** Hands a text file to the browser's downloads. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
