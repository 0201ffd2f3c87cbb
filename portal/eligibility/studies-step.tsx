import type { FormEvent } from 'react';
import { courseCodeOf, courseCodes, courses } from '../../shared/courses.ts';
import type { CourseCode } from '../../shared/courses.ts';
import { educationLevelCodes, educationLevels } from '../../shared/education-levels.ts';
import type { EducationLevel } from '../../shared/education-levels.ts';
import { eligibilityMessages } from '../messages/eligibility.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { useForm } from '../../ui/use-form.ts';
import { levelGlosses } from './level-glosses.ts';

export interface Studies {
  /** Undefined for a course that only stood there preselected. */
  course: CourseCode | undefined;
  educationLevel: EducationLevel;
}

interface StudiesStepProps {
  values: { course: CourseCode; hasChosenCourse: boolean; educationLevel: EducationLevel | undefined };
  onInput: (change: Record<string, string>) => void;
  onBack: () => void;
  onSubmit: (studies: Studies) => Promise<void>;
}

const courseOptions = courseCodes.map((code) => ({ value: code, label: courses[code].name }));
const levelOptions = educationLevelCodes.map((code) => ({
  value: code,
  label: educationLevels[code],
  hint: levelGlosses[code],
}));

/** Step 2: the course the student wants and what they have studied before. */
export function StudiesStep({ values, onInput, onBack, onSubmit }: StudiesStepProps) {
  const form = useForm({
    check: (typed) =>
      findLevel(typed['educationLevel'])
        ? []
        : [{ field: 'educationLevel', message: eligibilityMessages.levelMissing }],
    send: async (typed) => {
      const course = values.hasChosenCourse ? courseCodeOf(typed['course']) : undefined;
      const educationLevel = findLevel(typed['educationLevel']);
      if (educationLevel) await onSubmit({ course, educationLevel });
    },
  });
  const keep = (event: FormEvent<HTMLFormElement>) => {
    form.props.onInput(event);
    const input = event.target as HTMLInputElement;
    onInput({ [input.name]: input.value });
  };

  return (
    <form {...form.props} onInput={keep} className="@container space-y-8">
      <ErrorSummary form={form} lead={eligibilityMessages.fixErrors} />
      <RadioCards
        legend="Course"
        name="course"
        options={courseOptions}
        defaultValue={values.course}
        onPress={(course) => onInput({ course })}
        rowsClass="grid gap-2 @md:grid-cols-3"
      />
      <RadioCards
        legend="Highest education level"
        hint="Choose the nearest one. Names differ between countries."
        name="educationLevel"
        options={levelOptions}
        defaultValue={values.educationLevel}
        error={form.errorOf('educationLevel')}
      />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
        <Button look="outline" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" loading={form.pending}>
          Check Eligibility
        </Button>
      </div>
    </form>
  );
}

/** The level a stored or typed value means. */
export function findLevel(value: string | undefined): EducationLevel | undefined {
  return educationLevelCodes.find((code) => code === value);
}
