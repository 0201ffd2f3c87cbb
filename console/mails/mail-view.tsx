import { useState } from 'react';
import { Tabs } from '../../ui/tabs.tsx';

interface MailViewProps {
  /** The address of its markup. */
  bodyAddress: string;
  text: string;
  attachments: readonly { name: string; text: string }[];
}

const forms = [
  { name: 'html', label: 'As it looks' },
  { name: 'text', label: 'Plain text' },
] as const;

/** A mail in both its forms. Its markup stands in a frame that may run nothing and load nothing. */
export function MailView({ bodyAddress, text, attachments }: MailViewProps) {
  const [form, setForm] = useState<(typeof forms)[number]['name']>('html');
  return (
    <>
      <Tabs label="Forms of the mail" tabs={forms} current={form} onChange={setForm} look="segments" onlyCurrent>
        {(shown) =>
          shown === 'html' ? (
            <iframe
              title="The mail as it looks"
              src={bodyAddress}
              sandbox=""
              className="mt-3 h-[44rem] w-full resize-y rounded-xl border border-line bg-surface"
            />
          ) : (
            <Text>{text}</Text>
          )
        }
      </Tabs>
      {attachments.map(({ name, text: said }) => (
        <details key={name} className="mt-3">
          <summary className="cursor-pointer font-semibold">{name}</summary>
          <Text>{said}</Text>
        </details>
      ))}
    </>
  );
}

const Text = ({ children }: { children: string }) => (
  <pre className="mt-3 rounded-xl border border-line bg-surface p-4 text-sm whitespace-pre-wrap wrap-anywhere">
    {children}
  </pre>
);
