/** A claim made to somebody about to pay. Where its source is named, the page names it too. */
interface OutcomeFigure {
  figure: string;
  meaning: string;
  /** Who measured it, when and over whom; empty until the operator of the site provides it. */
  source: string;
}

export const outcomeFigures: readonly OutcomeFigure[] = [
  { figure: '93%', meaning: 'job outcomes', source: '' },
  { figure: '1000+', meaning: 'employers', source: '' },
  { figure: '12-24 weeks', meaning: 'to certification', source: '' },
];
