import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { courseCodes, courses, studyModes, type StudyMode } from '../../../shared/courses.ts';
import type { Platform } from '../../platform/platform.ts';
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
  /** So many weeks ahead of today, on the week's first day of class, for each course and mode. */
  upcoming: z.strictObject({ weeksAhead: z.array(z.number()), seats: z.number(), closesDaysBefore: z.number() }),
});
type CohortConfig = z.infer<typeof CohortConfig>;

const modeNames: Record<StudyMode, string> = { 'full-time': 'Full-Time', 'part-time': 'Part-Time' };
const dayMs = 86_400_000;

/**
 * Fills the catalogue from `config/cohorts.json`. What is there stays as it is; upcoming intakes are only added
 * while fewer than configured lie ahead, so an installation that runs for months always has some.
 */
export async function seedCohorts({ db, clock }: Platform): Promise<void> {
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
          cohort.startDate !== null &&
          !cohort.started,
      ).length < config.upcoming.weeksAhead.length,
  );
  await addCohorts(db, missing);
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

const upcomingCohorts = (config: CohortConfig, now: Date): NewCohort[] =>
  everyCourseAndMode.flatMap(({ course, mode }) =>
    config.upcoming.weeksAhead.map((weeks) => {
      const start = firstClassAfter(now, weeks, mode);
      const day = start.toISOString().slice(0, 10);
      return {
        ...shared(config, mode),
        id: `${course}-${mode === 'full-time' ? 'ft' : 'pt'}-${day}`,
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
});

/** Days after Monday of the week's first class. */
const firstClassDay: Record<StudyMode, number> = { 'full-time': 0, 'part-time': 1 };

/** The first class day of the week that lies so many weeks ahead, at midnight UTC. */
function firstClassAfter(now: Date, weeks: number, mode: StudyMode): Date {
  const then = new Date(now.getTime() + weeks * 7 * dayMs);
  const sinceMonday = (then.getUTCDay() + 6) % 7;
  return new Date(
    Date.UTC(then.getUTCFullYear(), then.getUTCMonth(), then.getUTCDate() - sinceMonday + firstClassDay[mode]),
  );
}
