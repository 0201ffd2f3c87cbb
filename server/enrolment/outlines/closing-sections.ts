import { courses } from '../../../shared/courses.ts';
import { formatPrice } from '../../../shared/format.ts';
import { priceBook } from '../catalogue/price-book.ts';
import { columns, table } from './blocks.ts';
import { colours } from './looks.ts';
import { openSection, type Section } from './section.ts';
import type { Piece } from '../../platform/pdf/sheet.ts';

/** The outline's last sections: outcomes, prices, next steps. */

export function writeOutcomes(section: Section): void {
  const { sheet, looks, content, course, figures, partner } = section;
  openSection(section, 'Where it leads', 200);
  sheet.write({ tag: 'P', text: content.outcomes.text, look: looks.body });
  sheet.write({ tag: 'P', text: `First roles: ${content.outcomes.roles.join(', ')}.`, look: looks.body });
  sheet.write({
    tag: 'P',
    text: `We support you in finding work for ${figures.rules.placementSupportMonths} months after the course.`,
    look: looks.body,
  });
  sheet.y += 4;
  const claims = [figures.claims.placementBy[course], figures.claims.salaryBy[course]];
  columns(
    sheet,
    2,
    claims.map(({ figure, meaning, source }): Piece[] => [
      { tag: 'P', text: meaning[0]!.toUpperCase() + meaning.slice(1), look: looks.muted },
      { tag: 'P', text: figure, look: looks.figure },
      {
        tag: 'P',
        text: source ? `Source: ${source}.` : `Illustrative, until ${partner.code.toUpperCase()} names its source.`,
        look: looks.small,
      },
    ]),
    { fill: partner.theme.tint, padding: 18 },
  );
}

export function writePrices(section: Section): void {
  const { sheet, looks, partner } = section;
  const price = (cents: number) => formatPrice(partner, cents);
  const { listCents, fullCents, fullSavingCents, fullDiscountPercent, depositCents, monthlyFromCents } = priceBook;
  openSection(section, 'Prices', 220);
  table(
    sheet,
    [
      ['Way to pay', 'Due on the day', 'In all', 'Good to know'],
      [
        'In full',
        price(fullCents),
        price(fullCents),
        `${fullDiscountPercent}% off ${price(listCents)}: you save ${price(fullSavingCents)}`,
      ],
      ['By deposit', price(depositCents), price(listCents), `Then monthly payments from ${price(monthlyFromCents)}`],
    ],
    [0.2, 0.2, 0.2, 0.4],
    { head: looks.strong, cell: looks.body },
  );
  sheet.write({
    tag: 'P',
    text: 'All prices are in New Zealand dollars (NZD), full-time and part-time alike. Fees are non-refundable; your statutory rights are not affected.',
    look: looks.small,
  });
}

export function writeSteps(section: Section): void {
  const { sheet, looks, partner, course, figures } = section;
  const { words, supportEmail } = partner;
  const steps = [
    ['Check your eligibility', 'Two steps in the portal, a few minutes. You see the outcome at once.'],
    [
      'Choose a cohort',
      `The page of ${courses[course].name} in the portal lists the next dates, hours and free places.`,
    ],
    [`Secure your place`, `Pay in full or by deposit to complete your ${words.enrolment}.`],
  ];
  openSection(section, 'Next steps', 200);
  sheet.group('L', () => {
    for (const [at, [title, text]] of steps.entries()) {
      const top = sheet.y;
      sheet.draw((pen) => pen.circle(sheet.left + 12, top + 12, 12).fill(partner.theme.primary));
      sheet.group('LI', () => {
        sheet.put(
          { tag: 'Lbl', text: String(at + 1), look: { ...looks.strong, colour: colours.white } },
          sheet.left + 9,
          top + 5.5,
          12,
        );
        sheet.group('LBody', () => {
          const x = sheet.left + 38;
          const width = sheet.width - 38;
          const half = sheet.put({ tag: 'P', text: title!, look: looks.h3 }, x, top, width);
          sheet.y = top + half + sheet.put({ tag: 'P', text: text!, look: looks.muted }, x, top + half, width) + 6;
        });
      });
    }
  });
  sheet.y += 6;
  sheet.write({
    tag: 'P',
    text: `A question first? Write to us, we reply within ${figures.rules.supportReplyHours} hours:`,
    look: { ...looks.body, after: 2 },
  });
  sheet.write({ tag: 'Link', text: supportEmail, look: looks.brand, link: `mailto:${supportEmail}` });
}
