import { courseCodes, courses, courseWeeks } from '../../shared/courses.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import { profileMessages } from '../messages/profile.ts';
import { standingOf } from '../session/standing.ts';
import { Notice } from '../../ui/notice.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { losesCohort } from './settings.ts';
import { SettingsForm } from './settings-form.tsx';
import type { Settings } from './use-settings.ts';

const commitments = [
  { value: 'fullTime', label: 'Full-time', hint: `${courseWeeks['full-time']} weeks` },
  { value: 'partTime', label: 'Part-time', hint: `${courseWeeks['part-time']} weeks` },
];
const courseOptions = courseCodes.map((code) => ({ value: code, label: courses[code].name }));

/** How and what the student would like to study. A wish: the place itself is chosen where it is paid for. */
export function PreferencesTab({
  settings,
  member,
}: {
  settings: Settings<'preferences'>;
  member: Pick<StudentMember, 'customFields'>;
}) {
  const { values, set } = settings;
  return (
    <SettingsForm
      title="Your preferences"
      lead="They help us to advise you. You choose your dates when you pay."
      settings={settings}
    >
      <RadioCards<string>
        legend="Commitment"
        name="commitment"
        options={commitments}
        value={values.commitment}
        onChange={(value) => set('commitment', value)}
        rowsClass="grid gap-2 sm:grid-cols-2"
      />
      <RadioCards<string>
        legend="Course"
        name="course"
        options={courseOptions}
        value={values['course-selected']}
        onChange={(value) => set('course-selected', value)}
      />
      <div role="status">
        <Consequence course={values['course-selected']} member={member} />
      </div>
    </SettingsForm>
  );
}

/** What saving another course does to a place that is chosen or paid for. */
function Consequence({ course, member }: { course: string; member: Pick<StudentMember, 'customFields'> }) {
  const standing = standingOf(member);
  if (losesCohort(course, member.customFields)) {
    return (
      <Notice tone="warning">
        <p>{profileMessages.losesCohort}</p>
      </Notice>
    );
  }
  if (!standing.isPaid || !standing.course || course === standing.course) return null;
  return (
    <Notice tone="info">
      <p>{profileMessages.keepsPlace(courses[standing.course].name)}</p>
    </Notice>
  );
}
