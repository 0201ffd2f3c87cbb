import { limitsOf, type CallDefinition, type LimitRule } from '../../contract/call.ts';

/** A call's limits in one line: "At most 10 in an hour for each member. At most 30 coupons in an hour for each member." */
export const limitLine = (call: CallDefinition): string => limitsOf(call).map(asSentence).join(' ');

const asSentence = ({ points, seconds, of, per }: LimitRule) =>
  `At most ${points}${of === undefined ? '' : ` ${of}`} ${seconds === 0 ? 'in a row' : `in ${timeIn(seconds)}`} for each ${per}.`;

const units = [
  [86_400, 'a day', 'days'],
  [3_600, 'an hour', 'hours'],
  [60, 'a minute', 'minutes'],
  [1, 'a second', 'seconds'],
] as const;

/** The time in its largest whole unit. */
function timeIn(seconds: number): string {
  const [length, one, many] = units.find(([each]) => seconds % each === 0)!;
  return seconds === length ? one : `${seconds / length} ${many}`;
}
