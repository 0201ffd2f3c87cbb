import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { partnerCodes, partners, type PartnerCode } from '../../../shared/partners.ts';
import { courseCodes, studyModes, type StudyMode } from '../../../shared/courses.ts';
import { instantOf } from '../../../shared/zoned-time.ts';
import type { Platform } from '../../platform/platform.ts';
import { firstClassFrom, holidaysOf, isAfterHolidays } from './class-days.ts';
import { cohortIdOf, cohortNameOf } from './cohort-names.ts';
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
  if (present.some(({ started, partners: of }) => started && of !== null)) return;
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
    name: cohortNameOf(course, mode),
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
    name: `Next Available ${cohortNameOf(course, mode)}`,
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
        const { timeZone } = partners[partner];
        return {
          ...shared(config, mode),
          partner,
          timeZone,
          id: cohortIdOf({ partner, course, mode, day }),
          course,
          name: cohortNameOf(course, mode),
          startDate: day,
          startLabel: null,
          capacity: config.upcoming.seats,
          closesAt: instantOf(
            dayOf(new Date(start.getTime() - config.upcoming.closesDaysBefore * dayMs)),
            '0:00',
            timeZone,
          ),
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

/** The first class of the week that lies so many weeks ahead. */
function firstClassAfter(now: Date, weeks: number, of: { mode: StudyMode; holidays: Record<string, string> }): Date {
  const monday = new Date(now.getTime() + weeks * 7 * dayMs);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  return new Date(firstClassFrom(dayOf(monday), of).day);
}
