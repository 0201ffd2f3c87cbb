import { Entries } from './entries.tsx';
import { Columns, Section } from './section.tsx';
import { ChoiceSetting, LinesSetting, SwitchSetting, TextSetting } from './setting-fields.tsx';
import { useSettings } from './use-settings.tsx';

/** What members may write on the site's pages. */
export function CommentsPart() {
  const { read } = useSettings();
  const groups = (read(['contentGroups']) ?? []) as { key: string; name: string }[];
  return (
    <Section title="Comments">
      <SwitchSetting at={['comments', 'enabled']} about="For every visitor to read, but in the channels below." />
      <LinesSetting at={['comments', 'blockedWords']} />
      <div className="flex flex-col gap-2">
        <h3 className="font-semibold">Channels for some members</h3>
        <Entries
          at={['comments', 'gatedChannels']}
          add="Add a channel"
          none="Every channel is open to everybody."
          make={() => ({ key: '', contentGroup: groups[0]?.key ?? '' })}
          renderTitle={({ key }) => <span className="font-semibold">{String(key) || 'New channel'}</span>}
        >
          {(at) => (
            <Columns>
              <TextSetting at={[...at, 'key']} />
              <ChoiceSetting
                at={[...at, 'contentGroup']}
                values={groups.map(({ key }) => key)}
                words={Object.fromEntries(groups.map(({ key, name }) => [key, name]))}
              />
            </Columns>
          )}
        </Entries>
      </div>
    </Section>
  );
}
