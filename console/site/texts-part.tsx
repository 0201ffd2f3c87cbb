import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Section } from './section.tsx';
import { TextSetting } from './setting-fields.tsx';
import { useSettings } from './use-settings.tsx';

/** Words of dialogs in the site's own, and texts for single sign-on. */
export function TextsPart() {
  return (
    <>
      <Section
        title="Words of the widget"
        about={
          <>
            Each by its key in{' '}
            <a href="/docs/labels" target="_blank" rel="noopener" className="text-brand underline underline-offset-4">
              the list of labels<span className="sr-only">, in a new tab</span>
            </a>
            ; what is not named keeps our words.
          </>
        }
      >
        <Pairs at="dictionary" keyLabel="Key of the label" valueLabel="Your words" />
      </Section>
      <Section title="Single sign-on" about="Texts of a page for single sign-on, for clients that ask for them.">
        <Pairs at="ssoText" keyLabel="Key of the text" valueLabel="Text" />
        <TextSetting at={['ssoSignupButtonUrl']} emptyIs="null" />
      </Section>
    </>
  );
}

/** Texts by their keys. */
function Pairs({ at, keyLabel, valueLabel }: { at: 'dictionary' | 'ssoText'; keyLabel: string; valueLabel: string }) {
  const { read, change, isReadOnly, problems } = useSettings();
  const [added, setAdded] = useState('');
  const pairs = (read([at]) ?? {}) as Record<string, string>;
  const add = () => {
    if (added.trim() === '') return;
    change([at], { ...pairs, [added.trim()]: pairs[added.trim()] ?? '' });
    setAdded('');
  };
  return (
    <>
      {Object.entries(pairs).map(([key, text]) => (
        <div key={key} className="flex items-end gap-2">
          <Field
            name={`${at}.${key}`}
            label={key}
            aria-label={`${valueLabel}: ${key}`}
            className="min-w-0 flex-1"
            disabled={isReadOnly}
            error={problems.find(({ field }) => field === `${at}.${key}`)?.message}
            value={text}
            onChange={({ target }) => change([at], { ...pairs, [key]: target.value })}
          />
          {!isReadOnly && (
            <button
              type="button"
              className="inline-flex size-12 shrink-0 cursor-pointer items-center justify-center rounded-lg hover:bg-surface"
              onClick={() => {
                const { [key]: _gone, ...others } = pairs;
                change([at], others);
              }}
            >
              <Trash2 className="size-5" aria-hidden="true" />
              <span className="sr-only">Remove {key}</span>
            </button>
          )}
        </div>
      ))}
      {!isReadOnly && (
        <div className="flex flex-wrap items-end gap-3">
          <Field
            name={`${at}-new`}
            label={keyLabel}
            className="min-w-0 flex-1 basis-[12rem]"
            spellCheck={false}
            autoComplete="off"
            value={added}
            onChange={({ target }) => setAdded(target.value)}
          />
          <Button look="outline" onClick={add}>
            <Plus className="size-5" aria-hidden="true" />
            Add
          </Button>
        </div>
      )}
    </>
  );
}
