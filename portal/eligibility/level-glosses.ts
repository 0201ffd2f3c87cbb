import type { EducationLevel } from '../../shared/education-levels.ts';

/** What a level means in plain words: the numbers differ from country to country. */
export const levelGlosses: Record<EducationLevel, string> = {
  level4: 'School leaving certificate, trade certificate, or no formal qualification yet',
  level5: 'About one year of study after school',
  level6: 'About two years: an advanced diploma or an associate degree',
  level7: 'A first degree from a university',
  level8: 'A shorter course of study after a first degree, or an honours degree',
  level9: 'A second degree from a university',
  level10: 'A PhD or another doctorate',
  level11: 'Our admissions team has already told you so',
};
