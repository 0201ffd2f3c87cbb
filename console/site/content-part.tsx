import { Entries } from './entries.tsx';
import { parseGated, writeGated } from './gated-lines.ts';
import { newEntryId } from './new-entry-id.ts';
import { PlanChoices } from './plan-choices.tsx';
import { Columns, Section } from './section.tsx';
import { ChoiceSetting, LinesSetting, LongTextSetting, SwitchSetting, TextSetting } from './setting-fields.tsx';

const kinds = ['HTML', 'TEXT', 'CSS', 'JS', 'JSON', 'LINK'];
const kindWords = { HTML: 'HTML', TEXT: 'Text', CSS: 'CSS', JS: 'JavaScript', JSON: 'JSON', LINK: 'Link' };

/** Pages that only some may see, and what the server keeps for members. */
export function ContentPart() {
  return (
    <>
      <Section
        title="Content groups"
        about="Pages that the widget guards in the browser. What must not be read belongs into secure content below."
      >
        <Entries
          at={['contentGroups']}
          add="Add a content group"
          none="Every page is open to everybody."
          make={() => ({
            id: newEntryId('grp_'),
            key: newEntryId('group-').slice(0, 12),
            name: 'New group',
            allowAllMembers: true,
            redirect: null,
            urls: [],
            plans: [],
          })}
          renderTitle={({ name, urls }) => (
            <>
              <span className="font-semibold">{String(name)}</span>{' '}
              <span className="text-muted">
                {(Array.isArray(urls) ? urls : []).map((url) => writeGated(url)).join(', ')}
              </span>
            </>
          )}
        >
          {(at, entry, isNew) => (
            <>
              <Columns>
                <TextSetting at={[...at, 'name']} />
                <TextSetting at={[...at, 'key']} isFixed={!isNew} />
                <LinesSetting at={[...at, 'urls']} write={writeGated} parse={parseGated} rows={3} />
                <TextSetting at={[...at, 'redirect']} emptyIs="null" />
              </Columns>
              <SwitchSetting at={[...at, 'allowAllMembers']} />
              <PlanChoices
                at={[...at, 'plans']}
                pattern="contentGroups.plans"
                isForAll={entry['allowAllMembers'] === true}
              />
            </>
          )}
        </Entries>
      </Section>
      <Section
        title="Secure content"
        about="The server keeps it, and hands it out after a check alone. Pictures and files are declared in the site’s file."
      >
        <Entries
          at={['content']}
          add="Add content"
          none="The server keeps nothing for members."
          make={() => ({
            key: newEntryId('content-').slice(0, 14),
            type: 'HTML',
            content: '<p>For members.</p>',
            allowAllMembers: true,
            plans: [],
          })}
          renderTitle={({ key, type }) => (
            <>
              <span className="font-semibold">{String(key)}</span> <span className="text-muted">{String(type)}</span>
            </>
          )}
        >
          {(at, entry, isNew) => (
            <>
              <Columns>
                <TextSetting at={[...at, 'key']} isFixed={!isNew} />
                {kinds.includes(String(entry['type'])) && (
                  <ChoiceSetting at={[...at, 'type']} values={kinds} words={kindWords} />
                )}
              </Columns>
              {typeof entry['content'] === 'string' && <LongTextSetting at={[...at, 'content']} rows={6} />}
              <SwitchSetting at={[...at, 'allowAllMembers']} />
              <PlanChoices at={[...at, 'plans']} pattern="content.plans" isForAll={entry['allowAllMembers'] === true} />
            </>
          )}
        </Entries>
      </Section>
    </>
  );
}
