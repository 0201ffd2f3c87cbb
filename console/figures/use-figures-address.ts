import { useAddress } from '../shell/use-address.ts';
import { figureDays, type FiguresWish } from '../../contract/console/figures.ts';
import { partnerCodes, type PartnerCode } from '../../shared/partners.ts';

/** What Home shows, as its address says. */
export interface FiguresAddress {
  partner: PartnerCode | undefined;
  /** A length of time that is offered; undefined for dates. */
  days: (typeof figureDays)[number] | undefined;
  from: string | undefined;
  until: string | undefined;
}

const usualDays = '30';
const isDay = (text: string | null) => (text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);

/** Reads the address: what is no partner or no day is as if it were not there. */
export function readFiguresAddress(params: URLSearchParams): FiguresAddress {
  const [from, until] = [isDay(params.get('from')), isDay(params.get('until'))];
  const hasDates = from !== undefined && until !== undefined;
  return {
    partner: partnerCodes.find((code) => code === params.get('partner')),
    days: hasDates ? undefined : (figureDays.find((days) => days === params.get('time')) ?? usualDays),
    from: hasDates ? from : undefined,
    until: hasDates ? until : undefined,
  };
}

/** The query of the figures. */
export const wishOf = ({ partner, days, from, until }: FiguresAddress): FiguresWish => ({
  ...(partner && { partner }),
  ...(days && { days }),
  ...(from && until && { from, until }),
});

/** The address of Home, and how to change it: what is undefined is taken away. */
export function useFiguresAddress() {
  const [params, setParams] = useAddress();
  const change = (changed: Readonly<Record<string, string | undefined>>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changed))
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return { address: readFiguresAddress(params), site: params.get('site'), change };
}
