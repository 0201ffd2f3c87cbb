import type { EventDefinition, FieldKind } from '../../server/platform/security-events/define-events.ts';
import { commonFields, securityEvents } from '../../server/platform/security-events/event-table.ts';
import { markdownTable } from './markdown-table.ts';

/** The common fields of security events. */
export const eventFieldTable = (): string =>
  markdownTable(
    ['field', 'is'],
    Object.entries(commonFields).map(([field, is]) => [`\`${field}\``, is]),
  );

/** All security events: trigger, outcomes, fields, response. */
export const eventTable = (): string =>
  markdownTable(
    ['event', 'when', 'outcomes', 'fields besides', 'what to do', 'alarm'],
    Object.entries<EventDefinition>(securityEvents).map(([name, { about, outcomes, fields, whatToDo, alarm }]) => [
      `\`${name}\``,
      about,
      Object.entries(outcomes)
        .map(([outcome, means]) => `\`${outcome}\`: ${means}`)
        .join('; '),
      Object.entries(fields)
        .map(([field, kind]) => `\`${field}\`${describeKind(kind)}`)
        .join('; '),
      whatToDo,
      alarm ? `${alarm.count.toLocaleString('en')} × ${alarm.outcomes.join(', ')} within ${alarm.minutes} minutes` : '',
    ]),
  );

const describeKind = (kind: FieldKind): string => {
  if (kind === 'account') return ' (keyed hash)';
  return kind === 'id' ? ' (name or id)' : ` (${kind.join(', ')})`;
};
