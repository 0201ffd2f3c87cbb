import { TextLink } from '../../ui/text-link.tsx';

const places = [
  { name: 'list', label: 'Inbox', to: '/requests' },
  { name: 'calendar', label: 'Consultations', to: '/requests/calendar' },
  { name: 'texts', label: 'Texts to reuse', to: '/requests/texts' },
] as const;

/** The pages about requests but the one that is open. */
export const RequestLinks = ({ current }: { current: (typeof places)[number]['name'] }) => (
  <p className="flex flex-wrap gap-x-6 gap-y-2">
    {places
      .filter(({ name }) => name !== current)
      .map(({ name, label, to }) => (
        <TextLink key={name} to={to}>
          {label}
        </TextLink>
      ))}
  </p>
);
