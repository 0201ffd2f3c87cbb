import { Entries } from './entries.tsx';
import { Columns, Section } from './section.tsx';
import { ChoiceSetting, SwitchSetting, TextSetting } from './setting-fields.tsx';
import { valueWords } from './setting-words.ts';

/** What the site stores of each member. */
export function FieldsPart() {
  return (
    <Section
      title="Fields"
      about="In the order that members see them. Values of a field that is taken away stay stored, and are back when the field is."
    >
      <Entries
        at={['fields']}
        add="Add a field"
        none="The site stores an address and a password alone."
        make={() => ({
          key: '',
          label: 'New field',
          type: 'text',
          visibility: 'PRIVATE',
          writableBy: 'member',
          hidden: false,
          askAtSignup: true,
        })}
        renderTitle={({ key, label, visibility }) => (
          <>
            <span className="font-semibold">{String(label)}</span>{' '}
            <span className="text-muted">
              {String(key)} · {valueWords[String(visibility)]}
            </span>
          </>
        )}
      >
        {(at, entry, isNew) => (
          <>
            <Columns>
              <TextSetting at={[...at, 'label']} />
              <TextSetting at={[...at, 'key']} isFixed={!isNew} />
              <ChoiceSetting at={[...at, 'type']} values={['text', 'boolean']} />
              <ChoiceSetting at={[...at, 'visibility']} values={['PRIVATE', 'MEMBERS', 'PUBLIC']} />
              <ChoiceSetting at={[...at, 'writableBy']} values={['member', 'server']} />
              <TextSetting at={[...at, 'default']} emptyIs="left-out" />
            </Columns>
            <div>
              <SwitchSetting at={[...at, 'askAtSignup']} />
              <SwitchSetting at={[...at, 'hidden']} />
            </div>
            {entry['derivedFrom'] !== undefined && <p className="text-muted">It is worked out, not stored.</p>}
          </>
        )}
      </Entries>
    </Section>
  );
}
