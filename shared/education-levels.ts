/** The education levels of the eligibility check, in the order shown. Labels are literal. */
export const educationLevels = {
  level4: 'Certificate or lower',
  level5: 'Diploma Level 5',
  level6: 'Diploma Level 6',
  level7: "Bachelor's",
  level8: 'Graduate Dip / Postgrad Certificate',
  level9: "Master's",
  level10: 'Doctoral',
  level11: 'Eligibility approved by Admissions',
} as const;

export type EducationLevel = keyof typeof educationLevels;
export const educationLevelCodes = Object.keys(educationLevels) as EducationLevel[];
