import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { partnerCodes, partners, type PartnerCode } from '../../../shared/partners.ts';
import { courseCodes, courses, studyModes, type StudyMode } from '../../../shared/courses.ts';
import type { Platform } from '../../platform/platform.ts';
import { firstClassDay, holidaysOf, isAfterHolidays } from './class-days.ts';
import { addCohorts, listCohorts, type NewCohort } from './cohorts.store.ts';

const configFile = new URL('../../../config/cohorts.json', import.meta.url);

/** The catalogue of a fresh installation. */
const CohortConfig = z.strictObject({
  timeZone: z.string(),
  schedules: z.record(z.enum(studyModes), z.string()),
  /** Cohorts whose month is fixed, by id. */
  fixed: z.array(
    z.strictObject({
      id: z.string(),
      course: z.enum(courseCodes),
      mode: z.enum(studyModes),
      month: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
      seats: z.number(),
    }),
  ),
  /** An intake without a date, for each course and mode. */
  nextAvailable: z.strictObject({ seats: z.number() }),
  /** So many weeks ahead of today, on the week's first day of class, for each partner, course and mode. */
  upcoming: z.strictObject({ weeksAhead: z.array(z.number()), seats: z.number(), closesDaysBefore: z.number() }),
});
type CohortConfig = z.infer<typeof CohortConfig>;

const modeNames: Record<StudyMode, string> = { 'full-time': 'Full-Time', 'part-time': 'Part-Time' };
const dayMs = 86_400_000;

/**
 * Fills the catalogue from `config/cohorts.json`. What is there stays as it is; upcoming intakes are only added while
 * fewer than configured lie ahead of a partner's students, so an installation that runs for months always has some.
 */
export async function seedCohorts({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>): Promise<void> {
  const config = CohortConfig.parse(JSON.parse(await readFile(configFile, 'utf8')));
  await addCohorts(db, [...fixedCohorts(config), ...nextAvailableCohorts(config)]);
  const now = clock.now();
  const present = await listCohorts(db, now);
  const missing = upcomingCohorts(config, now).filter(
    (candidate) =>
      present.filter(
        (cohort) =>
          cohort.course === candidate.course &&
          cohort.mode === candidate.mode &&
          cohort.partners?.includes(candidate.partner) &&
          cohort.startDate !== null &&
          !cohort.started,
      ).length < config.upcoming.weeksAhead.length,
  );
  await addCohorts(
    db,
    missing.map(({ partner, ...cohort }) => ({ ...cohort, partners: [partner] })),
  );
  for (const { id, partner, startDate } of missing)
    if (isAfterHolidays(partner, startDate) && !present.some((cohort) => cohort.id === id))
      log.warn({ cohort: id }, 'begins after the last year of config/public-holidays.json, perhaps on a holiday');
}

/** Weeks between today and the intakes of the demonstration's past year. */
const pastWeeks = [-48, -36, -24, -16, -8, -3];

/** The intakes that a partner would have had in the last year. For the demonstration. Idempotent within a week. */
export async function seedPastCohorts({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const config = CohortConfig.parse(JSON.parse(await readFile(configFile, 'utf8')));
  const now = clock.now();
  const present = await listCohorts(db, now);
  if (present.some(({ started, partners }) => started && partners !== null)) return;
  const past = upcomingCohorts({ ...config, upcoming: { ...config.upcoming, weeksAhead: pastWeeks } }, now);
  await addCohorts(
    db,
    past.map(({ partner, ...cohort }) => ({ ...cohort, partners: [partner] })),
  );
}

const everyCourseAndMode = courseCodes.flatMap((course) => studyModes.map((mode) => ({ course, mode })));

const fixedCohorts = (config: CohortConfig): NewCohort[] =>
  config.fixed.map(({ id, course, mode, month, seats }) => ({
    ...shared(config, mode),
    id,
    course,
    name: `${courses[course].name} (${modeNames[mode]})`,
    startDate: `${month}-01`,
    startLabel: month,
    capacity: seats,
    closesAt: null,
  }));

const nextAvailableCohorts = (config: CohortConfig): NewCohort[] =>
  everyCourseAndMode.map(({ course, mode }) => ({
    ...shared(config, mode),
    id: `${course}-next-${mode === 'full-time' ? 'ft' : 'pt'}`,
    course,
    name: `Next Available ${courses[course].name} (${modeNames[mode]})`,
    startDate: null,
    startLabel: 'Future',
    schedule: null,
    capacity: config.nextAvailable.seats,
    closesAt: null,
  }));

/** Each partner's own, in the hours and on the calendar of the place where its students live. */
const upcomingCohorts = (
  config: CohortConfig,
  now: Date,
): (NewCohort & { partner: PartnerCode; startDate: string })[] =>
  partnerCodes
    .flatMap((partner) => everyCourseAndMode.map((of) => ({ ...of, partner })))
    .flatMap(({ partner, ...of }) =>
      config.upcoming.weeksAhead.map((weeks) => {
        const { course, mode } = of;
        const start = firstClassAfter(now, weeks, { mode, holidays: holidaysOf([partner]) });
        const day = dayOf(start);
        return {
          ...shared(config, mode),
          partner,
          timeZone: partners[partner].timeZone,
          id: `${partner}-${course}-${mode === 'full-time' ? 'ft' : 'pt'}-${day}`,
          course,
          name: `${courses[course].name} (${modeNames[mode]})`,
          startDate: day,
          startLabel: null,
          capacity: config.upcoming.seats,
          closesAt: new Date(start.getTime() - config.upcoming.closesDaysBefore * dayMs),
        };
      }),
    );

const shared = (config: CohortConfig, mode: StudyMode) => ({
  mode,
  schedule: config.schedules[mode] ?? null,
  timeZone: config.timeZone,
  opensAt: null,
  partners: null,
});

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/**
 * The first class day of the week that lies so many weeks ahead, at midnight UTC. Where that day is a holiday, the same
 * day of the next week that has class on it: a course keeps its weekdays.
 */
function firstClassAfter(
  now: Date,
  weeks: number,
  { mode, holidays }: { mode: StudyMode; holidays: Record<string, string> },
): Date {
  const then = new Date(now.getTime() + weeks * 7 * dayMs);
  const sinceMonday = (then.getUTCDay() + 6) % 7;
  const date = then.getUTCDate() - sinceMonday + firstClassDay(mode) - 1;
  let start = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth(), date));
  while (dayOf(start) in holidays) start = new Date(start.getTime() + 7 * dayMs);
  return start;
}
