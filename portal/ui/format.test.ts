import { describe, expect, it } from 'vitest';
import { formatDates } from './format.ts';

const australian = { languageTag: 'en-AU' };
const american = { languageTag: 'en-US' };

describe('the dates of a cohort', () => {
  it('with both days are a range', () => {
    const text = formatDates(american, { startDate: '2027-02-01', endDate: '2027-04-25' });
    expect(text).toBe('Mon, February 1, 2027 – Sun, April 25, 2027');
  });

  it('without an end are the start alone', () => {
    expect(formatDates(australian, { startDate: '2025-12', endDate: null })).toBe('December 2025');
    expect(formatDates(australian, { startDate: 'Future', endDate: null })).toBe('Future');
  });
});
